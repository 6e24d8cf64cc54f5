import KeyboardGuide
import Testing

@testable import InputDevices

@Suite struct ModifierKeysTests {
  @Test(
    "either key of a pair makes the modifier",
    arguments: [
      ([29], [.control]), ([97], [.control]), ([125, 126], [.meta]), ([56, 29], [.alt, .control]), ([42, 30, 100], []),
    ] as [([UInt16], Modifiers)])
  func modifiers(keys: [UInt16], expected: Modifiers) {
    #expect(ModifierKeys.modifiers { keys.contains($0) } == expected)
  }
}
