import Glibc

/// A file of settings or device knowledge that cannot be used: its path, and what is wrong.
public struct SettingsFileError: Error, Equatable, CustomStringConvertible {
  public let path: String
  public let problem: String

  public init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// As in `/etc/keyguide/devices.d/desk.toml:3:8: 'mouse' is no kind of device; …`.
  public var description: String { "\(path):\(problem)" }
}

/// The files that a glob(3) pattern matches, in alphabetical order.
public func paths(matching pattern: String) -> [String] {
  var found = glob_t()
  defer { globfree(&found) }
  guard glob(pattern, 0, nil, &found) == 0 else { return [] }
  return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
}

/// The bytes of a file, or nil with errno set; EFBIG when there are more than the limit.
public func readFile(_ path: String, limit: Int) -> [UInt8]? {
  guard let file = fopen(path, "re") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 64 << 10)
  while case let count = fread(&piece, 1, piece.count, file), count > 0 {
    bytes.append(contentsOf: piece[..<count])
    guard bytes.count <= limit else {
      errno = EFBIG
      return nil
    }
  }
  return ferror(file) == 0 ? bytes : nil
}
