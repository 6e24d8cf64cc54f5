/// What is wrong with a layout, and where in it.
public struct LayoutDocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// As in `constraints[2]` or `views.toolbar.parent`.
  public var place: String
  public var problem: String

  public init(_ place: String, _ problem: String) {
    self.place = place
    self.problem = problem
  }

  public var description: String { "\(place): \(problem)" }
}

extension LayoutDocument {
  /// Bounds, so that one window's layout is a bounded work.
  public static let mostViews = 1000
  public static let mostConstraints = 5000
  public static let mostTrackedSets = 64

  /// Throws what is wrong first: names, parents, numbers, and whether every constraint makes one (R178 to R181).
  public func validate() throws(LayoutDocumentError) {
    guard views.count <= Self.mostViews else {
      throw LayoutDocumentError("views", "\(views.count) are more than the \(Self.mostViews) that a layout can have")
    }
    let count = constraints.count + trackedSets.reduce(0) { $0 + $1.constraints.count }
    guard count <= Self.mostConstraints else {
      throw LayoutDocumentError(
        "constraints", "\(count) are more than the \(Self.mostConstraints) that a layout can have")
    }
    guard trackedSets.count <= Self.mostTrackedSets else {
      throw LayoutDocumentError("tracked", "there can be \(Self.mostTrackedSets) sets")
    }
    guard spacing.isFinite, spacing >= 0 else { throw LayoutDocumentError("spacing", "must be 0 or more points") }
    let names = try validateViews()
    var ids: Set<String> = []
    for (index, constraint) in constraints.enumerated() {
      try Self.validate(constraint, "constraints[\(index)]", names, &ids)
    }
    var conditions: Set<TrackedSet.Condition> = []
    for (index, set) in trackedSets.enumerated() {
      let place = "tracked[\(index)]"
      guard !set.condition.edges.isEmpty else {
        throw LayoutDocumentError(place, "a set needs at least one edge to be near or away from")
      }
      guard conditions.insert(set.condition).inserted else {
        throw LayoutDocumentError(place, "another set has the same edges: put all constraints into one")
      }
      for (number, constraint) in set.constraints.enumerated() {
        try Self.validate(constraint, "\(place).constraints[\(number)]", names, &ids)
      }
    }
  }

  private func validateViews() throws(LayoutDocumentError) -> Set<String> {
    var names = Set(LayoutGuide.allCases.map(\.rawValue))
    for view in views {
      let place = "views.\(view.name)"
      guard let first = view.name.first, first.isLetter,
        view.name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), view.name != "spacing"
      else { throw LayoutDocumentError(place, "a name has letters, digits and '_', and begins with a letter") }
      guard names.insert(view.name).inserted else {
        throw LayoutDocumentError(place, "the name is taken, by another view or a guide")
      }
      let lengths = [
        view.intrinsicSize.horizontal, view.intrinsicSize.vertical, view.firstBaselineFromTop,
        view.lastBaselineFromBottom,
      ]
      guard lengths.compactMap({ $0 }).allSatisfy({ (0...LayoutConstraint.greatestNumber).contains($0) }) else {
        throw LayoutDocumentError(place, "sizes and baselines must be 0 or more points")
      }
      let priorities = [
        view.hugging.horizontal, view.hugging.vertical, view.compressionResistance.horizontal,
        view.compressionResistance.vertical,
      ]
      guard priorities.allSatisfy({ (1...LayoutConstraint.required).contains($0) }) else {
        throw LayoutDocumentError(place, "hugging and compression resistance are priorities from 1 to 1000")
      }
    }
    try validateParents()
    return names
  }

  /// R196: everything has the window as its ancestor.
  private func validateParents() throws(LayoutDocumentError) {
    let parents = Dictionary(views.map { ($0.name, $0.parent) }, uniquingKeysWith: { first, _ in first })
    for view in views {
      var ancestor = view.parent
      // A chain that is longer than there are views comes back to itself.
      for _ in 0...views.count {
        guard let name = ancestor, name != LayoutGuide.view.rawValue else { break }
        guard let next = parents[name] else {
          throw LayoutDocumentError("views.\(view.name).parent", "there is no view '\(name)'")
        }
        ancestor = next
      }
      guard ancestor == nil || ancestor == LayoutGuide.view.rawValue else {
        throw LayoutDocumentError("views.\(view.name).parent", "the view would lie in itself")
      }
    }
  }

  private static func validate(
    _ constraint: LayoutConstraint, _ place: String, _ names: Set<String>, _ ids: inout Set<String>
  ) throws(LayoutDocumentError) {
    if let problem = constraint.problem { throw LayoutDocumentError(place, "\(problem)") }
    for anchor in [constraint.first, constraint.second].compactMap({ $0 }) where !names.contains(anchor.item) {
      throw LayoutDocumentError(place, "there is no view or guide '\(anchor.item)', as in '\(constraint)'")
    }
    if let id = constraint.id, !ids.insert(id).inserted {
      throw LayoutDocumentError(place, "the id '\(id)' is taken by another constraint")
    }
  }
}
