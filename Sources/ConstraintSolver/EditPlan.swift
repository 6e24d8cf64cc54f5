/// What follows from constants that move: a list of variables, each a linear function of them.
///
/// Values are computed from the point at which the constants stood when they began to move, never from the value before,
/// and with exact coefficients: so a value is always the double nearest to the exact solution, nothing adds up over a
/// million edits, and the way back ends at the same bits. The plan holds until the basis changes, which the solver sees to.
///
/// The variables that move are the plan's targets. They stand side by side, in an order of the plan's own, so that an edit
/// is one pass over a few lists of numbers; the solver's table has their values again when the plan ends.
struct EditPlan: ~Copyable {
  /// More constants than this do not move at once: the point is settled anew instead.
  static let capacity = 8
  /// Beyond this, rounding errors of the coefficients would begin to show: the point is settled anew.
  static let largestShift = 1e6

  var moving = Store<MovingConstant>()
  /// With one moving constant: the shifts that leave the basis the optimal one.
  var reach = ShiftRange.none
  var targetCount = 0
  /// Which targets plain doubles serve; see ``Exactness``.
  var exactness = Exactness()
  /// Whether the second of the two lists of values is the present one; the other one has those before the last edit.
  var isSecondPresent = false
  /// By target: base, coefficient for each moving constant, the values, and those before the last edit.
  ///
  /// In one piece, so that an edit of a window that has not been touched for a while waits for few cache lines.
  var numbers = Store<Double>()
  /// By target: what the doubles among the numbers leave of base and coefficients.
  var baseRests = Store<Double>()
  var coefficientRests = Store<Double>()
  /// By target: the variable, and the row that has it.
  var targets = Store<Int32>()
  var targetRows = Store<Int32>()
  /// The targets in the order of their variables.
  var order = Store<Int32>()
  /// By variable: its target, or −1.
  var targetOfVariable = Store<Int32>()
  /// Smaller values are zero, but for what even exact numbers leave.
  var zero = 0.0

  /// Rows that must not fall below zero; a row's complement for one that must not rise, both for one that must do neither.
  var guards = Store<Int32>()
  /// By guard: base, coefficient for each moving constant, and room for the value; the opposite ones of a complement.
  var guardNumbers = Store<Double>()
  /// By moving constant, then variable: how far that moves, exactly.
  var exactColumns = Store<DoubleDouble>()

  func copy() -> EditPlan {
    var copy = EditPlan()
    copy.moving = moving.copy()
    copy.reach = reach
    copy.targetCount = targetCount
    copy.exactness = exactness
    copy.isSecondPresent = isSecondPresent
    copy.numbers = numbers.copy()
    copy.baseRests = baseRests.copy()
    copy.coefficientRests = coefficientRests.copy()
    copy.targets = targets.copy()
    copy.targetRows = targetRows.copy()
    copy.order = order.copy()
    copy.targetOfVariable = targetOfVariable.copy()
    copy.zero = zero
    copy.guards = guards.copy()
    copy.guardNumbers = guardNumbers.copy()
    copy.exactColumns = exactColumns.copy()
    return copy
  }

  /// Roughly the bytes of memory that it holds.
  var footprint: Int { (numbers.count + guardNumbers.count) * 8 + exactColumns.count * 16 + targetOfVariable.count * 4 }

  // MARK: Moving constants

  var isEmpty: Bool { moving.count == 0 }
  var count: Int { moving.count }

  /// Whether a constraint moves now that `isWanted`.
  func moves(_ isWanted: (ConstraintID) -> Bool) -> Bool {
    moving.indices.contains { moving[$0].shift != 0 && isWanted(ConstraintID(rawValue: moving[$0].constraint)) }
  }

  /// The place of a constraint among those that move.
  func position(of constraint: Int) -> Int? { moving.indices.first { Int(moving[$0].constraint) == constraint } }

  /// Moves a constraint's constant if it is the only one that moves, and no row minds; else nothing is done.
  @inline(__always)
  mutating func moveAlone(_ id: ConstraintID, to value: Double) -> Bool {
    guard moving.count == 1, moving[0].constraint == id.rawValue else { return false }
    var constant = moving[0]
    constant.set(value * constant.sign)
    guard reach.contains(constant.shift) else { return false }
    moving[0] = constant
    move()
    return true
  }

  /// Has one more constant move, which stands at its value of the point.
  mutating func append(
    _ constant: MovingConstant, column: borrowing Store<DoubleDouble>, _ variables: inout VariableTable,
    _ tableau: borrowing Tableau
  ) {
    returnValues(to: &variables)
    moving.append(constant)
    exactColumns.append(column, column.indices)
    build(variables, tableau)
  }

  mutating func setConstant(_ value: Double, at position: Int) { moving[position].set(value * moving[position].sign) }

  /// The largest shift, which says how far rounding errors of the coefficients reach.
  var largestShift: Double { moving.indices.reduce(0) { max($0, abs(moving[$1].shift)) } }

  /// Keeps the constants, so that they can come back.
  mutating func save() { for position in moving.indices { moving[position].save() } }

  /// Takes back what has moved since the constants were kept.
  mutating func revert() { for position in moving.indices { moving[position].revert() } }
}
