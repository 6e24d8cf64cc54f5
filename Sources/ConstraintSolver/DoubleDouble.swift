/// A number of about 106 bits: the sum of two doubles, of which the first is the nearest double to it.
struct DoubleDouble: BitwiseCopyable {
  var high: Double
  var low: Double

  init(_ high: Double, _ low: Double = 0) {
    self.high = high
    self.low = low
  }

  @inline(__always)
  mutating func add(_ value: Double) {
    let (sum, error) = Self.exactSum(high, value)
    self = Self.normalised(sum, error + low)
  }

  @inline(__always)
  mutating func add(_ value: DoubleDouble) {
    let (sum, error) = Self.exactSum(high, value.high)
    self = Self.normalised(sum, error + (low + value.low))
  }

  /// The product with a double; exact but for what does not fit.
  @inline(__always)
  static func * (left: DoubleDouble, right: Double) -> DoubleDouble {
    if right == 1 { return left }
    if right == -1 { return DoubleDouble(-left.high, -left.low) }
    let (product, error) = exactProduct(left.high, right)
    return normalised(product, error + left.low * right)
  }

  /// The number without its last bits, in which errors of earlier steps may be.
  ///
  /// A solution may lie exactly between two doubles, as sums of doubles often do. Then those errors would decide between
  /// the two; without them it is always the even one.
  @inline(__always)
  var settled: DoubleDouble {
    let grain = high.ulp * 0x1p-36
    let (sum, remainder) = Self.exactSum(high, (low / grain).rounded() * grain)
    return DoubleDouble(sum, remainder)
  }

  @inline(__always)
  private static func normalised(_ high: Double, _ low: Double) -> DoubleDouble {
    let sum = high + low
    return DoubleDouble(sum, low - (sum - high))
  }

  /// The rounded sum, and what rounding has cut off.
  @inline(__always)
  static func exactSum(_ first: Double, _ second: Double) -> (Double, Double) {
    let sum = first + second
    let part = sum - first
    return (sum, (first - (sum - part)) + (second - part))
  }

  /// The rounded product, and what rounding has cut off; by halves, since not every processor has a fused multiply-add.
  @inline(__always)
  private static func exactProduct(_ first: Double, _ second: Double) -> (Double, Double) {
    let product = first * second
    let (firstHigh, firstLow) = halves(first)
    let (secondHigh, secondLow) = halves(second)
    let error =
      ((firstHigh * secondHigh - product) + firstHigh * secondLow + firstLow * secondHigh) + firstLow * secondLow
    return (product, error)
  }

  @inline(__always)
  private static func halves(_ value: Double) -> (Double, Double) {
    let scaled = value * 134_217_729
    let high = scaled - (scaled - value)
    return (high, value - high)
  }
}
