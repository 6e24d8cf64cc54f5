/// Which rectangle of a layout: a guide or a view, by its place in the layout's order.
struct ItemID: Hashable, Sendable {
  var rawValue: Int
}

/// One of the four numbers of a rectangle.
enum RectanglePart: Int, CaseIterable, Sendable {
  case left, top, width, height
}

/// A sum of numbers of rectangles, each times a coefficient, and a constant.
struct LinearForm: Equatable, Sendable {
  struct Term: Equatable, Sendable {
    var item: ItemID
    var part: RectanglePart
    var coefficient: Double
  }

  var terms: [Term] = []
  var constant = 0.0

  /// Adds a part of an item; what comes out as nothing is no term.
  mutating func add(_ coefficient: Double, _ part: RectanglePart, of item: ItemID) {
    if let index = terms.firstIndex(where: { $0.item == item && $0.part == part }) {
      terms[index].coefficient += coefficient
      if terms[index].coefficient == 0 { terms.remove(at: index) }
    } else if coefficient != 0 {
      terms.append(Term(item: item, part: part, coefficient: coefficient))
    }
  }

  /// Adds an anchor's place or size in window coordinates, times a factor.
  mutating func add(_ factor: Double, _ attribute: LayoutAttribute, of item: ItemID, _ context: LayoutContext) {
    switch attribute {
    case .left: add(factor, .left, of: item)
    case .right:
      add(factor, .left, of: item)
      add(factor, .width, of: item)
    case .leading: add(factor, context.isRightToLeft ? .right : .left, of: item, context)
    case .trailing: add(factor, context.isRightToLeft ? .left : .right, of: item, context)
    case .centerX:
      add(factor, .left, of: item)
      add(factor / 2, .width, of: item)
    case .top: add(factor, .top, of: item)
    case .bottom:
      add(factor, .top, of: item)
      add(factor, .height, of: item)
    case .centerY:
      add(factor, .top, of: item)
      add(factor / 2, .height, of: item)
    case .width: add(factor, .width, of: item)
    case .height: add(factor, .height, of: item)
    case .firstBaseline:
      guard let ascent = context.baselines(item).first else { return add(factor, .bottom, of: item, context) }
      add(factor, .top, of: item)
      constant += factor * ascent
    case .lastBaseline:
      add(factor, .bottom, of: item, context)
      constant -= factor * (context.baselines(item).last ?? 0)
    }
  }
}

/// What the numbers of a constraint depend on besides its text.
struct LayoutContext {
  var isRightToLeft: Bool
  var spacing: Double
  /// The window itself.
  var window: ItemID
  /// Distances of an item's first baseline from its top and of its last one from its bottom; nil: it has no text.
  var baselines: (ItemID) -> (first: Double?, last: Double?)
}

/// A constraint in numbers: the form is 0, at most 0 or at least 0.
struct LinearConstraint: Equatable, Sendable {
  var form: LinearForm
  var relation: LayoutRelation
  var priority: Int

  /// The numbers of a constraint between items.
  ///
  /// R209, R210: with leading or trailing, right to left is the mirror image. Places are counted from the window's right
  /// edge then, so that constants go inwards and at least stays at least.
  init(_ constraint: LayoutConstraint, first: ItemID, second: ItemID?, _ context: LayoutContext) {
    let isMirrored =
      context.isRightToLeft
      && (constraint.first.attribute.isDirectional || constraint.second?.attribute.isDirectional == true)
    let sign = isMirrored ? -1.0 : 1.0
    var form = LinearForm()
    form.add(1, constraint.first.attribute, of: first, context)
    if let second, let anchor = constraint.second {
      form.add(-constraint.multiplier, anchor.attribute, of: second, context)
      // x' = W − x on both sides leaves (1 − m) · W.
      if isMirrored { form.add(constraint.multiplier - 1, .right, of: context.window, context) }
    }
    form.constant -= sign * (constraint.constant + constraint.spacings * context.spacing)
    self.form = form
    relation =
      switch constraint.relation {
      case .equal: .equal
      case .atMost: isMirrored ? .atLeast : .atMost
      case .atLeast: isMirrored ? .atMost : .atLeast
      }
    priority = constraint.priority
  }
}
