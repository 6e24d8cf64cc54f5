import TOML

extension DeviceKnowledge {
  /// Reads a device file, as `Config/devices/devices.toml` describes its form.
  ///
  /// Every key must be known and every value of its form; the error says which is not, and where.
  public init(parsing text: [UInt8]) throws(TOMLError) {
    self.init()
    for member in try TOMLValue(parsing: text).table("the file") {
      switch member.key {
      case "device":
        for value in try member.value.array("'device'") { entries.append(try Self.entry(value)) }
      case "names":
        for list in try member.value.table("'names'") {
          let patterns = try Self.patterns(list)
          switch list.key {
          case "against": wordsAgainst = patterns
          case "for": wordsFor = patterns
          case "neutral": neutralPhrases = patterns
          case "internal": internalPhrases = patterns
          default: throw Self.unknown(list, known: ["against", "for", "neutral", "internal"])
          }
        }
      default: throw Self.unknown(member, known: ["device", "names"])
      }
    }
  }

  private static func entry(_ value: TOMLValue) throws(TOMLError) -> Entry {
    var id: String?
    var kind: Kind?
    var integration: Integration?
    var note: String?
    for member in try value.table("a 'device'") {
      let text = try member.value.string("'\(member.key)'")
      switch member.key {
      case "id":
        guard isIdentity(text) else {
          throw TOMLError(
            "'\(text)' is no id: VENDOR:PRODUCT in four lower-case hex digits each, the end may be *",
            at: member.value.place)
        }
        id = text
      case "kind":
        kind = Kind(rawValue: text)
        guard kind != nil else {
          let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
          throw TOMLError("'\(text)' is no kind of device; there are \(known)", at: member.value.place)
        }
      case "integration":
        integration = Integration(rawValue: text)
        guard integration != nil else {
          throw TOMLError("'\(text)' is no integration; there are internal and external", at: member.value.place)
        }
      case "note": note = text
      default: throw unknown(member, known: ["id", "kind", "integration", "note"])
      }
    }
    guard let id, let note, kind != nil || integration != nil else {
      throw TOMLError("a device needs id, note, and kind or integration", at: value.place)
    }
    return Entry(id: id, kind: kind, integration: integration, note: note)
  }

  private static func patterns(_ list: TOMLValue.Member) throws(TOMLError) -> [NamePattern] {
    var patterns: [NamePattern] = []
    for value in try list.value.array("'\(list.key)'") {
      let text = try value.string("a name")
      guard let pattern = NamePattern(text) else { throw TOMLError("'\(text)' matches everything", at: value.place) }
      patterns.append(pattern)
    }
    return patterns
  }

  private static func isIdentity(_ text: String) -> Bool {
    let digits = text.hasSuffix("*") ? text.dropLast() : text[...]
    let isWhole = digits.count == 9
    guard isWhole || (text.hasSuffix("*") && (5...8).contains(digits.count)) else { return false }
    return digits.enumerated().allSatisfy { index, character in
      index == 4 ? character == ":" : character.isHexDigit && !character.isUppercase
    }
  }

  private static func unknown(_ member: TOMLValue.Member, known: [String]) -> TOMLError {
    TOMLError("'\(member.key)' is not known here; there are \(known.joined(separator: ", "))", at: member.value.place)
  }
}
