import JSON

/// What a sequence came to: what the readers counted, and what follows from it about keyboards and people.
public struct ReplayReport: Equatable, Sendable {
  public var keys: KeyTally
  /// The keys that are down when the sequence ends, by node; nodes with none are left out.
  public var downAtEnd: [String: [UInt16]]
  /// The LEDs that are lit when the sequence ends, by node; nodes with none are left out.
  public var ledsOn: [String: [UInt16]]
  /// How many keyboards are there when the sequence ends; the nodes of one device are one keyboard.
  public var keyboards: Int
  /// Whether a keyboard was there: at the start, and from each change on.
  public var presence: [PresenceChange]
  /// When a person pressed a typing key of a keyboard, in microseconds, in order of arrival.
  public var typingTimes: [Int]
  /// The nodes on which a person pressed any key of a keyboard.
  public var activeDevices: [String]
  /// When a typing key that a person had pressed changed last: its press, its release, or the end of its hold.
  public var activityEndsAt: Int?
  /// Whether keys came at a person's pace on every node; nil when nothing tells.
  public var isHumanPaced: Bool?
  /// Whether use has shown an unproven device to be a keyboard.
  public var promotes: Bool

  /// Whether a person typed on a keyboard.
  public var hasTextActivity: Bool { !typingTimes.isEmpty }

  /// Whether a keyboard is there when the sequence ends.
  public var isKeyboardPresent: Bool { keyboards > 0 }

  /// The position in which the tablet-mode switch stays; nil when it never moved.
  public var settledTabletMode: Bool? { keys.tabletMode.last?.isOn }
}

extension ReplayReport: JSONEncodable {
  /// Writes one object; what does not follow from the sequence is left out.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in encodeMembers(to: &writer) }
  }

  /// Writes the members alone, for an object that has more.
  func encodeMembers(to writer: inout JSONWriter) {
    writer.member("presses", keys.presses)
    writer.member("releases", keys.releases)
    writer.member(
      "repeats", named: keys.repeats.map { (name: "\($0.key.node):\($0.key.key)", value: $0.value) })
    writer.member("stray_releases", keys.strayReleases)
    writer.member("duplicate_presses", keys.duplicatePresses)
    writer.member("synthetic_releases", keys.syntheticReleases)
    writer.member("adopted", keys.adopted)
    writer.member("down_at_end", named: downAtEnd.map { (name: $0.key, value: $0.value.map(Int.init)) })
    writer.member("dropped", keys.dropped)
    writer.member("tablet_mode", keys.tabletMode)
    writer.member("leds_on", named: ledsOn.map { (name: $0.key, value: $0.value.map(Int.init)) })
    writer.member("text_activity", hasTextActivity)
    writer.member("keyboard_present", isKeyboardPresent)
    writer.member("presence", presence)
    writer.member("human_paced", isHumanPaced)
    writer.member("promote", promotes)
    writer.member("keyboards", keyboards)
    writer.member("typing_times", typingTimes)
    writer.member("active_devices", activeDevices)
    writer.member("activity_ends_at", activityEndsAt)
    writer.member("tablet_mode_settled", settledTabletMode.map { $0 ? 1 : 0 })
  }
}

extension JSONWriter {
  /// Writes a member whose value is an object with names of the data's own, in the order of the names.
  fileprivate mutating func member(_ name: StaticString, named members: [(name: String, value: some JSONEncodable)]) {
    // The writer takes only names that are known when the program is built; any other is written as a string first.
    var object = [UInt8(ascii: "{")]
    for (index, member) in members.sorted(by: { $0.name < $1.name }).enumerated() {
      if index > 0 { object.append(UInt8(ascii: ",")) }
      var part = JSONWriter()
      part.value(member.name)
      part.terminate(with: UInt8(ascii: ":"))
      member.value.encode(to: &part)
      object += part.bytes
    }
    object.append(UInt8(ascii: "}"))
    key(name)
    verbatim(object)
  }
}
