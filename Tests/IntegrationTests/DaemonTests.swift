import CEvdev
import Foundation
import Geometry
import Glibc
import JSON
import KeyguideAPI
import KeyguideClient
import MockInput
import Testing
import Varlink

extension UnderUmockdev {
  /// The whole way: a mock device, the real daemon, a real socket, two kinds of client.
  @Suite struct DaemonTests {
    /// One reply's parameters, as any JSON reader has them.
    private func dictionary(_ reply: VarlinkReply) throws -> NSDictionary {
      try #require(try JSONSerialization.jsonObject(with: Data(reply.parameterText.utf8)) as? NSDictionary)
    }

    @Test("the main job: plug, bar, unplug, on-screen keyboard; both clients see the same", arguments: [true, false])
    func wholeWay(nodeDiesFirst: Bool) throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let python = try PythonSubscriber(socket: daemon.socket)
      #expect(try python.next() == ["interface": "io.keyguide.Monitor"])
      let client = try daemon.client()
      try client.send("io.keyguide.Monitor.Subscribe", more: true)
      var state = SeatParts()
      var seq = 0
      /// The next state for both clients: one message, with the next number.
      func next() throws -> MonitorReply {
        let reply = try client.next()
        #expect(try python.next() == dictionary(reply))
        var reader = reply.reader
        let decoded = try MonitorReply(from: &reader)
        if seq > 0 { #expect(decoded.seq == seq + 1) }
        seq = decoded.seq
        state.apply(decoded.parts)
        return decoded
      }

      let snapshot = try next()
      #expect(snapshot.snapshot)
      #expect(state.hardware == .init())
      #expect(state.source?.kind == .devices)

      // Nothing in focus: the flag alone.
      var node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try next().parts == SeatParts(hardware: .attached()))

      // A window whose text view takes the focus: the bar.
      let window = try GuidedWindow(path: daemon.socket, followsUndockedKeyboard: true)
      DaemonUnderTest.limit(window.descriptor)
      #expect(try window.next().keyboard == .none)
      try window.focus("field")
      #expect(try next().parts.keyboard?.kind == .fullBar)
      let bar = try window.next()
      #expect(bar.keyboard == .fullBar)
      #expect(bar.guide.frame == state.keyboard?.frame, "the guide is the bar's rectangle")
      #expect(bar.notifications == [.willChangeFrame, .willShow])
      #expect(bar.transition?.local == true)
      #expect(try window.next().notifications == [.didChangeFrame, .didShow])

      // A chord, and what is typed around it.
      node.key(KEY_LEFTMETA, down: true)
      #expect(try next().parts.hardware?.modifiers == [.meta])
      node.key(KEY_LEFT, down: true)
      node.key(KEY_LEFT, down: false)
      node.key(KEY_LEFTMETA, down: false)
      #expect(try next().parts.hardware?.modifiers == [])

      // Pulled: one update, whichever of the two ways it is noticed first.
      if nodeDiesFirst { node.die() } else { node.announceRemoval() }
      let detached = try next()
      #expect(detached.parts.hardware == .init())
      #expect(detached.parts.keyboard?.kind == .docked)
      let docked = try window.next()
      #expect(docked.guide.frame == state.keyboard?.frame)
      #expect(docked.guide.frame == docked.transition?.end)
      #expect(docked.transition?.begin == bar.guide.frame)
      if nodeDiesFirst { node.announceRemoval() } else { node.die() }
      // The other half of the unplugging is no news: the next update is the next plug.
      node = try bed.plug(UnderUmockdev.otherKeyboard)[0]
      #expect(try next().parts.keyboard?.kind == .fullBar)

      #expect(daemon.process.stop() == 0)
      #expect(!FileManager.default.fileExists(atPath: daemon.socket), "the socket is removed")
    }

    @Test("R272 a second keyboard, a mouse and typing are no news")
    func silence() throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let seat = try SeatSubscription(daemon.client())
      let snapshot = try seat.next()
      let first = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try seat.next().seq == snapshot.seq + 1)
      let second = try bed.plug(UnderUmockdev.otherKeyboard)[0]
      let mouse = try bed.plug(UnderUmockdev.mouse)[0]
      first.key(KEY_A, down: true)
      first.key(KEY_A, down: false)
      mouse.unplug()
      second.unplug()
      // Whatever was told in between would come before this.
      first.key(KEY_LEFTALT, down: true)
      let reply = try seat.next()
      #expect(reply.seq == snapshot.seq + 2)
      #expect(reply.parts == SeatParts(hardware: .attached([.alt])))
      #expect(daemon.process.stop() == 0)
    }

    @Test("idle, the daemon does not wake up", arguments: [false, true])
    func idle(withKeyboard: Bool) throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let seat = try SeatSubscription(daemon.client())
      _ = try seat.next()
      let node = withKeyboard ? try bed.plug(UnderUmockdev.keyboard)[0] : nil
      if withKeyboard { _ = try seat.next() }
      let before = try daemon.switchesOnceAsleep()
      // Typing must not wake it either. Time is what this test is about: two seconds without a wake-up.
      for _ in 0..<20 {
        node?.key(KEY_A, down: true)
        node?.key(KEY_A, down: false)
        poll(nil, 0, 100)
      }
      #expect(try daemon.switchesOnceAsleep() == before)
      #expect(daemon.process.stop() == 0)
    }

    @Test("SIGHUP looks at devices anew and loses nothing; SIGINT ends with 0")
    func signals() throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let seat = try SeatSubscription(daemon.client())
      _ = try seat.next()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try seat.next().parts.hardware?.present == true)
      daemon.process.signal(SIGHUP)
      node.key(KEY_LEFTMETA, down: true)
      #expect(try seat.next().parts.hardware?.modifiers == [.meta])
      daemon.process.signal(SIGINT)
      #expect(daemon.process.wait() == 0)
      #expect(daemon.log.contains("devices were looked at anew; 1 nodes are open"))
      #expect(throws: ClientError.self) { try seat.next() }
    }
  }
}
