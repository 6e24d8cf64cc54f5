// An edit at work: new values, the list of what has changed, and the way back into the tables.

extension EditPlan {
  /// Whether every row stays on its side, so that the basis is still the optimal one.
  mutating func isWithinReach(_ tolerance: Double) -> Bool {
    if moving.count == 1 { return reach.contains(moving[0].shift) }
    guard largestShift <= Self.largestShift else { return false }
    setGuardValues()
    return guardNumbers.hasNone(below: -tolerance, from: guardValues, count: guards.count)
  }

  private mutating func setGuardValues() {
    for position in moving.indices {
      guardNumbers.setSums(
        at: guardValues, count: guards.count, of: position == 0 ? 0 : guardValues, plus: (position + 1) * guards.count,
        times: moving[position].shift)
    }
  }

  private var guardValues: Int { (moving.count + 1) * guards.count }

  /// Computes the values that follow from the constants; those before stay known until the next time.
  @inline(__always)
  mutating func move() {
    isSecondPresent.toggle()
    let present = present
    let plain: Range<Int>
    if moving.count == 1 {
      plain = exactness.targets(moving[0])
      numbers.setSums(
        at: present + plain.lowerBound, count: plain.count, of: plain.lowerBound,
        plus: targetCount + plain.lowerBound, times: moving[0].shift)
    } else {
      plain = exactness.targets(moving)
      moveSeveral(plain)
    }
    for target in 0..<plain.lowerBound { numbers[present + target] = exactValue(target) }
    for target in plain.upperBound..<targetCount { numbers[present + target] = exactValue(target) }
  }

  private mutating func moveSeveral(_ plain: Range<Int>) {
    let first = present + plain.lowerBound
    numbers.setSums(
      at: first, count: plain.count, of: plain.lowerBound, plus: targetCount + plain.lowerBound, times: moving[0].shift)
    for position in moving.indices.dropFirst() {
      numbers.setSums(
        at: first, count: plain.count, of: first, plus: (position + 1) * targetCount + plain.lowerBound,
        times: moving[position].shift)
    }
  }

  /// Where the values begin that hold now, and those from before the last edit.
  private var present: Int { (moving.count + (isSecondPresent ? 2 : 1)) * targetCount }
  private var former: Int { (moving.count + (isSecondPresent ? 1 : 2)) * targetCount }

  private func exactValue(_ target: Int) -> Double {
    var value = DoubleDouble(numbers[target], baseRests[target])
    for position in moving.indices {
      let constant = moving[position]
      if numbers[(position + 1) * targetCount + target] == 0 { continue }
      let coefficient = DoubleDouble(
        numbers[(position + 1) * targetCount + target], coefficientRests[position * targetCount + target])
      value.add(coefficient * constant.shift)
      if constant.shiftRest != 0 { value.add(coefficient.high * constant.shiftRest) }
    }
    return abs(value.high) <= zero ? 0 : value.settled.high
  }

  // MARK: Reading

  /// The value of a variable that the plan moves.
  @inline(__always)
  func value(of variable: Int) -> Double? {
    guard variable >= 0, variable < targetOfVariable.count, targetOfVariable[variable] >= 0 else { return nil }
    return numbers[present + Int(targetOfVariable[variable])]
  }

  /// Names the variables that the last edit gave another value, in ascending order.
  func forEachChangedVariable(_ body: (VariableID) -> Void) {
    let (present, former) = (present, former)
    for index in order.indices {
      let target = Int(order[index])
      if numbers[present + target] != numbers[former + target] { body(VariableID(rawValue: targets[target])) }
    }
  }

  // MARK: Ending

  /// Moves the tableau's point to where the constants are now, which may not be where the last edit has led.
  func movePoint(of tableau: inout Tableau) {
    for index in guards.indices {
      var value = guardNumbers[index]
      for position in moving.indices {
        value += guardNumbers[(position + 1) * guards.count + index] * moving[position].shift
      }
      let guarded = Int(guards[index])
      if guarded >= 0 { tableau.values[guarded] = value } else { tableau.values[~guarded] = -value }
    }
    for target in 0..<targetCount { tableau.values[Int(targetRows[target])] = exactValue(target) }
  }

  /// Puts the values of the last edit into the table.
  func returnValues(to variables: inout VariableTable) {
    let present = present
    for target in 0..<targetCount { _ = variables.setValue(numbers[present + target], of: Int(targets[target])) }
  }

  /// Has the table record where the constants are.
  func returnConstants(to constraints: inout ConstraintTable) {
    for position in moving.indices {
      constraints.setConstant(moving[position].constant, of: Int(moving[position].constraint))
    }
  }
}
