import ConstraintSolver
import Geometry

/// A document put into numbers for one layout direction: which variable and constraint of the solver stands for what.
///
/// Ids follow from the document alone: variables in the order of guides and views, constraints in the order of guides,
/// what views are like by themselves, constraints, and tracked sets.
struct LayoutPlan: Sendable {
  /// The constraint of the solver that stands for something.
  struct Planned: Sendable {
    var id: ConstraintID
    var constraint: Constraint
  }

  let document: LayoutDocument
  /// The guides that the layout is about; the window itself always is.
  let guides: [LayoutGuide]
  /// The constraints of each tracked set.
  private(set) var tracked: [[Planned]] = []
  private let items: [String: Int]

  static let partCount = RectanglePart.allCases.count

  init(_ document: LayoutDocument, _ geometry: LayoutGeometry) {
    self.document = document
    let all = document.constraints + document.trackedSets.flatMap(\.constraints)
    let named = Set(all.flatMap { [$0.first.item, $0.second?.item ?? ""] })
    guides = LayoutGuide.allCases.filter { $0 == .view || named.contains($0.rawValue) }
    let names = guides.map(\.rawValue) + document.views.map(\.name)
    items = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let context = context(geometry)
    var next = firstConstraint + document.constraints.count
    for set in document.trackedSets {
      tracked.append(set.constraints.enumerated().map { plan($1, as: next + $0, context) })
      next += set.constraints.count
    }
  }

  /// Constraints that always hold: guides and views by themselves, then the document's own.
  func fixed(_ geometry: LayoutGeometry) -> [Planned] {
    let context = context(geometry)
    let own = document.constraints.enumerated().map { plan($1, as: firstConstraint + $0, context) }
    return guideConstraints(geometry) + viewConstraints() + own
  }

  // MARK: What stands for what

  /// How many variables there are.
  var variableCount: Int { items.count * Self.partCount }

  static func variable(_ part: RectanglePart, of item: Int) -> VariableID {
    VariableID(item * partCount + part.rawValue)
  }

  /// The item of a variable that is a view; nil for a guide's.
  func view(of variable: VariableID) -> Int? {
    let view = Int(variable.rawValue) / Self.partCount - guides.count
    return view >= 0 ? view : nil
  }

  /// A view's place among the items.
  func item(ofView view: Int) -> Int { guides.count + view }

  /// The constraint that holds a part of a guide where it is.
  func constraint(_ part: RectanglePart, ofGuide guide: Int) -> ConstraintID {
    ConstraintID(guide * Self.partCount + part.rawValue)
  }

  /// The constraints that keep a view from being larger or smaller than its content along an axis.
  func intrinsic(_ axis: Int, ofView view: Int) -> (hugging: ConstraintID, compression: ConstraintID) {
    let first = guides.count * Self.partCount + view * 4 + axis * 2
    return (ConstraintID(first), ConstraintID(first + 1))
  }

  /// The number of the document's first constraint, behind those of guides and views.
  private var firstConstraint: Int { guides.count * Self.partCount + document.views.count * 4 }

  /// What a person calls a constraint: its id, or its text.
  func label(_ id: ConstraintID) -> String {
    var index = Int(id.rawValue)
    if index < guides.count * Self.partCount {
      let guide = guides[index / Self.partCount]
      return "the place of \(guide.rawValue)"
    }
    index -= guides.count * Self.partCount
    if index < document.views.count * 4 {
      let axis = index % 4 < 2 ? "width" : "height"
      let name = document.views[index / 4].name
      return index % 2 == 0 ? "\(name) hugs its content's \(axis)" : "\(name) resists compression of its \(axis)"
    }
    index -= document.views.count * 4
    let all = document.constraints + document.trackedSets.flatMap(\.constraints)
    guard all.indices.contains(index) else { return "constraint \(index)" }
    return all[index].id ?? all[index].description
  }

  // MARK: Making it

  private func guideConstraints(_ geometry: LayoutGeometry) -> [Planned] {
    guides.enumerated().flatMap { index, guide in
      let frame = geometry.frame(of: guide, in: document)
      return RectanglePart.allCases.map { part in
        let term = LinearTerm(Self.variable(part, of: index))
        let constraint = Constraint([term], constant: -frame.value(of: part), .equal, isSystem: true)
        return Planned(id: self.constraint(part, ofGuide: index), constraint: constraint)
      }
    }
  }

  private func viewConstraints() -> [Planned] {
    var planned: [Planned] = []
    for (index, view) in document.views.enumerated() {
      for axis in 0..<2 {
        guard let size = axis == 0 ? view.intrinsicSize.horizontal : view.intrinsicSize.vertical else { continue }
        let ids = intrinsic(axis, ofView: index)
        let term = LinearTerm(Self.variable(axis == 0 ? .width : .height, of: item(ofView: index)))
        let hugging = axis == 0 ? view.hugging.horizontal : view.hugging.vertical
        let resistance = axis == 0 ? view.compressionResistance.horizontal : view.compressionResistance.vertical
        planned.append(
          Planned(id: ids.hugging, constraint: Constraint([term], constant: -size, .atMost, priority: hugging)))
        planned.append(
          Planned(id: ids.compression, constraint: Constraint([term], constant: -size, .atLeast, priority: resistance)))
      }
    }
    return planned
  }

  private func context(_ geometry: LayoutGeometry) -> LayoutContext {
    let views = document.views
    let guideCount = guides.count
    return LayoutContext(isRightToLeft: geometry.isRightToLeft, spacing: document.spacing, window: ItemID(rawValue: 0))
    {
      let view = $0.rawValue - guideCount
      return view < 0 ? (nil, nil) : (views[view].firstBaselineFromTop, views[view].lastBaselineFromBottom)
    }
  }

  private func plan(_ constraint: LayoutConstraint, as id: Int, _ context: LayoutContext) -> Planned {
    func item(_ anchor: LayoutAnchor) -> ItemID { ItemID(rawValue: items[anchor.item] ?? 0) }
    let linear = LinearConstraint(
      constraint, first: item(constraint.first), second: constraint.second.map(item), context)
    let terms = linear.form.terms.map { term in
      LinearTerm(Self.variable(term.part, of: term.item.rawValue), term.coefficient)
    }
    let relation: ConstraintRelation =
      switch linear.relation {
      case .equal: .equal
      case .atMost: .atMost
      case .atLeast: .atLeast
      }
    return Planned(
      id: ConstraintID(id),
      constraint: Constraint(terms, constant: linear.form.constant, relation, priority: linear.priority))
  }
}

extension Rectangle {
  func value(of part: RectanglePart) -> Double {
    switch part {
    case .left: x
    case .top: y
    case .width: width
    case .height: height
    }
  }
}
