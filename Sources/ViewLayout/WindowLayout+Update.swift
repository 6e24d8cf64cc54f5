import ConstraintSolver
import Geometry

extension WindowLayout {
  /// Has another geometry hold, in one step, and returns the views whose frames are others now, by their places.
  ///
  /// Where the keyboard leaves or enters the reach of a tracked set, sets that hold no more are taken away before those
  /// that hold now are added (R98). When it throws, all is as before.
  public mutating func update(_ newer: LayoutGeometry) throws(LayoutError) -> [Int] {
    guard newer != geometry else { return [] }
    // Another direction is another set of numbers.
    guard newer.isRightToLeft == geometry.isRightToLeft, newer.scale == geometry.scale else {
      return try replace(by: document, in: newer)
    }
    let sets = Self.activeSets(of: document, in: newer)
    do throws(SolverError) {
      if sets == activeSets {
        try moveGuides(to: newer)
      } else {
        try switchSets(to: sets, newer)
      }
    } catch {
      throw LayoutError(error, plan)
    }
    geometry = newer
    let hasSwitched = sets != activeSets
    activeSets = sets
    let changed = takeFrames()
    if hasSwitched || !conflicts.isEmpty || !solver.brokenConstraints.isEmpty { report(hasSwitched: hasSwitched) }
    return changed
  }

  /// Has another document hold, and returns the views of it whose frames are others than those of the same name before.
  public mutating func replace(by document: LayoutDocument, in geometry: LayoutGeometry) throws(LayoutError) -> [Int] {
    let former = Dictionary(
      zip(self.document.views.map(\.name), frames), uniquingKeysWith: { first, _ in first })
    self = try WindowLayout(document, in: geometry)
    return document.views.indices.filter { former[document.views[$0].name] != frames[$0] }
  }

  // MARK: In the solver

  private mutating func moveGuides(to newer: LayoutGeometry) throws(SolverError) {
    edits.removeAll(keepingCapacity: true)
    for (index, guide) in plan.guides.enumerated() {
      let frame = newer.frame(of: guide, in: document)
      let former = geometry.frame(of: guide, in: document)
      for part in RectanglePart.allCases where frame.value(of: part) != former.value(of: part) {
        edits.append((id: plan.constraint(part, ofGuide: index), value: -frame.value(of: part)))
      }
    }
    try solver.setConstants(edits)
  }

  private mutating func switchSets(to sets: [Int], _ newer: LayoutGeometry) throws(SolverError) {
    var changes = SolverChanges()
    for set in activeSets where !sets.contains(set) { for planned in plan.tracked[set] { changes.remove(planned.id) } }
    for set in sets where !activeSets.contains(set) {
      for planned in plan.tracked[set] { changes.add(planned.constraint, as: planned.id) }
    }
    for (index, guide) in plan.guides.enumerated() {
      let frame = newer.frame(of: guide, in: document)
      for part in RectanglePart.allCases {
        changes.setConstant(-frame.value(of: part), of: plan.constraint(part, ofGuide: index))
      }
    }
    try solver.apply(changes)
  }

  /// Takes the frames of the views that the solver has moved; the places of those that are others on whole pixels.
  private mutating func takeFrames() -> [Int] {
    var changed: [Int] = []
    // Variables come by their ids, so those of one view come together.
    var last = -1
    solver.forEachChangedVariable { variable in
      guard let view = plan.view(of: variable), view != last else { return }
      last = view
      let frame = frame(ofView: view)
      if frame != frames[view] {
        frames[view] = frame
        changed.append(view)
      }
    }
    return changed
  }
}
