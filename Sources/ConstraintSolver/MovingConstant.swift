/// A constraint's constant that moves, as the solver counts with it.
struct MovingConstant: BitwiseCopyable {
  let constraint: Int32
  /// −1 where the solver counts with the opposite of the caller's constant.
  let sign: Double
  /// The constant at the plan's point, and now.
  let origin: Double
  private(set) var constant: Double
  /// Constant less origin, and what rounding leaves of that.
  private(set) var shift = 0.0
  private(set) var shiftRest = 0.0
  private var saved: Double

  init(constraint: Int, sign: Double, origin: Double) {
    self.constraint = Int32(truncatingIfNeeded: constraint)
    self.sign = sign
    self.origin = origin
    constant = origin
    saved = origin
  }

  @inline(__always)
  mutating func set(_ constant: Double) {
    self.constant = constant
    (shift, shiftRest) = DoubleDouble.exactSum(constant, -origin)
  }

  mutating func save() { saved = constant }
  mutating func revert() { set(saved) }
}

/// The shifts from `lowest` to `highest`.
struct ShiftRange {
  var lowest: Double
  var highest: Double

  /// Contains nothing.
  static let none = ShiftRange(lowest: 1, highest: -1)

  @inline(__always)
  func contains(_ shift: Double) -> Bool { lowest <= shift && shift <= highest }
}
