import Testing

@testable import TOML

@Suite struct UnknownNameTests {
  @Test(
    "letters that are other ones, missing, too many or swapped count one each",
    arguments: [
      ("policy", "policy", 0), ("polcy", "policy", 1), ("poilcy", "policy", 1), ("", "abc", 3), ("abc", "", 3),
      ("kitten", "sitting", 3),
    ])
  func distance(first: String, second: String, distance: Int) {
    #expect(UnknownName.distance(first, second) == distance)
  }
}
