// The language of constraints as Swift: `photo.width == view.width * 0.5 ~ 750`. What the compiler cannot see, such as a
// priority of 2000 or leading beside left, is found when a layout is made of the constraints.

precedencegroup LayoutPriorityPrecedence {
  lowerThan: ComparisonPrecedence
  higherThan: LogicalConjunctionPrecedence
}

infix operator ~ : LayoutPriorityPrecedence

/// The constraint with a priority from 1 to 1000.
public func ~ (constraint: LayoutConstraint, priority: Int) -> LayoutConstraint {
  var constraint = constraint
  constraint.priority = priority
  return constraint
}

extension LayoutConstraint {
  /// The constraint with a name of its own.
  public func named(_ id: String) -> LayoutConstraint {
    var constraint = self
    constraint.id = id
    return constraint
  }
}

extension Anchor {
  public static func * (anchor: Anchor, factor: Double) -> AnchorExpression<Kind> { anchor.expression * factor }
  public static func + (anchor: Anchor, points: Double) -> AnchorExpression<Kind> { anchor.expression + points }
  public static func - (anchor: Anchor, points: Double) -> AnchorExpression<Kind> { anchor.expression - points }
  public static func + (anchor: Anchor, spacing: Spacing) -> AnchorExpression<Kind> { anchor.expression + spacing }
  public static func - (anchor: Anchor, spacing: Spacing) -> AnchorExpression<Kind> { anchor.expression - spacing }

  public static func == (first: Anchor, second: Anchor) -> LayoutConstraint { first == second.expression }
  public static func <= (first: Anchor, second: Anchor) -> LayoutConstraint { first <= second.expression }
  public static func >= (first: Anchor, second: Anchor) -> LayoutConstraint { first >= second.expression }

  public static func == (first: Anchor, second: AnchorExpression<Kind>) -> LayoutConstraint {
    second.constraint(.equal, of: first.anchor)
  }

  public static func <= (first: Anchor, second: AnchorExpression<Kind>) -> LayoutConstraint {
    second.constraint(.atMost, of: first.anchor)
  }

  public static func >= (first: Anchor, second: AnchorExpression<Kind>) -> LayoutConstraint {
    second.constraint(.atLeast, of: first.anchor)
  }
}

extension Anchor where Kind == Size {
  public static func == (first: Anchor, points: Double) -> LayoutConstraint { first.constraint(.equal, points) }
  public static func <= (first: Anchor, points: Double) -> LayoutConstraint { first.constraint(.atMost, points) }
  public static func >= (first: Anchor, points: Double) -> LayoutConstraint { first.constraint(.atLeast, points) }

  private func constraint(_ relation: LayoutRelation, _ points: Double) -> LayoutConstraint {
    LayoutConstraint(
      unchecked: nil, anchor, relation, nil, multiplier: 1, constant: points, spacings: 0,
      priority: LayoutConstraint.required)
  }
}

extension AnchorExpression {
  public static func * (expression: AnchorExpression, factor: Double) -> AnchorExpression {
    var product = expression
    product.multiplier *= factor
    product.constant *= factor
    product.spacings *= factor
    return product
  }

  public static func + (expression: AnchorExpression, points: Double) -> AnchorExpression {
    var sum = expression
    sum.constant += points
    return sum
  }

  public static func - (expression: AnchorExpression, points: Double) -> AnchorExpression { expression + -points }

  public static func + (expression: AnchorExpression, spacing: Spacing) -> AnchorExpression {
    var sum = expression
    sum.spacings += spacing.times
    return sum
  }

  public static func - (expression: AnchorExpression, spacing: Spacing) -> AnchorExpression {
    expression + -1 * spacing
  }

  fileprivate func constraint(_ relation: LayoutRelation, of first: LayoutAnchor) -> LayoutConstraint {
    LayoutConstraint(
      unchecked: nil, first, relation, anchor, multiplier: multiplier, constant: constant, spacings: spacings,
      priority: LayoutConstraint.required)
  }
}
