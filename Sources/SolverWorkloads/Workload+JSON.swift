import ConstraintSolver
import JSON

extension Workload: JSONDecodable {
  /// Reads a workload; what names no variable, constraint or group of it is an error.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var name: String?
    var variables: [String] = []
    var nonNegative: [Int] = []
    var constraints: [ConstraintEntry] = []
    var groups: [GroupEntry] = []
    var edits: [Edit] = []
    var script: [Step] = []
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "name": name = try value.read()
      case "variables": variables = try value.read()
      case "nonnegative": nonNegative = try value.read()
      case "constraints": constraints = try value.read()
      case "groups": groups = try value.read()
      case "edits": edits = try value.read()
      case "script": script = try value.read()
      default: break
      }
    }
    self.name = try name.required("name", in: reader)
    variableCount = variables.count
    self.nonNegative = Set(nonNegative.map { VariableID($0) })
    self.constraints = constraints.map(\.constraint)
    active = constraints.filter(\.isActive).map(\.id)
    self.groups = groups.map { Group(name: $0.name, constraints: $0.constraints.map { ConstraintID($0) }) }
    self.edits = edits
    self.script = script
    for (index, entry) in constraints.enumerated() where entry.id != ConstraintID(index) {
      throw JSONError(.invalidValue("\(index), its place in the list"), offset: reader.offset, member: "constraints.id")
    }
    if let problem {
      throw JSONError(.invalidValue(problem.expected), offset: reader.offset, member: problem.member)
    }
  }

  /// The first reference of the workload that leads nowhere.
  private var problem: (member: String, expected: String)? {
    let isVariable = { (id: VariableID) in (0..<variableCount).contains(Int(id.rawValue)) }
    let isConstraint = { (id: ConstraintID) in constraints.indices.contains(Int(id.rawValue)) }
    let isEdited = { (id: VariableID) in edits.contains { $0.variable == id } }
    let isGroup = { (name: String) in groups.contains { $0.name == name } }
    guard nonNegative.allSatisfy(isVariable) else { return ("nonnegative", "the index of a variable") }
    guard constraints.allSatisfy({ $0.terms.allSatisfy { isVariable($0.variable) } }) else {
      return ("constraints.terms", "the index of a variable")
    }
    guard edits.allSatisfy({ isVariable($0.variable) }) else { return ("edits.variable", "the index of a variable") }
    guard groups.allSatisfy({ $0.constraints.allSatisfy(isConstraint) }) else {
      return ("groups.constraints", "the id of a constraint")
    }
    for step in script {
      switch step {
      case .suggest(let values) where !values.allSatisfy({ isEdited($0.variable) }):
        return ("script.values", "a variable with an edit")
      case .suggestAgain(let variable, _, _, _) where !isEdited(variable):
        return ("script.variable", "a variable with an edit")
      case .activate(let group) where !isGroup(group), .deactivate(let group) where !isGroup(group):
        return ("script.group", "the name of a group, not '\(group)'")
      case .add(let id) where !isConstraint(id), .remove(let id) where !isConstraint(id):
        return ("script.constraint", "the id of a constraint, not \(id.rawValue)")
      default: break
      }
    }
    return nil
  }
}

private struct GroupEntry: JSONDecodable {
  var name: String
  var constraints: [Int]

  init(from reader: inout JSONReader) throws(JSONError) {
    var name: String?
    var constraints: [Int]?
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "name": name = try value.read()
      case "constraints": constraints = try value.read()
      default: break
      }
    }
    self.name = try name.required("name", in: reader)
    self.constraints = try constraints.required("constraints", in: reader)
  }
}

private struct ConstraintEntry: JSONDecodable {
  var id: ConstraintID
  var constraint: Constraint
  var isActive: Bool

