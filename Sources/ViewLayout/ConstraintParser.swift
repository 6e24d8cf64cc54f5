/// Reads constraints as a person writes them. The grammar, all of it:
///
///     constraint = anchor relation expression [ "@" priority ]
///     anchor     = name "." attribute
///     relation   = "==" | "<=" | ">="
///     expression = [ "-" ] term { ( "+" | "-" ) term }
///     term       = [ number "*" ] anchor [ ( "*" | "/" ) number ]
///                | number [ "*" "spacing" ] | "spacing"
///     priority   = 1 to 1000 | "required" | "high" | "low"
///     name       = letter { letter | digit | "_" }
///
/// An expression has at most one anchor. White space may stand between any two of these.
struct ConstraintParser {
  private enum Token: Equatable {
    case name(String)
    case number(Double)
    case symbol(String)
    case end
  }

  private let text: [Character]
  private var next = 0
  /// The token that comes next, and where it begins.
  private var token = Token.end
  private var start = 0

  /// R182: what the words for priorities stand for.
  static let priorities = ["required": 1000, "high": 750, "low": 250]

  static func parse(_ text: String) throws(LayoutSyntaxError) -> LayoutConstraint {
    var parser = ConstraintParser(text: Array(text))
    return try parser.constraint()
  }

  private init(text: [Character]) {
    self.text = text
  }

  // MARK: Grammar

  private mutating func constraint() throws(LayoutSyntaxError) -> LayoutConstraint {
    try advance()
    let first = try anchor()
    guard case .symbol(let symbol) = token, let relation = LayoutRelation(rawValue: symbol) else {
      throw error("expected '==', '<=' or '>='")
    }
    try advance()
    var sum = Sum()
    let secondStart = start
    try expression(&sum)
    var priority = LayoutConstraint.required
    let priorityStart = start
    if token == .symbol("@") { priority = try self.priority() }
    guard token == .end else { throw error("expected '+', '-', '@' or the end") }
    let constraint = LayoutConstraint(
      unchecked: nil, first, relation, sum.anchor, multiplier: sum.anchor == nil ? 1 : sum.multiplier,
      constant: sum.constant, spacings: sum.spacings, priority: priority)
    guard let problem = constraint.problem else { return constraint }
    if case .priority = problem { throw error("\(problem)", at: priorityStart) }
    throw error("\(problem)", at: secondStart)
  }

  /// What an expression adds up to.
  private struct Sum {
    var anchor: LayoutAnchor?
    var multiplier = 1.0
    var constant = 0.0
    var spacings = 0.0
  }

  private mutating func expression(_ sum: inout Sum) throws(LayoutSyntaxError) {
    var sign = 1.0
    if token == .symbol("-") {
      sign = -1
      try advance()
    }
    while true {
      try term(&sum, sign)
      guard token == .symbol("+") || token == .symbol("-") else { return }
      sign = token == .symbol("-") ? -1 : 1
      try advance()
    }
  }

  private mutating func term(_ sum: inout Sum, _ sign: Double) throws(LayoutSyntaxError) {
    var factor = sign
    if case .number(let number) = token {
      try advance()
      guard token == .symbol("*") else { return sum.constant += sign * number }
      factor *= number
      try advance()
    }
    if token == .name("spacing") {
      try advance()
      return sum.spacings += factor
    }
    guard case .name = token else { throw error("expected a number, an anchor such as 'view.top', or 'spacing'") }
    guard sum.anchor == nil else { throw error("a second anchor on this side: a constraint is about two anchors") }
    sum.anchor = try anchor()
    if token == .symbol("*") || token == .symbol("/") {
      let isDivision = token == .symbol("/")
      try advance()
      guard case .number(let number) = token else { throw error("expected a number") }
      guard !isDivision || number != 0 else { throw error("nothing can be divided by 0") }
      factor = isDivision ? factor / number : factor * number
      try advance()
    }
    sum.multiplier = factor
  }

  private mutating func anchor() throws(LayoutSyntaxError) -> LayoutAnchor {
    guard case .name(let item) = token else { throw error("expected an anchor, as in 'toolbar.bottom'") }
    try advance()
    guard token == .symbol(".") else { throw error("expected '.' and an attribute after '\(item)'") }
    try advance()
    guard case .name(let name) = token, let attribute = LayoutAttribute(rawValue: name) else {
      throw error("expected one of \(LayoutAttribute.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    try advance()
    return LayoutAnchor(item, attribute)
  }

  private mutating func priority() throws(LayoutSyntaxError) -> Int {
    try advance()
    let value: Int? =
      switch token {
      case .name(let name): Self.priorities[name]
      case .number(let number): Int(exactly: number)
      default: nil
      }
    guard let value else { throw error("expected a whole number from 1 to 1000, 'required', 'high' or 'low'") }
    try advance()
    return value
  }

  // MARK: Tokens

  private mutating func advance() throws(LayoutSyntaxError) {
    while next < text.count, text[next].isWhitespace { next += 1 }
    start = next
    guard next < text.count else { return token = .end }
    let character = text[next]
    if character.isLetter {
      token = .name(take { $0.isLetter || $0.isNumber || $0 == "_" })
    } else if character.isASCII, character.isNumber {
      let digits = take { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits), number.isFinite else { throw error("'\(digits)' is no number") }
      token = .number(number)
    } else if let symbol = ["==", "<=", ">=", ".", "+", "-", "*", "/", "@"].first(where: isNext) {
      next += symbol.count
      token = .symbol(symbol)
    } else {
      throw error("'\(character)' belongs to nothing here")
    }
  }

  private mutating func take(while isPart: (Character) -> Bool) -> String {
    let end = text[next...].firstIndex { !isPart($0) } ?? text.count
    defer { next = end }
    return String(text[next..<end])
  }

  private func isNext(_ symbol: String) -> Bool { text[next...].starts(with: symbol) }

  private func error(_ problem: String, at place: Int? = nil) -> LayoutSyntaxError {
    LayoutSyntaxError(text: String(text), column: (place ?? start) + 1, problem: problem)
  }
}

/// What is wrong with the text of a constraint, and where.
public struct LayoutSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  public var text: String
  /// Of the character that is wrong, counted from 1.
  public var column: Int
  public var problem: String

  /// Three lines: the text, a caret under the place, and what is wrong.
  public var description: String {
    "\(text)\n\(String(repeating: " ", count: column - 1))^\ncolumn \(column): \(problem)"
  }
}
