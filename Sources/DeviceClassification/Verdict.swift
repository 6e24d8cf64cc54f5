/// What a node, or a physical device as a whole, is taken for.
public enum Verdict: String, CaseIterable, Sendable {
  /// A person types text on it.
  case keyboard
  /// A further node of a keyboard: its events count, it does not.
  case aux
  /// It could be a keyboard, and use will tell.
  case unproven
  case notKeyboard
}

/// The verdict about one node, and the evidence in one line.
public struct Judgement: Equatable, Sendable {
  public var verdict: Verdict
  /// For people, as in "has the typing block and lock LEDs, and no mouse beside it".
  public var reason: String

  public init(_ verdict: Verdict, _ reason: String) {
    self.verdict = verdict
    self.reason = reason
  }
}

/// The machine itself, where that is evidence: what DMI says (/sys/class/dmi/id).
public struct HostDescription: Equatable, Sendable {
  /// A guest of a hypervisor, whose keyboards nobody touches.
  public var isVirtualMachine = false
  /// A tablet or handheld, whose keyboard controller may have no keyboard behind it.
  public var isHandheld = false
  /// A screen that is taken off its keyboard.
  public var isDetachable = false
  /// A box on or under a desk: what hangs on its keyboard controller has a cable.
  public var isDesktop = false

  public init(
    isVirtualMachine: Bool = false, isHandheld: Bool = false, isDetachable: Bool = false, isDesktop: Bool = false
  ) {
    self.isVirtualMachine = isVirtualMachine
    self.isHandheld = isHandheld
    self.isDetachable = isDetachable
    self.isDesktop = isDesktop
  }
}