  init(from reader: inout JSONReader) throws(JSONError) {
    var id: Int?
    var terms: [LinearTerm]?
    var relation: ConstraintRelation?
    var constant: Double?
    var priority: Int?
    var isActive = true
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "id": id = try value.read()
      case "terms": terms = try value.read()
      case "relation": relation = try value.read()
      case "constant": constant = try value.read()
      case "priority": priority = try value.read()
      case "active": isActive = try value.read()
      default: break
      }
    }
    self.id = ConstraintID(try id.required("id", in: reader))
    self.isActive = isActive
    constraint = Constraint(
      try terms.required("terms", in: reader), constant: try constant.required("constant", in: reader),
      try relation.required("relation", in: reader), priority: try priority.required("priority", in: reader))
  }
}

extension ConstraintRelation: JSONDecodable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    switch try reader.readString() {
    case "==": self = .equal
    case "<=": self = .atMost
    case ">=": self = .atLeast
    default: throw JSONError(.invalidValue("==, <= or >="), offset: start)
    }
  }
}

extension LinearTerm: JSONDecodable {
  /// Reads `[variable, coefficient]`.
  public init(from reader: inout JSONReader) throws(JSONError) {
    let pair = try reader.readPair()
    self.init(VariableID(pair.index), pair.number)
  }
}

extension Workload.Suggestion: JSONDecodable {
  /// Reads `[variable, value]`.
  public init(from reader: inout JSONReader) throws(JSONError) {
    let pair = try reader.readPair()
    self.init(variable: VariableID(pair.index), value: pair.number)
  }
}

extension JSONReader {
  fileprivate mutating func readPair() throws(JSONError) -> (index: Int, number: Double) {
    let start = offset
    var index: Int?
    var number: Double?
    var count = 0
    try readArray { (value) throws(JSONError) in
      if count == 0 { index = try value.readInt() }
      if count == 1 { number = try value.readDouble() }
      count += 1
    }
    guard let index, let number, count == 2 else {
      throw JSONError(.invalidValue("[variable, number]"), offset: start)
    }
    return (index, number)
  }
}

extension Workload.Edit: JSONDecodable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    var variable: Int?
    var priority: Int?
    var initial: Double?
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "variable": variable = try value.read()
      case "priority": priority = try value.read()
      case "initial": initial = try value.read()
      default: break
      }
    }
    self.variable = VariableID(try variable.required("variable", in: reader))
    self.priority = try priority.required("priority", in: reader)
    self.initial = try initial.required("initial", in: reader)
  }
}

extension Workload.Step: JSONDecodable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    var operation: String?
    var values: [Workload.Suggestion]?
    var group: String?
    var constraint: Int?
    var variable: Int?
    var count = 0
    var seed = 0
    var low = 0.0
    var high = 0.0
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "op": operation = try value.read()
      case "values": values = try value.read()
      case "group": group = try value.read()
      case "constraint": constraint = try value.read()
      case "variable": variable = try value.read()
      case "count": count = try value.read()
      case "seed": seed = try value.read()
      case "low": low = try value.read()
      case "high": high = try value.read()
      default: break
      }
    }
    switch try operation.required("op", in: reader) {
    case "suggest": self = .suggest(try values.required("values", in: reader))
    case "solve": self = .solve
    case "activate": self = .activate(group: try group.required("group", in: reader))
    case "deactivate": self = .deactivate(group: try group.required("group", in: reader))
    case "add": self = .add(ConstraintID(try constraint.required("constraint", in: reader)))
    case "remove": self = .remove(ConstraintID(try constraint.required("constraint", in: reader)))
    case "repeat-suggest":
      guard low <= high, (0...10_000_000).contains(count) else {
        throw JSONError(.invalidValue("low <= high, and a count up to 10,000,000"), offset: start)
      }
      self = .suggestAgain(
        VariableID(try variable.required("variable", in: reader)), count: count,
        seed: UInt64(bitPattern: Int64(seed)), low...high)
    case let other:
      throw JSONError(.invalidValue("a step that is known, not '\(other)'"), offset: start, member: "op")
    }
  }
}
