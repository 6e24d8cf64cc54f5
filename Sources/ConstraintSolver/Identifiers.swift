/// Names a variable of one solver.
///
/// Identifiers are indices: keep them dense. An identifier may be used again after its variable was removed.
public struct VariableID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Names the variable with this index, which must fit 32 bits; one that does not names no variable.
  public init(_ index: Int) { rawValue = Int32(exactly: index) ?? -1 }

  public static func < (left: VariableID, right: VariableID) -> Bool { left.rawValue < right.rawValue }

  var index: Int { Int(rawValue) }
}

/// Names a constraint of one solver; the caller chooses it, and may take it out and put it back.
///
/// Every decision between equals is made by identifiers: the lower one, which counts as the older one, wins. Identifiers
/// are indices: keep them dense.
public struct ConstraintID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Names the constraint with this index, which must fit 32 bits; one that does not names no constraint.
  public init(_ index: Int) { rawValue = Int32(exactly: index) ?? -1 }

  public static func < (left: ConstraintID, right: ConstraintID) -> Bool { left.rawValue < right.rawValue }

  var index: Int { Int(rawValue) }
}
