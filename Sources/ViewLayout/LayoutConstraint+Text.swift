extension LayoutConstraint {
  /// Reads a constraint such as `photo.width == view.width * 0.5 @750`; the error has the column and a caret.
  public init(_ text: String, id: String? = nil) throws(LayoutSyntaxError) {
    self = try ConstraintParser.parse(text)
    self.id = id
  }
}

extension LayoutConstraint: CustomStringConvertible {
  /// The constraint in the one form of it that is printed; it reads back as the same.
  public var description: String {
    var parts: [String] = []
    if let second {
      let factor = multiplier == 1 ? "" : " * \(Self.number(abs(multiplier)))"
      parts.append((multiplier < 0 ? "-" : "") + "\(second)" + (multiplier == -1 ? "" : factor))
    }
    if spacings != 0 { parts.append(Self.signed(spacings, "*spacing", isFirst: parts.isEmpty)) }
    if constant != 0 || parts.isEmpty { parts.append(Self.signed(constant, "", isFirst: parts.isEmpty)) }
    let priority = priority == Self.required ? "" : " @\(priority)"
    return "\(first) \(relation.rawValue) \(parts.joined(separator: " "))\(priority)"
  }

  private static func signed(_ number: Double, _ unit: String, isFirst: Bool) -> String {
    let sign = isFirst ? (number < 0 ? "-" : "") : (number < 0 ? "- " : "+ ")
    return sign + Self.number(abs(number)) + unit
  }

  /// Digits that read back as the number, without exponents: the grammar has none.
  private static func number(_ value: Double) -> String {
    if value == value.rounded(), value < 1e15 { return "\(Int(value))" }
    let text = "\(value)"
    guard let exponent = text.firstIndex(of: "e"), let power = Int(text[text.index(after: exponent)...]) else {
      return text
    }
    // Below 1, since greater ones are whole: 1.5e-07 is 0.00000015.
    let digits = text[..<exponent].filter { $0 != "." }
    return "0." + String(repeating: "0", count: -power - 1) + digits
  }
}
