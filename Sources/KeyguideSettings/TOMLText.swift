/// Values as they stand in a TOML file.
enum TOMLText {
  /// A basic string, with what cannot stand in one escaped.
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A whole number without a point.
  static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }

  static func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }

  /// An inline table; members without a value are left out.
  static func table(_ members: [(name: String, value: String?)]) -> String {
    let texts = members.compactMap { member in member.value.map { "\(member.name) = \($0)" } }
    return texts.isEmpty ? "{}" : "{ \(texts.joined(separator: ", ")) }"
  }
}
