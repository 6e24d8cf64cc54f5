/// Which process is the keyboard.
nonisolated struct KeyboardSearch: Equatable {
  /// A process, by its number.
  typealias Candidate = (id: Int32, status: ProcessStatus)

  enum Result: Equatable {
    case found(Int32)
    /// None runs, so none is shown.
    case none(String)
    case problem(String)

    var problem: String? {
      switch self {
      case .found: nil
      case .none(let problem), .problem(let problem): problem
      }
    }
  }

  /// The program's name; nil: any that begins with "wvkbd-", as all layouts of it do.
  var name: String?
  /// The user that it must belong to.
  var userID: UInt32
  /// The signals that it must have prepared for: they would end a program that has only just started.
  var signals: [Int32]

  /// Finds the process, the newest if there are several: one may be left from a session that has ended.
  func result(among candidates: [Candidate]) -> Result {
    let named = candidates.filter { $0.status.userID == userID && matches($0.status.name) }
    guard let newest = named.max(by: { ($0.status.startTime, $0.id) < ($1.status.startTime, $1.id) }) else {
      return .none("no \(name ?? "wvkbd") of this user runs: start it, as in `wvkbd-mobintl --hidden`")
    }
    guard signals.allSatisfy({ newest.status.handles($0) }) else {
      return .problem("\(newest.status.name) (process \(newest.id)) has only just started")
    }
    return .found(newest.id)
  }

  private func matches(_ other: String) -> Bool {
    guard let name else { return other.hasPrefix("wvkbd-") }
    return other.utf8.elementsEqual(name.utf8.prefix(15))
  }
}
