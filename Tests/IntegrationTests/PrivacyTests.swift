import CEvdev
import Foundation
import Glibc
import InputDevices
import KeyguideAPI
import KeyguideClient
import MockInput
import Testing

extension UnderUmockdev {
  /// What is typed never leaves the daemon: whatever it is, all that can be seen from outside is the same, byte for byte.
  @Suite struct PrivacyTests {
    /// How the keys come to be read, or not.
    enum Situation: CaseIterable {
      case masked, withoutMask, unproven, typingActivity
    }

    private static let modifiers: Set<Int32> = [KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTALT, KEY_LEFTMETA, KEY_RIGHTMETA]

    /// Every key but those that are told anyway, in two halves of the same kinds: modifiers, and chords of one key.
    private static let halves: [[Int32]] = {
      let keys = (1..<KEY_CNT).filter { key in
        !modifiers.contains(key) && !ChordTable.standard.standaloneKeys.contains(UInt16(key))
      }
      let kinds = [keys.filter { $0 < 89 }, keys.filter { $0 >= 89 }]
      return (0...1).map { half in
        // As many in one half as in the other.
        kinds.flatMap { kind in stride(from: half, to: kind.count / 2 * 2, by: 2).map { kind[$0] } }
      }
    }()

    /// All that the daemon says to its clients and its log while these keys are typed.
    private func transcript(_ keys: [Int32], _ situation: Situation) throws -> [String] {
      let bed = try InputTestbed()
      let settings = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString.prefix(8)).toml"
      defer { try? FileManager.default.removeItem(atPath: settings) }
      try "TypingActivity = \(situation == .typingActivity)".write(toFile: settings, atomically: true, encoding: .utf8)
      let daemon = try DaemonUnderTest(arguments: ["--settings", settings])
      let client = try daemon.client()
      try client.send("io.keyguide.Monitor.Subscribe", more: true)
      var lines = [try client.next().parameterText]
      let node: MockNode
      var others: [MockNode] = []
      switch situation {
      case .masked, .typingActivity: node = try bed.plug(UnderUmockdev.keyboard)[0]
      case .withoutMask: node = try bed.plug(UnderUmockdev.keyboard, refusingMasks: true)[0]
      case .unproven:
        let nodes = try bed.plug(
          UnderUmockdev.fixture("ms-nano-0745-keyboard"), UnderUmockdev.fixture("ms-nano-0745-mouse"))
        node = nodes[0]
        others = [nodes[1]]
      }
      lines.append(try client.next().parameterText)
      /// A chord, which is told; the node's events come in order, so with it everything before it has been read.
      func chord() throws {
        for isDown in [true, false] {
          node.key(KEY_LEFTMETA, down: isDown)
          lines.append(try client.next().parameterText)
        }
      }
      // The mock's pipe holds some 28 keys. On an unproven device nothing is told, so there it must be enough for all.
      for (index, key) in keys.prefix(situation == .unproven ? 26 : keys.count).enumerated() {
        node.key(key, down: true)
        node.key(key, down: false)
        if index % 20 == 19, situation != .unproven { try chord() }
      }
      lines.append(try daemon.client().call("io.keyguide.Monitor.Devices").parameterText)
      for node in [node] + others { node.unplug() }
      lines.append(try client.next().parameterText)
      #expect(daemon.process.stop() == 0)
      let folder = daemon.socket.replacing("/socket", with: "")
      return (lines + [daemon.log]).map { text in
        text.replacing(/"epoch":"[0-9a-f]+"/, with: "").replacing(folder, with: "")
      }
    }

    @Test("C.7 what is told is the same whatever is typed, masked or not", arguments: Situation.allCases)
    func same(situation: Situation) throws {
      let first = try transcript(Self.halves[0], situation)
      let second = try transcript(Self.halves[1], situation)
      #expect(first.count >= 5)
      #expect(first == second)
    }
  }
}
