extension PluginSupervisor {
  public enum Phase: Equatable, Sendable {
    case disabled
    /// Without the daemon a plugin has nothing to do.
    case awaitingDaemon
    /// Connections are made for it, and confined.
    case connecting
    /// It runs, and has not registered with the daemon yet.
    case starting
    case running(isSlow: Bool)
    /// It is told to end.
    case stopping(Sequel)
    /// It is started again at the deadline.
    case waiting
    /// It ended too often, and stays so until its file changes, or somebody asks.
    case parked
    /// It ended by itself, without an error: it has nothing to do here.
    case finished
    /// The host ends.
    case left
  }

  /// What comes after a plugin's end.
  public enum Sequel: Equatable, Sendable {
    case begin
    /// It did something that counts as a crash.
    case crash
    case leave
  }

  /// What is to be done.
  public enum Effect: Equatable, Sendable {
    /// Make connections for it; `connected` or `connectionFailed` follows.
    case connect
    /// Forget them.
    case disconnect
    /// Start it with them; `ended` follows, or `launchFailed`.
    case launch
    /// Ask it to end.
    case terminate
    /// End it and all that it has started.
    case kill
  }

  public enum Input: Equatable, Sendable {
    case daemonConnected
    /// With the reason.
    case daemonLost(String)
    case connected
    case connectionFailed(String)
    case launchFailed(String)
    case registered(isSlow: Bool)
    /// The daemon does not know it any more.
    case unregistered
    /// With the last line that it has written.
    case ended(ProcessEnd, saying: String? = nil)
    case timePassed
    /// Somebody wants it to be started anew.
    case restart
    case enable(Bool)
    /// Its manifest says something else.
    case manifestChanged(isEnabled: Bool, handshake: Double)
    /// Its executable is another one.
    case executableChanged
    case leave
  }
}
