import CEvdev
import KeyboardGuide
import Testing

@testable import InputDevices

@Suite struct ChordTableTests {
  @Test("R41 R296 R297 without settings every chord can be written, and means what the design says")
  func standard() throws {
    let table = ChordTable.standard
    let written: [KeyAction: [String]] = [
      .collapseBarLeading: ["Alt+Meta+Left"], .collapseBarTrailing: ["Alt+Meta+Right"], .expandBar: ["Alt+Meta+Up"],
      .nextLanguage: ["Alt+Meta+PageDown", "KbdLayoutNext"], .previousLanguage: ["Alt+Meta+PageUp"],
      .toggleKeyboard: ["Alt+Meta+Down", "Keyboard", "OnscreenKeyboard"], .dockKeyboard: ["Alt+Meta+F5"],
      .undockKeyboard: ["Alt+Meta+F6"], .splitKeyboard: ["Alt+Meta+F7"], .floatKeyboard: ["Alt+Meta+F8"],
    ]
    #expect(table.chords.mapValues { $0.map(\.description) } == written)
    #expect(try ChordTable(written.mapValues { try $0.map { try Chord($0) } }) == table)
    #expect(table.standaloneKeys == Set([KEY_KBD_LAYOUT_NEXT, KEY_KEYBOARD, KEY_ONSCREEN_KEYBOARD].map(UInt16.init)))
    #expect(table.keys.count == 13)
  }

  @Test("modifiers must match exactly")
  func exact() {
    let table = ChordTable.standard
    #expect(table.action(for: UInt16(KEY_LEFT), held: [.alt, .meta]) == .collapseBarLeading)
    for held: Modifiers in [[], [.alt], [.meta], [.control], [.control, .alt, .meta]] {
      #expect(table.action(for: UInt16(KEY_LEFT), held: held) == nil)
    }
    #expect(table.action(for: UInt16(KEY_KEYBOARD), held: []) == .toggleKeyboard)
    #expect(table.action(for: UInt16(KEY_KEYBOARD), held: [.meta]) == nil)
    #expect(table.action(for: UInt16(KEY_A), held: [.alt, .meta]) == nil)
  }

  @Test("one chord for two actions is an error that names all three; twice for one action it is there once")
  func conflict() throws {
    let left = try Chord("Alt+Meta+Left")
    let error = #expect(throws: ChordConflict.self) {
      try ChordTable([.expandBar: [left], .collapseBarLeading: [try Chord("F13"), left]])
    }
    #expect(error == ChordConflict(chord: left, actions: [.collapseBarLeading, .expandBar]))
    #expect(
      error?.description
        == "'Alt+Meta+Left' is for CollapseBarLeading and ExpandBar at once: give one of them another chord, or none")
    #expect(try ChordTable([.expandBar: [left, left]]).chords == [.expandBar: [left]])
  }

  @Test("an empty table lets no key through")
  func empty() throws {
    let table = try ChordTable([:])
    #expect(table.keys.isEmpty && table.standaloneKeys.isEmpty && table.chords.isEmpty)
  }

  @Test("each action has a name of its own in settings")
  func names() {
    let names = KeyAction.allCases.map(\.settingName)
    #expect(Set(names).count == KeyAction.allCases.count)
    #expect(names.allSatisfy { $0.first?.isUppercase == true })
  }
}
