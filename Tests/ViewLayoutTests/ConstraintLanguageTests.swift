import Testing

@testable import ViewLayout

/// The language of constraints: what is read, how it is printed, and what is refused where.
@Suite struct ConstraintLanguageTests {
  private static func make(
    _ first: LayoutAnchor, _ relation: LayoutRelation, _ second: LayoutAnchor?, times multiplier: Double = 1,
    plus constant: Double = 0, spacings: Double = 0, priority: Int = 1000
  ) throws -> LayoutConstraint {
    try LayoutConstraint(
      first, relation, second, multiplier: multiplier, constant: constant, spacings: spacings, priority: priority)
  }

  @Test("R177 R207 constraints as a person writes them")
  func reads() throws {
    let bar = LayoutAnchor("toolbar", .bottom)
    let keyboard = LayoutAnchor("keyboard", .top)
    let width = LayoutAnchor("photo", .width)
    let cases: [(String, LayoutConstraint)] = [
      ("toolbar.bottom == keyboard.top", try Self.make(bar, .equal, keyboard)),
      ("toolbar.bottom == keyboard.top - 8 @750", try Self.make(bar, .equal, keyboard, plus: -8, priority: 750)),
      ("toolbar.bottom<=keyboard.top-1*spacing", try Self.make(bar, .atMost, keyboard, spacings: -1)),
      (
        "toolbar.bottom <= keyboard.top - spacing@high",
        try Self.make(bar, .atMost, keyboard, spacings: -1, priority: 750)
      ),
      ("photo.width == view.width * 0.5", try Self.make(width, .equal, LayoutAnchor("view", .width), times: 0.5)),
      (
        "photo.width == 0.5 * view.width + 2",
        try Self.make(width, .equal, LayoutAnchor("view", .width), times: 0.5, plus: 2)
      ),
      (
        "photo.width == 2 + view.width / 4 - 1",
        try Self.make(width, .equal, LayoutAnchor("view", .width), times: 0.25, plus: 1)
      ),
      ("photo.width == -view.width", try Self.make(width, .equal, LayoutAnchor("view", .width), times: -1)),
      ("photo.width >= 100", try Self.make(width, .atLeast, nil, plus: 100)),
      (
        "  photo . width  >=  20 + 2 * spacing  @ 1 ",
        try Self.make(width, .atLeast, nil, plus: 20, spacings: 2, priority: 1)
      ),
      (
        "größe_2.centerX == view.centerX",
        try Self.make(LayoutAnchor("größe_2", .centerX), .equal, LayoutAnchor("view", .centerX))
      ),
    ]
    for (text, constraint) in cases { #expect(try LayoutConstraint(text) == constraint, "\(text)") }
  }

  private static let mistakes: [(text: String, column: Int, problem: String)] = [
    ("", 1, "expected an anchor, as in 'toolbar.bottom'"),
    ("toolbar", 8, "expected '.' and an attribute after 'toolbar'"),
    ("toolbar.botom == view.top", 9, "expected one of leading, trailing, left, right, top, bottom, width, height"),
    ("toolbar.bottom = view.top", 16, "'=' belongs to nothing here"),
    ("toolbar.bottom ==", 18, "expected a number, an anchor such as 'view.top', or 'spacing'"),
    ("a.top == b.top + c.top", 18, "a second anchor on this side: a constraint is about two anchors"),
    ("a.top == b.top 8", 16, "expected '+', '-', '@' or the end"),
    ("a.top == b.top / 0", 18, "nothing can be divided by 0"),
    ("a.top == b.top @2000", 16, "a priority is from 1 to 1000 (required), not 2000"),
    ("a.top == b.top @ 1.5", 18, "expected a whole number from 1 to 1000, 'required', 'high' or 'low'"),
    ("a.width == 1.2.3", 12, "'1.2.3' is no number"),
    ("a.width == b.width * 0", 12, "a multiplier of 0 leaves nothing"),
    ("a.top == 8", 10, "'a.top' is a position, which a number says nothing about"),
    ("a.top == b.left", 10, "'a.top' and 'b.left' cannot be compared"),
    ("a.width == b.left", 12, "'a.width' and 'b.left' cannot be compared"),
    ("a.leading == b.left", 10 + 4, "'a.leading' and 'b.left' cannot be compared: leading and trailing"),
    ("a.width == 99999999999", 12, "numbers must be finite, and at most 10000000"),
  ]

  @Test("what is wrong is told with its column", arguments: mistakes)
  func errors(text: String, column: Int, problem: String) {
    let error = #expect(throws: LayoutSyntaxError.self) { try LayoutConstraint(text) }
    #expect(error?.column == column)
    #expect(error?.problem.hasPrefix(problem) == true, "\(error?.problem ?? "")")
  }

  @Test("an error shows the text with a caret under the place")
  func caret() {
    let error = #expect(throws: LayoutSyntaxError.self) { try LayoutConstraint("a.top == b.botom") }
    #expect(error?.description.hasPrefix("a.top == b.botom\n           ^\ncolumn 12: expected one of") == true)
  }

  @Test("R179 R180 R181 every pair of attributes is legal or refused by kind")
  func legality() {
    for first in LayoutAttribute.allCases {
      for second in LayoutAttribute.allCases {
        let isLegal = (try? LayoutConstraint("a.\(first.rawValue) == b.\(second.rawValue)")) != nil
        let mixes = (first.isDirectional && second.isAbsoluteSide) || (first.isAbsoluteSide && second.isDirectional)
        #expect(isLegal == (first.kind == second.kind && !mixes), "\(first) \(second)")
      }
      #expect(((try? LayoutConstraint("a.\(first.rawValue) >= 3")) != nil) == (first.kind == .size))
    }
  }

  @Test("a constraint is printed as it can be read again", arguments: UInt64(1)...300)
  func roundTrip(seed: UInt64) throws {
    var generator = Generator(state: seed)
    func number() -> Double {
      let choices = [0, 1, -1, 8, 0.5, -0.125, 1e-7, 3.14159265358979, 1e7, .random(in: -1e6...1e6, using: &generator)]
      return choices.randomElement(using: &generator) ?? 0
    }
    let attributes: [[LayoutAttribute]] = [
      [.top, .bottom, .centerY], [.width, .height], [.leading, .trailing, .centerX],
    ]
    let kind = attributes.randomElement(using: &generator) ?? []
    func anchor(_ item: String) -> LayoutAnchor { LayoutAnchor(item, kind.randomElement(using: &generator) ?? .top) }
    let isAlone = kind.contains(.width) && .random(using: &generator)
    var multiplier = number()
    if isAlone || multiplier == 0 { multiplier = 1 }
    let constraint = try Self.make(
      anchor("one"), LayoutRelation.allCases.randomElement(using: &generator) ?? .equal,
      isAlone ? nil : anchor("two"), times: multiplier, plus: number(), spacings: number(),
      priority: .random(in: 1...1000, using: &generator))
    #expect(try LayoutConstraint(constraint.description) == constraint, "\(constraint)")
    #expect(try LayoutConstraint(constraint.description).description == constraint.description)
  }

  @Test("the same in Swift, where kinds cannot be mixed")
  func swift() throws {
    let toolbar = LayoutItem("toolbar")
    let photo = LayoutItem("photo")
    let view = LayoutItem.view
    let pairs: [(LayoutConstraint, String)] = [
      (toolbar.bottom == LayoutItem.keyboard.top - 8 ~ 750, "toolbar.bottom == keyboard.top - 8 @750"),
      (toolbar.bottom <= LayoutItem.keyboard.top - 2 * spacing, "toolbar.bottom <= keyboard.top - 2*spacing"),
      (photo.width == view.width * 0.5 + 3, "photo.width == view.width * 0.5 + 3"),
      (
        (photo.leading >= LayoutItem.margins.leading + spacing).named("gap"),
        "photo.leading >= margins.leading + 1*spacing"
      ),
      (photo.height >= 40, "photo.height >= 40"),
      (photo.lastBaseline == view.centerY, "photo.lastBaseline == view.centerY"),
    ]
    for (constraint, text) in pairs {
      #expect(constraint.description == text)
      #expect(try LayoutConstraint(text, id: constraint.id) == constraint)
    }
  }
}

/// A small generator of its own, so that a failing seed fails again (SplitMix64).
struct Generator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
