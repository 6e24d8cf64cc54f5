/// An unknown of the simplex method: a variable, or how far a constraint's sum is from zero (its deviation).
///
/// Their order, and thus every decision between equals, follows from identifiers alone.
struct Symbol: Hashable, Comparable {
  let rawValue: Int32

  init(variable index: Int) { rawValue = Int32(truncatingIfNeeded: 2 * index) }
  init(constraint index: Int) { rawValue = Int32(truncatingIfNeeded: 2 * index + 1) }

  var isVariable: Bool { rawValue & 1 == 0 }
  /// The index of the variable or constraint.
  var index: Int { Int(rawValue) >> 1 }
  /// Where a table by symbol holds it.
  var slot: Int { Int(rawValue) }

  static func < (left: Symbol, right: Symbol) -> Bool { left.rawValue < right.rawValue }
}

/// Which values a symbol may have, and whether it costs something to leave zero.
///
/// Zero is the only place where any of this changes. That is why one kind of row serves for all: required or not,
/// equation or not. A deviation of "at most" is counted with the opposite sign, so there is no such kind.
enum Nature: UInt8 {
  /// Any value, at no cost: most variables.
  case free
  /// Zero and above, at no cost: sizes, and what required inequalities leave.
  case nonNegative
  /// Only zero: required equations.
  case fixed
  /// Any value; both sides of zero cost: other equations.
  case wishedZero
  /// Any value; below zero costs: other inequalities.
  case wishedNonNegative

  var canRise: Bool { self != .fixed }
  var canFall: Bool { self != .fixed && self != .nonNegative }
  var isHard: Bool { self == .fixed || self == .nonNegative }
  var isWish: Bool { self == .wishedZero || self == .wishedNonNegative }
}

/// The side of zero that a basic symbol is on, and does not leave without a pivot.
enum Side: Int8 {
  case above = 1
  case below = -1
  /// Zero means nothing to it.
  case any = 0
}
