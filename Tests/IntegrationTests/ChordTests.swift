import CEvdev
import DeviceClassification
import KeyboardGuide
import MockInput
import Testing

@testable import InputDevices

extension UnderUmockdev {
  /// Keys as the person's hand: which of them arrive, and what they do.
  @Suite struct ChordTests {
    /// A node with these keys alone, as a tablet's buttons and the media keys of a keyboard.
    private func buttons(_ codes: Int32...) throws -> DeviceFixture {
      let bitmap = CodeSet(codes.map(Int.init)).bitmap
      let record = """
        {"slug": "buttons", "group": "buttons", "bus": "0003", "vendor": "abcd", "product": "0001", "word_bits": 64,
         "name": "ACME Consumer Control", "ev": "3", "key": "\(bitmap)"}
        """
      return try #require(try DeviceFixture.load(Array(record.replacing("\n", with: "").utf8))["buttons"])
    }

    private func tap(_ node: MockNode, _ code: Int32) {
      node.key(code, down: true)
      node.key(code, down: false)
    }

    /// All that is told until this has been.
    private func news(_ harness: RegistryHarness, until last: KeyboardNews) throws -> [KeyboardNews] {
      var news: [KeyboardNews] = []
      while news.last != last { news += try harness.nextChanges() }
      return news
    }

    @Test("R41 a chord collapses the bar, once for each press: repeats are nothing a person does")
    func chord() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      node.key(KEY_LEFTALT, down: true)
      node.key(KEY_RIGHTMETA, down: true)
      node.key(KEY_LEFT, down: true)
      for _ in 0..<3 { node.repeatKey(KEY_LEFT) }
      node.key(KEY_LEFT, down: false)
      tap(node, KEY_RIGHT)
      node.key(KEY_LEFTALT, down: false)
      node.key(KEY_RIGHTMETA, down: false)
      let expected: [KeyboardNews] = [
        .held([.alt]), .held([.alt, .meta]), .performed(.collapseBarLeading), .performed(.collapseBarTrailing),
        .held([.meta]), .held([]),
      ]
      #expect(try news(harness, until: .held([])) == expected)
      #expect(harness.performedOn == Array(repeating: try #require(harness.registry.reports.first?.id), count: 2))
      node.unplug()
    }

