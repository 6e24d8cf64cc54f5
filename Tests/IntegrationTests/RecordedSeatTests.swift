import CEvdev
import Foundation
import KeyboardGuide
import KeyguideAPI
import KeyguideClient
import MockInput
import SeatReplay
import Testing

extension UnderUmockdev {
  /// A person at work with a real daemon, seen by a subscriber and by a recorder.
  @Suite struct RecordedSeatTests {
    /// `keyguidectl record` as a child, line by line.
    private final class Recorder {
      private let process = Process()
      private let output = Pipe()
      private(set) var text = ""

      init(_ daemon: DaemonUnderTest) throws {
        process.executableURL = URL(filePath: try DaemonUnderTest.program("keyguidectl"))
        process.arguments = ["--socket", daemon.socket, "record"]
        process.standardOutput = output
        try process.run()
      }

      deinit {
        process.terminate()
        process.waitUntilExit()
        try? output.fileHandleForReading.close()
      }

      /// Reads until there is a line with all the words.
      func read(until words: String...) throws {
        while !text.split(separator: "\n").contains(where: { line in words.allSatisfy { line.contains($0) } }) {
          let piece = output.fileHandleForReading.availableData
          try #require(!piece.isEmpty, "the recorder has ended:\n\(text)")
          text += String(decoding: piece, as: UTF8.self)
        }
      }
    }

    private func press(_ node: MockNode, _ codes: Int32...) {
      for code in codes { node.key(code, down: true) }
      for code in codes.reversed() { node.key(code, down: false) }
    }

    @Test(
      "R41 R289 R276 plug, collapse by chord, expand, another language, unplug: the subscriber has what the core has")
    func person() throws {
      let bed = try InputTestbed()
      let file = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString.prefix(8)).toml"
      defer { try? FileManager.default.removeItem(atPath: file) }
      let settings = """
        [Keyboard]
        TransitionDuration = 0.02
        [[Language]]
        ID = "en"
        [[Language]]
        ID = "de"
        SuggestionsWidth = 500
        """
      try settings.write(toFile: file, atomically: true, encoding: .utf8)
      let daemon = try DaemonUnderTest(arguments: ["--settings", file])
      let seat = try SeatSubscription(daemon.client())
      var seq = try seat.next().seq
      func wait(until condition: (SeatParts) -> Bool) throws {
        while !condition(seat.state.parts) {
          let reply = try seat.next()
          #expect(reply.seq == seq + 1 + (reply.missed ?? 0), "no state is lost without a word")
          seq = reply.seq
        }
      }
      let recorder = try Recorder(daemon)
      try recorder.read(until: "keyguide.seat")
      let window = try GuidedWindow(path: daemon.socket, followsUndockedKeyboard: true)
      DaemonUnderTest.limit(window.descriptor)
      try window.focus("a secret name")
      try wait { $0.keyboard?.kind == .docked }

      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      try wait { $0.keyboard?.kind == .fullBar }
      let narrow = try #require(seat.state.parts.keyboard?.frame)
      #expect(seat.state.parts.bar?.buttons.map(\.id) == ["undo", "redo", "paste"])
      press(node, KEY_LEFTMETA, KEY_LEFTALT, KEY_RIGHT)
      try wait { $0.keyboard?.kind == .collapsedBarTrailing && $0.hardware?.modifiers == [] }
      #expect(seat.state.parts.bar?.place == .trailing)
      press(node, KEY_LEFTMETA, KEY_LEFTALT, KEY_UP)
      try wait { $0.keyboard?.kind == .fullBar && $0.hardware?.modifiers == [] }
      press(node, KEY_LEFTMETA, KEY_LEFTALT, KEY_PAGEDOWN)
      try wait { $0.language?.current == "de" && $0.hardware?.modifiers == [] }
      #expect(seat.state.parts.keyboard?.frame?.width == narrow.width + 200)
      // What is typed in between is nobody's business.
      press(node, KEY_S, KEY_E, KEY_LEFT, KEY_ENTER)
      node.unplug()
      try wait { $0.hardware?.present == false && $0.keyboard?.kind == .docked }

      try recorder.read(until: "\"device\"", "\"gone\":true")
      var last = try window.next()
      while last.guide.frame.width != seat.state.parts.screen?.width || last.keyboard != .docked {
        last = try window.next()
      }
      let recording = try SeatRecording(text: Array(recorder.text.utf8))
      var replay = SeatReplay(recording.header)
      for case .input(let input) in recording.steps.map(\.step) { _ = replay.take(input) }
      let source = try #require(seat.state.parts.source)
      #expect(SeatParts(of: replay.seat, source: source) == seat.state.parts)
      let id = try #require(WindowID(name: last.window))
      #expect(replay.seat.guide(of: id).map(LayoutReply.Guide.init) == last.guide)
      let keys = recording.steps.compactMap { step in
        if case .input(let input) = step.step, case .performed(let action, _) = input.input { action } else { nil }
      }
      #expect(keys == [.collapseBarTrailing, .expandBar, .nextLanguage])
      #expect(!recorder.text.contains("secret") && !recorder.text.contains("/devices/"))
      #expect(daemon.process.stop() == 0)
    }
  }
}
