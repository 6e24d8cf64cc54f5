import InputDevices
import KeyboardGuide
import TOML

/// One key of the configuration: where it stands, how it is read, and how its value is written.
///
/// Reading, `keyguidectl config show`, the search for unknown keys and the test of the documentation go by `all`.
struct SettingKey {
  typealias Read = @MainActor (inout SettingsDraft, _ value: TOMLValue, _ what: String) throws(TOMLError) -> Void
  typealias Write = @MainActor (DaemonSettings) -> String

  /// How a kind of value is read and written.
  struct Kind {
    let read: Read
    let write: Write
  }

  /// As in "Keyboard"; nil: it stands at the top of the file.
  let section: String?
  let name: String
  let kind: Kind

  /// As in `Keyboard.Policy`.
  var path: String { section.map { "\($0).\(name)" } ?? name }

  /// The value as TOML; what holds without any file is that of `DaemonSettings()`.
  func text(_ settings: DaemonSettings) -> String { kind.write(settings) }
}

extension SettingKey {
  /// The section that says who may do what.
  static let accessSection = "Access"

  /// Every key, in the order of the documented file.
  static let all: [SettingKey] =
    keys(
      of: nil,
      [
        ("TypingActivity", flag(\.typingActivity)), ("IgnoreExternalKeyboards", flag(\.ignoreExternalKeyboards)),
        ("Language", languages),
      ])
    + keys(
      of: accessSection,
      [
        (AccessRight.monitor.settingName, name(\.access.monitor)),
        (AccessRight.layout.settingName, name(\.access.layout)),
        (AccessRight.control.settingName, name(\.access.control)),
        (AccessRight.provide.settingName, name(\.access.provide)),
        (AccessRight.administer.settingName, name(\.access.administer)), ("Group", word(\.access.group)),
      ])
    + keys(
      of: "Limits",
      [
        ("MessageSize", count(\.limits.varlink.messageSize, in: 4096...1 << 24)),
        ("Connections", count(\.limits.varlink.connections, in: 1...1 << 20)),
        ("ConnectionsPerUser", count(\.limits.varlink.connectionsPerUser, in: 1...1 << 20)),
        ("UnreadBytesPerUser", count(\.limits.varlink.unreadBytesPerUser, in: 4096...1 << 30)),
        ("UnansweredCalls", count(\.limits.varlink.unansweredCalls, in: 1...1 << 20)),
        ("CallsPerSecond", count(\.limits.varlink.callsPerSecond, in: 0...1_000_000)),
        ("CallBurst", count(\.limits.varlink.callBurst, in: 1...1_000_000)),
        ("WindowsPerUser", count(\.limits.windowsPerUser, in: 1...1 << 20)),
        ("LayoutBytesPerUser", count(\.limits.layoutBytesPerUser, in: 0...1 << 40)),
        ("LayoutBytes", count(\.limits.layoutBytes, in: 0...1 << 40)),
        ("HistoryChanges", count(\.limits.history.changes, in: 0...1 << 20)),
        ("HistoryBytes", count(\.limits.history.bytes, in: 0...1 << 30)),
      ])
    + keys(of: "Providers", [("RequestTimeout", number(\.requestTimeout, in: 0.01...60))])
    + keys(
      of: "Keyboard",
      [
        ("Policy", name(\.seat.policy)), ("LandscapeHeight", length(\.seat.landscapeKeyboardHeight)),
        ("PortraitHeight", length(\.seat.portraitKeyboardHeight)),
        ("UndockedRise", length(\.seat.undockedKeyboardRise)),
        ("FloatingWidth", length(\.seat.floatingKeyboardWidth)),
        ("FloatingHeight", length(\.seat.floatingKeyboardHeight)),
        ("TransitionDuration", seconds(\.seat.transitionDuration)), ("TransitionCurve", name(\.seat.transitionCurve)),
        ("DragTimeout", seconds(\.seat.dragTimeout)),
      ])
    + keys(
      of: "Screen",
      [
        ("Width", length(\.seat.screen.width, atLeast: 1)), ("Height", length(\.seat.screen.height, atLeast: 1)),
        ("BottomInset", length(\.seat.screen.bottomInset)),
      ])
    + keys(
      of: "Bar",
      [
        ("Height", length(\.seat.barHeight)), ("ItemWidth", length(\.seat.barItemWidth)),
        ("Spacing", length(\.seat.barSpacing)), ("SuggestionsWidth", length(\.seat.suggestionsWidth)),
        ("SystemItems", systemItems), ("PillWidth", length(\.seat.pillWidth)),
        ("PillHeight", length(\.seat.pillHeight)),
        ("PillMargin", length(\.seat.pillMargin)), ("OverlayModifiers", modifiers(\.seat.overlayModifiers)),
        ("OverlayDelay", seconds(\.seat.overlayDelay)),
      ])
    + keys(
      of: "Guide",
      [
        ("NearTop", distance(\.seat.nearDistances.top)), ("NearLeading", distance(\.seat.nearDistances.leading)),
        ("NearBottom", distance(\.seat.nearDistances.bottom)),
        ("NearTrailing", distance(\.seat.nearDistances.trailing)),
        ("NarrowWindowFraction", number(\.seat.narrowWindowFraction, in: 0...1)),
        ("UndockedCanBeNearBottom", flag(\.seat.undockedCanBeNearBottom)),
      ])
    + keys(of: "Chords", KeyAction.allCases.map { ($0.settingName, chords($0)) })

  /// The names of all sections.
  static let sections: [String] = all.compactMap(\.section).reduce(into: []) { sections, section in
    if sections.last != section { sections.append(section) }
  }

  /// The keys of one section; nil stands for the top of the file.
  static func keys(in section: String?) -> [SettingKey] { all.filter { $0.section == section } }

  private static func keys(of section: String?, _ keys: [(String, Kind)]) -> [SettingKey] {
    keys.map { SettingKey(section: section, name: $0, kind: $1) }
  }
}
