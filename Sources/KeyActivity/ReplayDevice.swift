import DeviceClassification

/// What a replay knows of a device node.
public struct ReplayDevice: Equatable, Sendable {
  public var verdict: Verdict
  /// The physical device that the node is part of.
  public var group: String
  /// Whether it is part of the machine, so that its keys are behind the screen in tablet mode.
  public var isBuiltIn: Bool

  public init(verdict: Verdict, group: String, isBuiltIn: Bool = false) {
    self.verdict = verdict
    self.group = group
    self.isBuiltIn = isBuiltIn
  }
}
