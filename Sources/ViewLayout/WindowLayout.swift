import ConstraintSolver
import Geometry

/// One window's layout at work: a document and a geometry in, frames out.
///
/// The frames depend on the document and the geometry alone, never on what was before. Required constraints that cannot
/// hold together are reported, and the newest of them gives way; the layout goes on (R189, R190).
public struct WindowLayout: Sendable {
  /// Required constraints that cannot hold together, by their ids or texts.
  public struct Conflict: Equatable, Sendable {
    /// The one that gives way.
    public var broken: String
    /// All of them; without any one of them the others could hold.
    public var constraints: [String]
  }

  public internal(set) var geometry: LayoutGeometry
  /// Of the views in the document's order, in window coordinates, on whole pixels.
  public internal(set) var frames: [Rectangle] = []
  /// The tracked sets that hold now, by their places in the document.
  public internal(set) var activeSets: [Int] = []
  public internal(set) var conflicts: [Conflict] = []
  /// Views of which the constraints do not say where they are, or how large (R192), by their places.
  public internal(set) var ambiguousViews: [Int] = []
  var solver: ConstraintSolver
  var plan: LayoutPlan
  /// Room for the edits of one update, kept so that an update allocates nothing.
  var edits: [(id: ConstraintID, value: Double)] = []

  public var document: LayoutDocument { plan.document }

  /// Lays a valid document out; throws what its solver refuses.
  public init(_ document: LayoutDocument, in geometry: LayoutGeometry) throws(LayoutError) {
    self.geometry = geometry
    plan = LayoutPlan(document, geometry)
    solver = ConstraintSolver(conflictRule: .breakNewest, limits: Self.limits)
    do throws(SolverError) {
      for variable in 0..<plan.variableCount {
        _ = try solver.addVariable(nonNegative: variable % LayoutPlan.partCount >= RectanglePart.width.rawValue)
      }
      var changes = SolverChanges()
      for planned in plan.fixed(geometry) { changes.add(planned.constraint, as: planned.id) }
      activeSets = Self.activeSets(of: document, in: geometry)
      for set in activeSets { for planned in plan.tracked[set] { changes.add(planned.constraint, as: planned.id) } }
      try solver.apply(changes)
    } catch {
      throw LayoutError(error, plan)
    }
    frames = document.views.indices.map { frame(ofView: $0) }
    report(hasSwitched: true)
  }

  private static let limits = SolverLimits(
    variables: (LayoutDocument.mostViews + LayoutGuide.allCases.count) * LayoutPlan.partCount,
    constraints: LayoutDocument.mostConstraints + LayoutDocument.mostViews * 4 + 16,
    // A client's layout must not keep the others waiting: about a tenth of a second, far more than any sensible one needs.
    work: 20_000_000,
    // Some 15 MB; five hundred views in a chain need half of that.
    entries: 600_000)

  /// Roughly the bytes of memory that the layout holds.
  public var footprint: Int {
    solver.footprint + document.views.count * 300 + document.constraints.count * 300
      + document.trackedSets.reduce(0) { $0 + $1.constraints.count * 300 }
  }

  static func activeSets(of document: LayoutDocument, in geometry: LayoutGeometry) -> [Int] {
    guard geometry.followsUndockedKeyboard else { return [] }
    return document.trackedSets.indices.filter { document.trackedSets[$0].condition.holds(near: geometry.near) }
  }

  /// Where the solver has a view, on whole pixels.
  func frame(ofView view: Int) -> Rectangle {
    let item = plan.item(ofView: view)
    func value(_ part: RectanglePart) -> Double { solver.value(of: LayoutPlan.variable(part, of: item)) }
    return Rectangle(x: value(.left), y: value(.top), width: value(.width), height: value(.height))
      .rounded(toPixelsOf: geometry.scale)
  }

  /// Takes what is to be told besides frames; which views are ambiguous is asked only where that may be new, as the
  /// answer takes a while.
  mutating func report(hasSwitched: Bool) {
    let former = conflicts
    conflicts = solver.brokenConstraints.map { broken in
      Conflict(broken: plan.label(broken.id), constraints: broken.conflict.map(plan.label))
    }
    guard hasSwitched || conflicts != former else { return }
    // In a large layout some may be missed: a report must not take longer than what it is about.
    let variables = (try? solver.ambiguousVariables(work: 500_000)) ?? []
    ambiguousViews = Set(variables.compactMap(plan.view)).sorted()
  }
}

/// Why a document cannot be laid out.
public struct LayoutError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ error: SolverError, _ plan: LayoutPlan) {
    description =
      switch error {
      case .conflict(let ids): "the window's own constraints contradict: \(ids.map(plan.label).joined(separator: "; "))"
      default: error.description
      }
  }
}
