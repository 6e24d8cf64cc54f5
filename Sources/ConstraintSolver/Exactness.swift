/// Which of a plan's targets plain doubles serve: those for which base + coefficient · shift is exact, or one rounding.
///
/// Layouts are made of whole points, halves and small factors. Sums of such numbers need no more bits than a double has,
/// as long as all of them are on a grid. Off the grid, the sum of a double and a double times a power of two is rounded
/// once, which is the nearest double as well. What is neither is computed with twice the bits.
///
/// The targets are sorted so that each case is a range: rounded once only, both, on the grid only, neither.
struct Exactness {
  private var ends: (Int, Int, Int) = (0, 0, 0)

  /// In which range a target belongs, from 0 to 3.
  static func rank(base: DoubleDouble, coefficients: [DoubleDouble]) -> Int {
    guard base.low == 0 else { return 3 }
    var isOnGrid = abs(base.high) <= 0x1p31 && isMultiple(base.high, of: 0x1p-20)
    var isRoundedOnce = true
    for coefficient in coefficients {
      guard coefficient.low == 0 else { return 3 }
      isOnGrid = isOnGrid && abs(coefficient.high) <= 0x1p8 && isMultiple(coefficient.high, of: 0x1p-8)
      isRoundedOnce = isRoundedOnce && coefficient.high.significand == 1
    }
    return isRoundedOnce ? (isOnGrid ? 1 : 0) : (isOnGrid ? 2 : 3)
  }

  /// Notes that a target of this rank comes next.
  mutating func count(rank: Int) {
    if rank < 1 { ends.0 += 1 }
    if rank < 2 { ends.1 += 1 }
    if rank < 3 { ends.2 += 1 }
  }

  /// The targets that plain doubles serve when a single constant has moved by this much.
  @inline(__always)
  func targets(_ constant: MovingConstant) -> Range<Int> {
    guard constant.shiftRest == 0 else { return 0..<0 }
    return 0..<(Self.isOnGrid(constant.shift) ? ends.2 : ends.1)
  }

  /// The same when several have moved: then a sum is rounded more than once, off the grid.
  func targets(_ constants: borrowing Store<MovingConstant>) -> Range<Int> {
    for position in constants.indices
    where constants[position].shiftRest != 0 || !Self.isOnGrid(constants[position].shift) { return 0..<0 }
    return ends.0..<ends.2
  }

  /// A shift is at most a million: eight products of one with a coefficient, and the base, take 52 bits.
  @inline(__always)
  private static func isOnGrid(_ shift: Double) -> Bool { isMultiple(shift, of: 0x1p-12) }

  @inline(__always)
  private static func isMultiple(_ value: Double, of step: Double) -> Bool {
    let quotient = value / step
    return quotient == quotient.rounded(.toNearestOrEven)
  }
}
