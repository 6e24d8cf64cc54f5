import Glibc

/// A Unix socket that could not be used: what was tried, and what the system answered.
public struct UnixSocketError: Error, Equatable, CustomStringConvertible {
  /// What was tried, as in "connect to /run/keyguide/io.keyguide".
  public let operation: String
  /// The positive errno value.
  public let code: Int32

  public init(operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  public var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }
}

/// Unix stream sockets by path (unix(7)).
public enum UnixSocket {
  /// Connects and returns the descriptor, close-on-exec and blocking; the caller closes it.
  ///
  /// Where more clients wait to be accepted than the service lets wait, this waits too, or fails with EAGAIN.
  public static func connect(to path: String, waits: Bool = true) throws(UnixSocketError) -> Int32 {
    try create(path, "connect to") { descriptor, address, size in
      guard !waits else { return Glibc.connect(descriptor, address, size) }
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      let result = Glibc.connect(descriptor, address, size)
      // A failure is read from errno by the caller.
      if result == 0 { _ = fcntl(descriptor, F_SETFL, 0) }
      return result
    }
  }

  /// Binds, listens, and returns the descriptor, close-on-exec and non-blocking; the caller closes it.
  ///
  /// A socket that a dead process left behind is replaced; one that somebody answers on is an error (EADDRINUSE).
  public static func listen(at path: String, mode: mode_t) throws(UnixSocketError) -> Int32 {
    do throws(UnixSocketError) {
      close(try connect(to: path))
    } catch {
      if error.code == ECONNREFUSED { unlink(path) }
      return try bindAndListen(at: path, mode: mode)
    }
    throw UnixSocketError(operation: "listen at \(path): another process serves it", code: EADDRINUSE)
  }

  private static func bindAndListen(at path: String, mode: mode_t) throws(UnixSocketError) -> Int32 {
    let socket = try create(path, "bind") { Glibc.bind($0, $1, $2) }
    guard chmod(path, mode) == 0, Glibc.listen(socket, SOMAXCONN) == 0,
      fcntl(socket, F_SETFL, O_NONBLOCK) == 0
    else {
      let code = errno
      close(socket)
      throw UnixSocketError(operation: "listen at \(path)", code: code)
    }
    return socket
  }

  /// Binds a datagram socket, as services notify (sd_notify(3)); returns the descriptor, which the caller closes.
  public static func datagram(at path: String) throws(UnixSocketError) -> Int32 {
    try create(path, "bind", type: SOCK_DGRAM) { Glibc.bind($0, $1, $2) }
  }

  private static func create(
    _ path: String, _ verb: String, type: __socket_type = SOCK_STREAM,
    _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(UnixSocketError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { field in
      // The zero byte behind the path is part of the address.
      guard path.utf8.count < field.count, !path.isEmpty, !path.utf8.contains(0) else { return false }
      field.copyBytes(from: path.utf8)
      return true
    }
    guard fits else {
      throw UnixSocketError(operation: "\(verb) '\(path)'", code: path.isEmpty ? EINVAL : ENAMETOOLONG)
    }
    let descriptor = socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw UnixSocketError(operation: "create a socket", code: errno) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let code = errno
      close(descriptor)
      throw UnixSocketError(operation: "\(verb) \(path)", code: code)
    }
    return descriptor
  }
}
