import InputDevices
import KeyboardGuide

/// What an administrator sets in `keyguided.toml` and its drop-ins; `SettingKey.all` has every key.
public struct DaemonSettings: Equatable, Sendable {
  /// Whether all keys are read, so that typing on a keyboard that does not count hides the on-screen keyboard.
  public var typingActivity = false
  /// Whether external keyboards are ignored until somebody says otherwise on the socket.
  public var ignoreExternalKeyboards = false
  /// Who may do what on the socket.
  public var access = AccessSettings()
  /// How much clients may ask for.
  public var limits = ServiceLimits()
  /// Seconds until a provider that has not answered a request counts as slow.
  public var requestTimeout = 2.0
  /// Sizes, languages, motion and policy, the same for all seats.
  public var seat = SeatConfiguration()
  /// What keys do.
  public var chords = ChordTable.standard

  public init() {}
}
