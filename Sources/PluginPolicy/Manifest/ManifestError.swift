import TOML

/// A manifest that cannot be used: its path, and every problem that it has.
public struct ManifestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Problems that are told of; a file can have any number.
  private static let most = 10

  public let path: String
  /// At least one; with its place where it has one, as in `3:8: 'memory' must be a whole number …`.
  public let problems: [String]

  /// A file that was not even read, as it is none, too long, or somebody else's.
  public init(path: String, problem: String) {
    self.path = path
    problems = [problem]
  }

  init(path: String, _ errors: [TOMLError]) {
    self.path = path
    problems = errors.sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
      .map(\.description)
  }

  /// One line for each problem, as in `/etc/keyguide/plugins/a.toml:3:8: …`.
  public var lines: [String] {
    let lines = problems.prefix(Self.most).map { "\(path):\($0.first?.isNumber == true ? "" : " ")\($0)" }
    return problems.count > Self.most ? lines + ["\(path): and \(problems.count - Self.most) more problems"] : lines
  }

  public var description: String { lines.joined(separator: "\n") }
}
