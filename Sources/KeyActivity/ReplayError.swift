import JSON

/// Why a sequence could not be replayed.
public enum ReplayProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(JSONError)
  /// The sequence names a device without a description.
  case unknownDevice(slug: String)
  /// The device is described, but nobody said what it is.
  case noVerdict(slug: String)

  public var description: String {
    switch self {
    case .malformed(let error): error.description
    case .unknownDevice(let slug): "the device '\(slug)' is not described"
    case .noVerdict(let slug): "there is no verdict on the device '\(slug)'"
    }
  }
}

/// What was wrong with a file of sequences or devices, and where.
public struct ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum File: String, Equatable, Sendable {
    case sequences
    case devices
  }

  public var file: File
  /// Counted from 1.
  public var line: Int
  public var problem: ReplayProblem

  public init(file: File, line: Int, problem: ReplayProblem) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  public var description: String { "\(file.rawValue), line \(line): \(problem)" }
}
