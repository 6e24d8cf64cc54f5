/// The version of the programs and the library, as in CHANGELOG.md.
public let keyguideVersion = "0.1.0"
