import Glibc
import PluginPolicy

/// Reads files that others may have put there, and says whether they are to be trusted.
enum TrustedFile {
  /// The bytes of a regular file of limited size, or what is wrong with it. Nothing else is even opened for long: a FIFO or
  /// a device cannot make the host wait.
  static func read(_ path: String, limit: Int, mustBeRoots: Bool) throws(ManifestError) -> [UInt8] {
    func fail(_ problem: String) -> ManifestError { ManifestError(path: path, problem: problem) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw fail("it cannot be read: \(String(cString: strerror(errno)))") }
    // Opening a device can have effects, so that is not tried.
    guard status.st_mode & S_IFMT == S_IFREG else { throw fail("it must be a regular file") }
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw fail("it cannot be read: \(String(cString: strerror(errno)))") }
    defer { close(file) }
    // It can have been replaced in between.
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw fail("it must be a regular file")
    }
    if mustBeRoots, let problem = distrust(of: path) { throw fail(problem) }
    guard status.st_size <= limit else { throw fail("it has more than \(limit) bytes") }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress?.advanced(by: length), $0.count - length)
      }
      guard count >= 0 || errno == EINTR else {
        throw fail("it cannot be read: \(String(cString: strerror(errno)))")
      }
      if count == 0 { break }
      length += max(count, 0)
    }
    guard length <= limit else { throw fail("it has more than \(limit) bytes") }
    return Array(bytes[..<length])
  }

  /// Why somebody other than root could change a file or what its path leads to; nil: nobody can.
  static func distrust(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return "it cannot be found: \(String(cString: strerror(errno)))" }
    defer { free(resolved) }
    var current = String(cString: resolved)
    while true {
      var status = stat()
      guard lstat(current, &status) == 0 else { return "\(current) cannot be looked at" }
      guard status.st_uid == 0 else { return "\(current) must belong to root: chown root \(current)" }
      // In a folder such as /tmp nobody can replace what is root's.
      let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
      guard status.st_mode & 0o022 == 0 || isSticky else {
        return "\(current) may be changed by others than root: chmod go-w \(current)"
      }
      guard current != "/", let slash = current.lastIndex(of: "/") else { return nil }
      current = slash == current.startIndex ? "/" : String(current[..<slash])
    }
  }
}
