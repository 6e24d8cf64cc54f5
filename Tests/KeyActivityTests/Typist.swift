import KeyActivity

/// Something that presses keys: a person, or a machine. Times are in milliseconds.
struct Typist: Sendable {
  struct Moment: Sendable {
    var time: Int
    var change: KeyChange
  }

  private(set) var moments: [Moment] = []
  private(set) var now = 0

  static let shift: UInt16 = 42
  static let control: UInt16 = 29
  static let enter: UInt16 = 28

  /// The keys of a text of small letters, digits and spaces, on the layout of the codes' names.
  static func keys(_ text: String) -> [UInt16] {
    let rows: [(first: UInt16, keys: String)] = [
      (2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"), (57, " "),
    ]
    return text.compactMap { character in
      rows.compactMap { row in
        row.keys.firstIndex(of: character).map {
          row.first + UInt16(row.keys.distance(from: row.keys.startIndex, to: $0))
        }
      }.first
    }
  }

  mutating func press(_ key: UInt16) { moments.append(Moment(time: now * 1000, change: .pressed(key))) }
  mutating func release(_ key: UInt16) { moments.append(Moment(time: now * 1000, change: .released(key))) }
  mutating func add(_ change: KeyChange) { moments.append(Moment(time: now * 1000, change: change)) }
  mutating func wait(_ time: Int) { now += time }

  /// Presses keys one after the other, with the same times for each; with `shifted`, Shift around each of them.
  mutating func type(_ keys: [UInt16], hold: Int, rest: Int, shifted step: Int? = nil) {
    for key in keys {
      if let step {
        press(Self.shift)
        wait(step)
      }
      press(key)
      wait(hold)
      release(key)
      if let step {
        wait(step)
        release(Self.shift)
      }
      wait(rest)
    }
  }

  /// Presses keys at the given distances; each is held as long as said, over the next ones if need be.
  mutating func roll(_ keys: [UInt16], gaps: [Int], holds: [Int]) {
    var ends: [(time: Int, key: UInt16)] = []
    for (index, key) in keys.enumerated() {
      let start = now
      press(key)
      ends.append((start + holds[index % holds.count], key))
      let next = start + gaps[index % gaps.count]
      for end in ends.filter({ $0.time < next }).sorted(by: { $0.time < $1.time }) {
        now = end.time
        release(end.key)
      }
      ends.removeAll { $0.time < next }
      now = next
    }
    for end in ends.sorted(by: { $0.time < $1.time }) {
      now = max(now, end.time)
      release(end.key)
    }
  }

  /// Presses all keys in one frame and releases them in another.
  mutating func chord(_ keys: [UInt16], hold: Int) {
    for key in keys { press(key) }
    wait(hold)
    for key in keys { release(key) }
  }

  /// Whether a judge that watched all of it was convinced.
  var isProven: Bool {
    var judge = TypingJudge()
    return moments.reduce(false) { judge.take($1.change, at: $1.time) || $0 }
  }
}
