import KeyboardGuide
import Testing

@testable import InputDevices

@Suite struct ModifierKeysTests {
  @Test("privacy: the kernel's mask lets the shortcut modifiers through and no key that types")
  func mask() {
    let passing = (0..<ModifierKeys.keyMask.count * 8).filter { ModifierKeys.keyMask[$0 / 8] >> ($0 % 8) & 1 == 1 }
    // KEY_LEFTCTRL 29, KEY_LEFTALT 56, KEY_RIGHTCTRL 97, KEY_LEFTMETA 125, KEY_RIGHTMETA 126.
    #expect(passing == [29, 56, 97, 125, 126])
    let types = (0..<ModifierKeys.typeMask.count * 8).filter { ModifierKeys.typeMask[$0 / 8] >> ($0 % 8) & 1 == 1 }
    #expect(types == [1], "EV_KEY alone: EV_MSC would name the key by its scan code")
  }

  @Test(
    "either key of a pair makes the modifier",
    arguments: [
      ([29], [.control]), ([97], [.control]), ([125, 126], [.meta]), ([56, 29], [.alt, .control]), ([42, 30, 100], []),
    ] as [([UInt16], Modifiers)])
  func modifiers(keys: [UInt16], expected: Modifiers) {
    #expect(ModifierKeys.modifiers { keys.contains($0) } == expected)
  }
}
