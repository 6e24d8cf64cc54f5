import JSON

/// What a plugin does for a seat (`io.keyguide.Provider`).
public enum ProviderRole: String, CaseIterable, Hashable, Sendable {
  /// Shows an on-screen keyboard, hides it, and says where it is.
  case softwareKeyboard
  /// Says which screens and windows there are.
  case compositor
  /// Has buttons for the shortcut bar of applications that bring none.
  case barContent
  /// Follows the keyboard language, and says when a person has chosen another one.
  case language
}

extension ProviderRole: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) { writer.value(rawValue) }

  public init(from reader: inout JSONReader) throws(JSONError) {
    let offset = reader.offset
    guard let role = ProviderRole(rawValue: try reader.readString()) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw JSONError(.invalidValue(known), offset: offset)
    }
    self = role
  }
}

/// The version of `io.keyguide.Provider` that this package speaks.
public let providerVersion = 1
