import TOML
import Testing

@Suite struct TOMLTests {
  @Test("a document comes out as it stands there, with its places")
  func document() throws {
    let text = """
      name = "x"
      [[device]]
      id = 7
      on = true
      [[device]]
      list = [1.5, "a", []]
      """
    let document = try TOMLValue(parsing: Array(text.utf8))
    let members = try document.table("the document")
    #expect(members.map(\.key) == ["device", "name"])
    let devices = try members[0].value.array("device")
    #expect(devices.count == 2)
    let first = try devices[0].table("device")
    #expect(first.map(\.key) == ["id", "on"])
    #expect(first[0].value.content == .integer(7))
    #expect(first[0].value.place == TOMLPlace(line: 3, column: 6))
    #expect(first[0].place == TOMLPlace(line: 3, column: 1))
    #expect(first[1].value.content == .boolean(true))
    let list = try devices[1].table("device")[0].value.array("list")
    #expect(list.map(\.content) == [.float(1.5), .string("a"), .array([])])
    #expect(members[1].value.content == .string("x"))
  }

  @Test("an empty document is an empty table")
  func empty() throws {
    #expect(try TOMLValue(parsing: []).table("it").isEmpty)
  }

  @Test("what is wrong is told with its place", arguments: [("a = ", 1), ("a = 1\nb 2", 2), ("a = 1\na = 2", 2)])
  func errors(text: String, line: Int) throws {
    let error = #expect(throws: TOMLError.self) { try TOMLValue(parsing: Array(text.utf8)) }
    #expect(error?.place.line == line)
    #expect(error?.problem.isEmpty == false)
  }

  @Test(
    "texts that toml++ does not expect are errors too", arguments: ["[\u{1A}", "[", "[[", "a = [1, ", "\"", "\u{0}"])
  func unexpected(text: String) {
    #expect(throws: TOMLError.self) { try TOMLValue(parsing: Array(text.utf8)) }
  }

  @Test("a value of another form is told with its place")
  func forms() throws {
    let members = try TOMLValue(parsing: Array("\n a = 1".utf8)).table("it")
    let error = #expect(throws: TOMLError.self) { try members[0].value.string("'a'") }
    #expect(error?.description == "2:6: 'a' must be a string")
  }
}
