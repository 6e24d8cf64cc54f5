import CLinux
import EventLoop
import Glibc

/// A keyboard that is shown and hidden by signals, and says nothing itself: what it was told last is what counts.
final class SignalledKeyboard {
  static let hide = SIGUSR1
  static let show = SIGUSR2

  private let search: KeyboardSearch
  private let loop: EventLoop
  private let onEnd: () -> Void
  private var process: (id: Int32, descriptor: Int32, end: IOSource)?

  /// `onEnd` is called when the process that was signalled has ended.
  init(name: String?, loop: EventLoop, onEnd: @escaping () -> Void) {
    search = KeyboardSearch(name: name, userID: geteuid(), signals: [Self.hide, Self.show])
    self.loop = loop
    self.onEnd = onEnd
  }

  isolated deinit {
    forget()
  }

  /// Sends a signal; what is found is whom it went to.
  func send(_ signal: Int32) -> KeyboardSearch.Result {
    if process == nil, case let result = find(), result.problem != nil { return result }
    guard let process else { return .none("it has ended") }
    let result = linux_pidfd_send_signal(process.descriptor, signal)
    if result == 0 { return .found(process.id) }
    forget()
    return Self.failure("signal", process.id, result)
  }

  /// Looks for the process, and holds on to it; a number alone may be another process's soon.
  private func find() -> KeyboardSearch.Result {
    let result = search.result(among: Self.candidates())
    guard case .found(let id) = result else { return result }
    let descriptor = linux_pidfd_open(id)
    guard descriptor >= 0 else { return Self.failure("watch", id, descriptor) }
    // Is what we hold what was found?
    guard let status = Self.status(of: id), search.result(among: [(id, status)]) == result else {
      close(descriptor)
      return Self.failure("watch", id, -ESRCH)
    }
    do throws(EventLoopError) {
      let end = try loop.watch(descriptor, for: .readable, priority: .clients) { [weak self] _ in self?.end() }
      process = (id, descriptor, end)
      return result
    } catch {
      close(descriptor)
      return .problem("\(error)")
    }
  }

  private static func failure(_ verb: String, _ process: Int32, _ result: Int32) -> KeyboardSearch.Result {
    let problem = "cannot \(verb) the keyboard, process \(process): \(String(cString: strerror(-result)))"
    return result == -ESRCH ? .none(problem) : .problem(problem)
  }

  private func end() {
    forget()
    onEnd()
  }

  private func forget() {
    process?.end.cancel()
    if let process { close(process.descriptor) }
    process = nil
  }

  private static func candidates() -> [KeyboardSearch.Candidate] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [KeyboardSearch.Candidate] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let id = Int32(name), let status = status(of: id) { found.append((id, status)) }
    }
    return found
  }

  private static func status(of process: Int32) -> ProcessStatus? {
    guard let status = contents("/proc/\(process)/status"), let stat = contents("/proc/\(process)/stat") else {
      return nil
    }
    return ProcessStatus(status: status, stat: stat)
  }

  /// The kernel gives these files in one piece, of some 1500 bytes; many groups make them longer.
  private static func contents(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 16 << 10)
    let count = read(descriptor, &text, text.count)
    return count > 0 ? Array(text[..<count]) : nil
  }
}
