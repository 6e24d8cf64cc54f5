import ConstraintSolver
import JSON

/// A program for the solver, with what is to be solved on the way: format `layout-workload/1`.
///
/// A variable is its index in `variables`. Constraints stand under their `id`; an edit is an equation
/// "variable = value" of its own, which stands behind them.
public struct Workload: Equatable, Sendable {
  /// A named set of constraints that is switched as a whole.
  public struct Group: Equatable, Sendable {
    public var name: String
    public var constraints: [ConstraintID]
  }

  /// A variable that is wished to have a value, which the script suggests.
  public struct Edit: Equatable, Sendable {
    public var variable: VariableID
    public var priority: Int
    public var initial: Double
  }

  /// One step of the script.
  public enum Step: Equatable, Sendable {
    case suggest([Suggestion])
    case solve
    case activate(group: String)
    case deactivate(group: String)
    case add(ConstraintID)
    case remove(ConstraintID)
    /// That many suggestions between two bounds, by some generator.
    case suggestAgain(VariableID, count: Int, seed: UInt64, ClosedRange<Double>)
  }

  /// A value for an edited variable.
  public struct Suggestion: Equatable, Sendable {
    public var variable: VariableID
    public var value: Double
  }

  public var name: String
  public var variableCount: Int
  /// Variables that are required to be at least 0.
  public var nonNegative: Set<VariableID>
  public var constraints: [Constraint]
  /// Those that are there at the start, in ascending order.
  public var active: [ConstraintID]
  public var groups: [Group]
  public var edits: [Edit]
  public var script: [Step]
}

/// A file of workloads: one (`layout-workload/1`), or many (`layout-fuzz/1`).
public struct WorkloadFile: Equatable, Sendable {
  public var cases: [Workload]

  /// Reads a file; the error names the member, and where in the file it stands.
  public init(text: [UInt8]) throws(JSONError) {
    var reader = JSONReader(text)
    self = try reader.read()
    try reader.finish()
  }
}

extension WorkloadFile: JSONDecodable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    var copy = reader
    var format: String?
    var cases: [Workload]?
    try copy.readObject { (name, value) throws(JSONError) in
      switch name {
      case "format": format = try value.read()
      case "cases": cases = try value.read()
      default: break
      }
    }
    switch format {
    case "layout-workload/1":
      self.cases = [try reader.read()]
    case "layout-fuzz/1":
      self.cases = try cases.required("cases", in: copy)
      reader = copy
    case nil: throw JSONError(.missingMember, offset: reader.offset, member: "format")
    default:
      throw JSONError(.invalidValue("layout-workload/1 or layout-fuzz/1"), offset: reader.offset, member: "format")
    }
  }
}
