import CEvdev
import Foundation
import Glibc
import JSON
import KeyguideAPI
import KeyguideClient
import MockInput
import Testing
import Varlink

extension UnderUmockdev {
  /// What the whole daemon tells of devices, and what it never tells.
  @Suite struct DaemonDeviceTests {
    private func devices(_ daemon: DaemonUnderTest) throws -> [DeviceList.Device] {
      var reader = try daemon.client().call("io.keyguide.Monitor.Devices").reader
      return try DeviceList(from: &reader).devices
    }

    /// Takes replies until the state is as wanted.
    private func wait(_ seat: SeatSubscription, until condition: (SeatParts) -> Bool) throws {
      var state = SeatParts()
      repeat { state.apply(try seat.next().parts) } while !condition(state)
    }

    @Test("the switch for external keyboards is in the state, in every client's, and in the list of devices")
    func ignoreExternal() throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let seat = try SeatSubscription(daemon.client())
      _ = try seat.next()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try seat.next().parts == SeatParts(hardware: .attached()))
      let window = try GuidedWindow(path: daemon.socket, followsUndockedKeyboard: true)
      try window.focus("field")
      #expect(try seat.next().parts.keyboard?.reason == .hardwareKeyboard)
      #expect(try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "ignore-external", "on"]).code == 0)
      let ignored = try seat.next().parts
      #expect(ignored.hardware?.present == true && ignored.hardware?.active == true)
      #expect(ignored.hardware?.counts == false && ignored.hardware?.ignoresExternal == true)
      #expect(ignored.keyboard?.kind == .docked)
      #expect(ignored.keyboard?.reason == .externalKeyboardsIgnored)
      #expect(try devices(daemon).map(\.keyboard?.counts) == [false])
      #expect(try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "ignore-external", "off"]).code == 0)
      #expect(try seat.next().parts.keyboard?.reason == .hardwareKeyboard)
      node.unplug()
      #expect(daemon.process.stop() == 0)
    }

    @Test("keyguidectl devices and why ask the daemon: verdict, facts, what is read, and the way to another verdict")
    func tools() throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let seat = try SeatSubscription(daemon.client())
      _ = try seat.next()
      let receiver = try bed.plug(
        UnderUmockdev.fixture("ms-nano-0745-keyboard"), UnderUmockdev.fixture("ms-nano-0745-mouse"))
      #expect(try seat.next().parts.hardware?.keyAccess == .read)
      let listed = try devices(daemon)
      #expect(listed.map(\.verdict) == [.unproven])
      #expect(listed.first?.nodes.map(\.reads.rawValue) == ["proof", "nothing"])
      let table = try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "devices"])
      #expect(table.output.contains("unproven") && table.output.contains("(all keys are read)"))
      for code in [KEY_H, KEY_E, KEY_L, KEY_O, KEY_W, KEY_R] {
        receiver[0].key(code, down: true)
        receiver[0].advance(microseconds: 60_000)
        receiver[0].key(code, down: false)
        receiver[0].advance(microseconds: 90_000)
      }
      let proven = try seat.next().parts.hardware
      #expect(proven == .attached())
      let name = try #require(listed.first?.name)
      let why = try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "why", name]).output
      #expect(why.contains("is keyboard: it") && why.contains("but a person has typed on it"))
      #expect(why.contains("state: external, active") && why.contains("read for modifiers"))
      #expect(why.contains("To override"))
      for node in receiver { node.unplug() }
      #expect(daemon.process.stop() == 0)
    }

    @Test("settings hold from the start and from a reload on; wrong ones change nothing and are named")
    func settings() throws {
      let bed = try InputTestbed()
      let file = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString.prefix(8)).toml"
      defer { try? FileManager.default.removeItem(atPath: file) }
      try "IgnoreExternalKeyboards = true\n".write(toFile: file, atomically: true, encoding: .utf8)
      let daemon = try DaemonUnderTest(arguments: ["--settings", file])
      let seat = try SeatSubscription(daemon.client())
      #expect(try seat.next().parts.hardware?.ignoresExternal == true)
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try seat.next().parts.hardware?.counts == false)
      try "TypingActivity = true\n".write(toFile: file, atomically: true, encoding: .utf8)
      daemon.process.signal(SIGHUP)
      try wait(seat) { $0.hardware?.keyAccess == .read && $0.hardware?.ignoresExternal == false }
      #expect(node.passes(KEY_H))
      try "TypingActivity = 7\n".write(toFile: file, atomically: true, encoding: .utf8)
      daemon.process.signal(SIGHUP)
      node.key(KEY_LEFTMETA, down: true)
      #expect(try seat.next().parts.hardware?.modifiers == [.meta])
      #expect(daemon.process.stop() == 0)
      #expect(daemon.log.contains("1:18: 'TypingActivity' must be true or false; the former settings stay"))
    }
  }
}
