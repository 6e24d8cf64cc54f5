/// A Varlink interface as its text defines it (varlink.org, "Interface Definition").
struct InterfaceDefinition: Equatable {
  indirect enum Kind: Equatable {
    /// bool, int, float, string, object, or a type of the interface.
    case named(String)
    case optional(Kind)
    case array(Kind)
    case map(Kind)
    case structure([String: Kind])
    case enumeration(Set<String>)
  }

  struct Method: Equatable {
    var input: Kind
    var output: Kind
  }

  var name = ""
  var types: [String: Kind] = [:]
  var methods: [String: Method] = [:]
  var errors: [String: Kind] = [:]

  /// Reads a text; throws what is wrong in it.
  init(text: String) throws {
    var parser = InterfaceParser(text: text)
    try parser.expect("interface")
    name = try parser.take()
    while let keyword = parser.next {
      try parser.expect(keyword)
      let member = try parser.take()
      switch keyword {
      case "type": types[member] = try parser.kind()
      case "error": errors[member] = try parser.kind()
      case "method":
        let input = try parser.kind()
        try parser.expect("->")
        methods[member] = Method(input: input, output: try parser.kind())
      default: throw InterfaceParser.Failure(problem: "'\(keyword)' is not type, method or error")
      }
    }
  }
}

/// A recursive-descent parser of the definition language: words, and brackets around them.
struct InterfaceParser {
  struct Failure: Error, Equatable {
    var problem: String
  }

  private var words: ArraySlice<String>

  init(text: String) {
    var words: [String] = []
    for line in text.split(separator: "\n") {
      var word = ""
      for character in line.prefix(while: { $0 != "#" }) + " " {
        if character.isLetter || character.isNumber || "._-".contains(character) || (character == ">" && word == "-") {
          word.append(character)
          continue
        }
        if !word.isEmpty { words.append(word) }
        word = ""
        if !character.isWhitespace { words.append(String(character)) }
      }
    }
    self.words = words[...]
  }

  var next: String? { words.first }

  mutating func take() throws -> String {
    guard let word = words.popFirst() else { throw Failure(problem: "the text ends too early") }
    return word
  }

  mutating func expect(_ word: String) throws {
    let found = try take()
    guard found == word else { throw Failure(problem: "'\(word)' is expected and not '\(found)'") }
  }

  mutating func kind() throws -> InterfaceDefinition.Kind {
    switch next {
    case "?":
      try expect("?")
      return .optional(try kind())
    case "[":
      try expect("[")
      let isMap = next == "string"
      if isMap { try expect("string") }
      try expect("]")
      return isMap ? .map(try kind()) : .array(try kind())
    case "(": return try brackets()
    default: return .named(try take())
    }
  }

  /// A structure or an enumeration: after the first name it shows which.
  private mutating func brackets() throws -> InterfaceDefinition.Kind {
    try expect("(")
    var fields: [String: InterfaceDefinition.Kind] = [:]
    var values: Set<String> = []
    while next != ")" {
      let name = try take()
      if next == ":" {
        try expect(":")
        fields[name] = try kind()
      } else {
        values.insert(name)
      }
      if next != ")" { try expect(",") }
    }
    try expect(")")
    guard fields.isEmpty || values.isEmpty else { throw Failure(problem: "fields and values in one bracket") }
    return values.isEmpty ? .structure(fields) : .enumeration(values)
  }
}
