/// Whether everybody who speaks an older interface can speak a newer one: members are added, and nothing else is changed.
struct InterfaceComparison {
  /// Who writes a value: what a client sends may not need more than before, what it gets may not have less.
  enum Direction {
    case toService, toClient
  }

  let older: InterfaceDefinition
  let newer: InterfaceDefinition
  /// What clients of the older one would trip over, each with its place.
  private(set) var problems: [String] = []
  private var compared: Set<String> = []

  init(from older: InterfaceDefinition, to newer: InterfaceDefinition) {
    self.older = older
    self.newer = newer
    if older.name != newer.name { problems.append("\(older.name) is called \(newer.name)") }
    for name in older.types.keys where newer.types[name] == nil { problems.append("type \(name) is gone") }
    for (name, former) in older.errors {
      compare(former, newer.errors[name], .toClient, "error \(name)")
    }
    for (name, former) in older.methods {
      compare(former.input, newer.methods[name]?.input, .toService, "method \(name)")
      compare(former.output, newer.methods[name]?.output, .toClient, "reply of \(name)")
    }
    problems.sort()
  }

  private mutating func compare(
    _ former: InterfaceDefinition.Kind, _ present: InterfaceDefinition.Kind?, _ direction: Direction, _ place: String
  ) {
    guard let present else { return problems.append("\(place) is gone") }
    switch (former, present) {
    case (.optional(let former), .optional(let present)): compare(former, present, direction, place)
    case (.optional, _) where direction == .toService: problems.append("\(place) may not be left out any more")
    case (.optional(let former), _): compare(former, present, direction, place)
    case (_, .optional) where direction == .toClient: problems.append("\(place) may be absent now")
    case (_, .optional(let present)): compare(former, present, direction, place)
    case (.array(let former), .array(let present)): compare(former, present, direction, "\(place)[]")
    case (.map(let former), .map(let present)): compare(former, present, direction, "\(place)[string]")
    case (.structure(let former), .structure(let present)):
      for (name, kind) in former { compare(kind, present[name], direction, "\(place).\(name)") }
      for (name, kind) in present where former[name] == nil && direction == .toService {
        if case .optional = kind { continue }
        problems.append("\(place).\(name) is new and must be given")
      }
    case (.enumeration(let former), .enumeration(let present)):
      for value in former.subtracting(present).sorted() { problems.append("\(place): value \(value) is gone") }
    case (.named(let former), .named(let present)) where older.types[former] == nil && newer.types[present] == nil:
      if former != present { problems.append("\(place) is \(present) and was \(former)") }
    default: compareResolved(former, present, direction, place)
    }
  }

  /// Compares what names stand for: a name alone means nothing on the wire.
  private mutating func compareResolved(
    _ former: InterfaceDefinition.Kind, _ present: InterfaceDefinition.Kind, _ direction: Direction, _ place: String
  ) {
    var (old, new) = (former, present)
    if case .named(let name) = former, let kind = older.types[name] { old = kind }
    if case .named(let name) = present, let kind = newer.types[name] { new = kind }
    guard old != former || new != present else { return problems.append("\(place) is of another kind") }
    // A type may have itself inside.
    guard compared.insert("\(former) \(present) \(direction)").inserted else { return }
    compare(old, new, direction, place)
  }
}
