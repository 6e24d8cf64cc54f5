/// What the journal is told of; each kind has a MESSAGE_ID that stays the same in all versions.
///
/// `systemd/keyguide.catalog` explains each to whoever asks `journalctl -x`.
public enum LogEvent: String, CaseIterable, Sendable {
  /// The daemon serves clients.
  case started = "c16894cd3a244f1f87be579946c91fc0"
  /// The configuration was read anew and holds.
  case reloaded = "ebd51b1241644b2f8354349b8cef09a6"
  /// A configuration with a problem was not taken.
  case configurationWrong = "2e8fddef0ec54ed58a034dd92af21785"
  /// The configuration names a group that there is not.
  case groupUnknown = "7f3caceea71d42f381080b97eca530e0"
  /// All devices were looked at anew.
  case devicesRescanned = "8c0db67ff53e4e31bc2fa994fda7eb25"
  /// They could not be.
  case rescanFailed = "e21307db14ca4f438bf237010ba8f219"
  /// A device cannot be opened or read.
  case deviceUnusable = "092a89b61e6b4fd5bcb168c8c8a547d4"
  /// A file of device knowledge was left out.
  case deviceFileWrong = "68902e2798c8423b873653f148457ae2"
  /// A seat could not be made.
  case seatNotServed = "1feca42c79f74f1991d398f8ace5f400"
  /// Clients could not be accepted.
  case clientsTurnedAway = "4a6a062d409e44b3bc12cb324d5e13d6"
  /// Which Bluetooth keyboards are connected is not known, or known again.
  case bluetoothUnknown = "6bdf581384994faca3b444b5553d9c0e"
  /// A provider has not answered a request in time.
  case providerSlow = "51b2b25d92ef4edfa34d5607c778bf29"
  /// The kernel did not take the filter that forbids to start programs.
  case execAllowed = "bb994d0bab624652a3d6a8bd18a3a0cb"
  /// What a former process left was not taken up.
  case handoverRefused = "5d0c5e0b4b8f4f5f9d54a7a6f0a4c1e2"
  /// A plugin host runs plugins.
  case hostStarted = "fbc049705768471ea52b363160640548"
  /// The manifest of a plugin cannot be used.
  case manifestWrong = "c448860c92294a429f03dd7e1c429958"
  /// Changes of manifests are not seen.
  case manifestsNotWatched = "0e5895d9e3d548619e1f105b5fe30e84"
  /// A plugin has ended, or could not be started.
  case pluginFailed = "0ed156222c324ce58bbc6ccffc8196e6"
  /// A plugin has ended too often.
  case pluginParked = "342a19ec112b40219da90e381d0bc3f7"

  /// How much it matters.
  public var priority: LogPriority {
    switch self {
    case .configurationWrong, .rescanFailed, .seatNotServed, .manifestWrong, .pluginParked: .error
    case .providerSlow, .groupUnknown, .deviceUnusable, .deviceFileWrong, .clientsTurnedAway, .bluetoothUnknown,
      .execAllowed,
      .handoverRefused, .manifestsNotWatched, .pluginFailed:
      .warning
    case .reloaded, .devicesRescanned: .notice
    case .started, .hostStarted: .info
    }
  }
}

/// How much a line of the log matters, by syslog's numbers.
public enum LogPriority: Int, Sendable {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6
}