    @Test("R41 what is pressed in one frame is held together, whichever key comes first")
    func oneFrame() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      _ = try harness.nextChanges()
      node.keys([KEY_UP, KEY_LEFTMETA, KEY_LEFTALT], down: true)
      #expect(try harness.nextChanges() == [.held([.alt, .meta]), .performed(.expandBar)])
      node.keys([KEY_LEFTALT, KEY_LEFTMETA, KEY_UP], down: false)
      #expect(try harness.nextChanges() == [.held([])])
      node.unplug()
    }

    @Test("design §5 with other modifiers, or none, the keys of chords are forgotten; what types does not even arrive")
    func otherModifiers() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      _ = try harness.nextChanges()
      for code in [KEY_H, KEY_ENTER, KEY_HOME, KEY_F4, KEY_ESC, KEY_LEFTSHIFT] { tap(node, code) }
      #expect(try harness.loop.runOnce() == false, "what is no chord's must not even wake the daemon")
      for code in [KEY_LEFT, KEY_F5, KEY_PAGEDOWN, KEY_DOWN] { tap(node, code) }
      // One modifier too few, then one too many.
      node.key(KEY_LEFTMETA, down: true)
      tap(node, KEY_LEFT)
      node.keys([KEY_LEFTALT, KEY_LEFTCTRL], down: true)
      tap(node, KEY_LEFT)
      // The other Alt types text.
      node.keys([KEY_LEFTALT, KEY_LEFTCTRL], down: false)
      node.key(KEY_RIGHTALT, down: true)
      tap(node, KEY_LEFT)
      node.key(KEY_LEFTMETA, down: false)
      let expected: [KeyboardNews] = [.held([.meta]), .held([.control, .alt, .meta]), .held([.meta]), .held([])]
      #expect(try news(harness, until: .held([])) == expected)
      node.unplug()
    }

    @Test("design §5 where the kernel has no masks, and after lost events, only the keys of chords are looked at")
    func withoutMask() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard, refusingMasks: true)[0]
      _ = try harness.nextChanges()
      tap(node, KEY_H)
      node.keys([KEY_LEFTALT, KEY_LEFTMETA], down: true)
      tap(node, KEY_H)
      tap(node, KEY_HOME)
      tap(node, KEY_F5)
      #expect(
        try news(harness, until: .performed(.dockKeyboard)) == [.held([.alt, .meta]), .performed(.dockKeyboard)])
      // The keyboard says that keys are down whose press was lost: nobody knows when, nor what was held then.
      for code in [KEY_F6, KEY_H, KEY_HOME, KEY_LEFTCTRL] { node.loseKey(code, down: true) }
      node.drop()
      #expect(try harness.nextChanges() == [.held([.control, .alt, .meta])])
      node.key(KEY_LEFTCTRL, down: false)
      node.repeatKey(KEY_F6)
      node.key(KEY_F6, down: false)
      node.key(KEY_F7, down: true)
      #expect(
        try news(harness, until: .performed(.splitKeyboard)) == [.held([.alt, .meta]), .performed(.splitKeyboard)])
      node.unplug()
    }

    @Test("a key that is held when the keyboard is opened has not been pressed")
    func heldAtStart() throws {
      let bed = try InputTestbed()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      for code in [KEY_LEFTALT, KEY_LEFTMETA, KEY_LEFT] { node.loseKey(code, down: true) }
      let harness = try RegistryHarness()
      node.uevent("add")
      #expect(try harness.nextChanges() == [.attached(), .held([.alt, .meta])])
      node.repeatKey(KEY_LEFT)
      node.key(KEY_LEFT, down: false)
      #expect(try harness.changes() == [])
      node.key(KEY_LEFT, down: true)
      #expect(try harness.nextChanges() == [.performed(.collapseBarLeading)])
      node.unplug()
    }

    @Test("modifiers on one node of a keyboard and the key on another make a chord")
    func twoNodes() throws {
      let bed = try InputTestbed()
      let chords = try ChordTable([
        .showKeyboard: [try Chord("Meta+VolumeUp")], .hideKeyboard: [try Chord("Meta+VolumeDown")],
        .toggleKeyboard: [try Chord("F13")],
      ])
      let harness = try RegistryHarness(chords: chords)
      let nodes = try bed.plug(UnderUmockdev.keyboard, buttons(KEY_VOLUMEUP, KEY_VOLUMEDOWN, KEY_MUTE, KEY_F13))
      #expect(try harness.nextChanges() == [.attached()])
      #expect(harness.registry.reports.first?.nodes.map(\.reading) == [.modifiers, .chords])
      #expect((0..<KEY_CNT).filter { nodes[1].passes($0) } == [KEY_VOLUMEDOWN, KEY_VOLUMEUP, KEY_F13])
      // What a node does is read in order: after the second key, the first has been.
      for code in [KEY_VOLUMEUP, KEY_F13] { tap(nodes[1], code) }
      #expect(try harness.nextChanges() == [.performed(.toggleKeyboard)])
      nodes[0].key(KEY_LEFTMETA, down: true)
      #expect(try harness.nextChanges() == [.held([.meta])])
      tap(nodes[1], KEY_VOLUMEUP)
      #expect(try harness.nextChanges() == [.performed(.showKeyboard)])
      // What held the modifier is gone, and the modifier with it.
      nodes[0].unplug()
      #expect(try harness.nextChanges().last == .detached())
      for code in [KEY_VOLUMEDOWN, KEY_F13] { tap(nodes[1], code) }
      #expect(try harness.nextChanges() == [.performed(.toggleKeyboard)])
      nodes[1].unplug()
    }

    @Test("R297 a button that is a chord by itself counts on a node of no keyboard, which is read for nothing else")
    func button() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let keyboard = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      let node = try bed.plug(buttons(KEY_VOLUMEUP, KEY_KEYBOARD, KEY_LEFT, KEY_LEFTMETA), at: .platform)[0]
      try harness.wait { harness.registry.openNodeCount == 2 }
      let passing = (0..<KEY_CNT).filter { node.passes($0) }
      #expect(passing == [KEY_KEYBOARD, KEY_KBD_LAYOUT_NEXT, KEY_ONSCREEN_KEYBOARD])
      tap(node, KEY_KEYBOARD)
      #expect(try harness.nextChanges() == [.performed(.toggleKeyboard)])
      #expect(harness.performedOn == [nil], "its seat knows of no such device")
      // The modifiers of another device are another hand's.
      keyboard.keys([KEY_LEFTALT, KEY_LEFTMETA], down: true)
      #expect(try harness.nextChanges() == [.held([.alt, .meta])])
      for code in [KEY_LEFT, KEY_KEYBOARD] { tap(node, code) }
      #expect(try harness.nextChanges() == [.performed(.toggleKeyboard)])
      for node in [node, keyboard] { node.unplug() }
    }

    @Test("R297 the button of a kernel without masks is dropped as it is read, unless it is a chord")
    func buttonWithoutMask() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(
        buttons(KEY_VOLUMEUP, KEY_ONSCREEN_KEYBOARD, KEY_LEFT), at: .platform, refusingMasks: true)[0]
      try harness.wait { harness.facts.keyAccess == .dropped }
      tap(node, KEY_VOLUMEUP)
      tap(node, KEY_LEFT)
      tap(node, KEY_ONSCREEN_KEYBOARD)
      #expect(try harness.nextChanges() == [.performed(.toggleKeyboard)])
      node.unplug()
    }

    @Test("R296 another table holds from a reload on, for what passes the mask as well; what is held stays held")
    func reload() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      let button = try bed.plug(buttons(KEY_KEYBOARD), at: .platform)[0]
      #expect(try harness.nextChanges() == [.attached()])
      try harness.wait { harness.registry.openNodeCount == 2 }
      node.key(KEY_LEFTMETA, down: true)
      #expect(try harness.nextChanges() == [.held([.meta])])
      let classifier = DeviceClassifier(knowledge: try .standard())
      func configure(_ chords: ChordTable) {
        harness.registry.configure(classifier: classifier, noticesTyping: false, chords: chords)
      }
      configure(.standard)
      #expect(node.openCount == 1 && button.openCount == 1, "nothing is new")
      configure(try ChordTable([.nextLanguage: [try Chord("Meta+F9")]]))
      #expect(try harness.changes() == [], "the keyboard was never away")
      #expect(harness.registry.openNodeCount == 1, "the button does nothing any more")
      #expect(node.passes(KEY_F9) && !node.passes(KEY_LEFT) && node.passes(KEY_LEFTMETA))
      tap(node, KEY_F9)
      #expect(try harness.nextChanges() == [.performed(.nextLanguage)])
      configure(.standard)
      #expect(harness.registry.openNodeCount == 2)
      #expect(!node.passes(KEY_F9) && node.passes(KEY_LEFT))
      node.key(KEY_LEFTALT, down: true)
      tap(node, KEY_PAGEUP)
      #expect(
        try news(harness, until: .performed(.previousLanguage)) == [
          .held([.alt, .meta]), .performed(.previousLanguage),
        ])
      for node in [node, button] { node.unplug() }
    }

    @Test("where typing is noticed a chord works, and is no typing: what calls the keyboard must not send it away")
    func typing() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness(noticesTyping: true)
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      node.keys([KEY_LEFTALT, KEY_LEFTMETA], down: true)
      node.key(KEY_DOWN, down: true)
      #expect(
        try news(harness, until: .performed(.toggleKeyboard)) == [.held([.alt, .meta]), .performed(.toggleKeyboard)])
      #expect(harness.typedCount == 0)
      tap(node, KEY_H)
      try harness.wait { harness.typedCount == 1 }
      node.unplug()
    }

    @Test("design §5 an unproven device has no chords: its keys are read for proof alone")
    func unproven() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let nodes = try bed.plug(
        UnderUmockdev.fixture("ms-nano-0745-keyboard"), UnderUmockdev.fixture("ms-nano-0745-mouse"))
      _ = try harness.changes()
      nodes[0].keys([KEY_LEFTALT, KEY_LEFTMETA], down: true)
      tap(nodes[0], KEY_LEFT)
      nodes[0].keys([KEY_LEFTALT, KEY_LEFTMETA], down: false)
      for code in [KEY_H, KEY_E, KEY_L, KEY_O, KEY_W, KEY_R] {
        nodes[0].advance(microseconds: 90_000)
        nodes[0].key(code, down: true)
        nodes[0].advance(microseconds: 60_000)
        nodes[0].key(code, down: false)
      }
      #expect(try harness.nextChanges() == [.attached()])
      for node in nodes { node.unplug() }
    }
  }
}
