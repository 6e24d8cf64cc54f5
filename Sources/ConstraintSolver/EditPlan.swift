/// What follows from constants that move: a list of variables, each a linear function of them.
///
/// Values are computed from the point at which the constants stood when they began to move, never from the value before,
/// and with exact coefficients: so a value is always the double nearest to the exact solution, nothing adds up over a
/// million edits, and the way back ends at the same bits. The plan holds until the basis changes, which the solver sees to.
struct EditPlan {
  /// More constants than this do not move at once: the point is settled anew instead.
  static let capacity = 8

  /// The constraints whose constants move, and what these were at the point.
  var moving: [Int32] = []
  var origins: [Double] = []
  var signs: [Double] = []
  var constants: [Double] = []
  /// Constants less origins, and what rounding leaves of that.
  var shifts: [Double] = []
  var remainders: [Double] = []
  var savedConstants: [Double] = []
  var exactColumns: [[DoubleDouble]] = []
  /// Smaller values are zero, but for what even exact numbers leave.
  var zero = 0.0

  /// Variables that move: their value at the point, and one coefficient for each moving constant.
  var targets: [Int32] = []
  var targetRows: [Int32] = []
  var targetBases: [DoubleDouble] = []
  var targetCoefficients: [DoubleDouble] = []
  /// Whether base and coefficients are doubles, and the coefficient a power of two: then doubles give the exact result.
  var targetIsSimple: [Bool] = []
  /// Rows that must stay on their side of zero.
  var guards: [Guard] = []
  var guardCoefficients: [Double] = []
  /// With one moving constant: the shifts that no guard minds.
  var reach = 0.0...0.0
  /// By row: the place among those that the columns of the moving constants have met so far.
  var metRows: [Int32] = []
  var rows: [Int32] = []
  var coefficients: [Double] = []

  struct Guard {
    var row: Int32
    var base: Double
    var mayBeAbove: Bool
    var mayBeBelow: Bool

    func allows(_ value: Double, _ tolerance: Double) -> Bool {
      (mayBeAbove || value <= tolerance) && (mayBeBelow || value >= -tolerance)
    }
  }

  var isEmpty: Bool { moving.isEmpty }
  var count: Int { moving.count }

  /// Whether a constraint moves now that `isWanted`.
  func moves(_ isWanted: (ConstraintID) -> Bool) -> Bool {
    moving.indices.contains { shifts[$0] != 0 && isWanted(ConstraintID(rawValue: moving[$0])) }
  }

  /// −1 for a constraint that the solver counts with the opposite sign.
  func sign(at position: Int) -> Double { signs[position] }

  /// The place of a constraint among those that move.
  @inline(__always)
  func position(of constraint: Int) -> Int? {
    for position in moving.indices where Int(moving[position]) == constraint { return position }
    return nil
  }

  mutating func clear() {
    moving.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
    signs.removeAll(keepingCapacity: true)
    constants.removeAll(keepingCapacity: true)
    shifts.removeAll(keepingCapacity: true)
    remainders.removeAll(keepingCapacity: true)
    exactColumns.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    guards.removeAll(keepingCapacity: true)
  }

  /// Has one more constant move, which stands at its value of the point.
  mutating func append(
    _ constraint: Int, constant: Double, sign: Double, column: [DoubleDouble], _ variables: VariableTable,
    _ tableau: borrowing Tableau
  ) {
    moving.append(Int32(truncatingIfNeeded: constraint))
    origins.append(constant)
    signs.append(sign)
    constants.append(constant)
    shifts.append(0)
    remainders.append(0)
    exactColumns.append(column)
    build(variables, tableau)
  }

  @inline(__always)
  mutating func setConstant(_ constant: Double, at position: Int) {
    constants[position] = constant
    (shifts[position], remainders[position]) = DoubleDouble.exactSum(constant, -origins[position])
  }

  func constant(at position: Int) -> Double { constants[position] }

  /// The largest shift, which says how far rounding errors of the coefficients reach.
  var largestShift: Double {
    var largest = 0.0
    for shift in shifts { largest = max(largest, abs(shift)) }
    return largest
  }

  /// Keeps the constants, so that they can come back.
  mutating func save() {
    savedConstants.removeAll(keepingCapacity: true)
    savedConstants.append(contentsOf: constants)
  }

  /// Takes back what has moved since the constants were kept.
  mutating func revert() {
    for position in moving.indices {
      setConstant(position < savedConstants.count ? savedConstants[position] : origins[position], at: position)
    }
  }

  // MARK: Applying

  /// Whether every row stays on its side, so that the basis is still the optimal one.
  func isWithinReach(_ tolerance: Double) -> Bool {
    if shifts.count == 1 { return reach.contains(shifts[0]) }
    for index in guards.indices
    where !guards[index].allows(value(guards[index].base, guardCoefficients, index), tolerance) {
      return false
    }
    return true
  }

  /// Puts the new values into the table, and notes the variables whose value is another one now.
  func move(_ variables: inout VariableTable, _ changed: inout [VariableID]) {
    let targets = targets.span
    let isSimple = targetIsSimple.span
    let bases = targetBases.span
    let coefficients = targetCoefficients.span
    let shift = shifts.count == 1 && remainders[0] == 0 ? shifts[0] : nil
    variables.withValues { values in
      changed.append(addingCapacity: targets.count) { changed in
        for index in targets.indices {
          let variable = Int(targets[index])
          let value: Double
          if let shift, isSimple[index] {
            value = bases[index].high + coefficients[index].high * shift
          } else {
            value = exactValue(index)
          }
          guard values[variable] != value else { continue }
          values[variable] = value
          changed.append(VariableID(rawValue: targets[index]))
        }
      }
    }
  }

  private func exactValue(_ index: Int) -> Double {
    var value = targetBases[index]
    for position in shifts.indices {
      let coefficient = targetCoefficients[index * shifts.count + position]
      value.add(coefficient * shifts[position])
      if remainders[position] != 0 { value.add(coefficient.high * remainders[position]) }
    }
    return abs(value.high) <= zero ? 0 : value.settled.high
  }

  /// Moves the tableau's point to where the constants are now, and the constants' record with it; then nothing moves.
  mutating func commit(_ tableau: inout Tableau, _ constraints: inout ConstraintTable) {
    for index in guards.indices {
      tableau.values[Int(guards[index].row)] = value(guards[index].base, guardCoefficients, index)
    }
    for index in targets.indices {
      tableau.values[Int(targetRows[index])] = exactValue(index)
    }
    commitConstants(&constraints)
  }

  /// The same without a point: for a tableau that the plan is not made for any more.
  mutating func commitConstants(_ constraints: inout ConstraintTable) {
    for position in moving.indices {
      constraints.setConstant(constant(at: position), of: Int(moving[position]))
    }
    clear()
  }

  @inline(__always)
  private func value(_ base: Double, _ coefficients: [Double], _ index: Int) -> Double {
    if shifts.count == 1 { return base + coefficients[index] * shifts[0] }
    var value = base
    for position in shifts.indices { value += coefficients[index * shifts.count + position] * shifts[position] }
    return value
  }
}
