/// What `/proc/PID/status` and `/proc/PID/stat` say of a process (proc(5)), as far as it matters here.
nonisolated struct ProcessStatus: Equatable {
  /// The program's name, cut to 15 bytes by the kernel.
  let name: String
  /// The effective user.
  let userID: UInt32
  /// Signals that it catches or holds back, signal 1 in the lowest bit: none of them ends it.
  let handledSignals: UInt64

  /// When it was started, in clock ticks since boot.
  let startTime: UInt64

  /// Nil for what is no such texts, and for a process that has ended.
  init?(status: [UInt8], stat: [UInt8]) {
    // The program's name is in parentheses, and may have some itself.
    guard let fields = stat.lastIndex(of: UInt8(ascii: ")")).map({ stat[($0 + 1)...].split(separator: 0x20) }),
      fields.count > 19, let startTime = UInt64(String(decoding: fields[19], as: UTF8.self))
    else { return nil }
    self.startTime = startTime
    var values: [Substring: Substring] = [:]
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      values[line[..<colon]] = line[line.index(after: colon)...].drop { $0 == "\t" || $0 == " " }
    }
    let users = (values["Uid"] ?? "").split(separator: "\t")
    guard let name = values["Name"], let state = values["State"]?.first, state != "Z", state != "X",
      users.count == 4, let userID = UInt32(users[1]), let caught = values["SigCgt"].flatMap({ UInt64($0, radix: 16) }),
      let blocked = values["SigBlk"].flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    self.name = String(name)
    self.userID = userID
    handledSignals = caught | blocked
  }

  /// Whether the process will do something about a signal but end.
  func handles(_ signal: Int32) -> Bool {
    (1...64).contains(signal) && handledSignals & 1 << UInt64(signal - 1) != 0
  }
}
