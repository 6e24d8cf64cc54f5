import JSON

/// Why a sequence could not be replayed.
public enum ReplayProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(JSONError)
  /// The sequence names a device without a description.
  case unknownDevice(slug: String)

  public var description: String {
    switch self {
    case .malformed(let error): error.description
    case .unknownDevice(let slug): "the device '\(slug)' is not described"
    }
  }
}

/// What was wrong with a file of sequences, and where.
public struct ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public var line: Int
  public var problem: ReplayProblem

  public init(line: Int, problem: ReplayProblem) {
    self.line = line
    self.problem = problem
  }

  /// As in `3: the device 'k' is not described`, to stand behind the file's name.
  public var description: String { "\(line): \(problem)" }
}
