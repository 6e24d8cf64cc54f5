import Foundation
import KeyguideAPI
import KeyguideClient
import MockInput
import Testing

extension UnderUmockdev {
  /// Composite devices that come and go for as long as somebody has patience; `KEYGUIDE_PLUG_CYCLES` says how often.
  @Suite struct PlugCycleTests {
    static let cycles = ProcessInfo.processInfo.environment["KEYGUIDE_PLUG_CYCLES"].flatMap { Int($0) } ?? 50

    /// What must be as at the start: descriptors, memory, and the bytes that a new client gets.
    struct Footprint: Equatable {
      var descriptors: Int
      /// Anonymous memory in KiB.
      var memory: Int
      var state: String
    }

    private func footprint(_ daemon: DaemonUnderTest) throws -> Footprint {
      let client = try daemon.client()
      let text = try client.call("io.keyguide.Monitor.Subscribe").parameterText
      let status = try String(contentsOfFile: "/proc/\(daemon.process.processID)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
      return Footprint(
        descriptors: daemon.descriptorCount, memory: try #require(Int(line.filter(\.isNumber))),
        state: text.replacing(/"seq":\d+/, with: ""))
    }

    private func fixtures(_ slugs: [String]) throws -> [DeviceFixture] { try slugs.map(UnderUmockdev.fixture) }

    @Test("A.6 plug cycles of composites: first attaches and last detaches alone are told, and nothing is left behind")
    func cycles() throws {
      let bed = try InputTestbed(isEndless: Self.cycles > 1000)
      let daemon = try DaemonUnderTest()
      let seat = try SeatSubscription(daemon.client())
      var seq = try seat.next().seq
      let witness = try daemon.client()
      /// Devices are served before clients: with the answer, the daemon has taken every uevent. The mock's socket holds
      /// ten of them, and breaks with the eleventh.
      func letItFollow() throws { _ = try witness.call("org.varlink.service.GetInfo") }
      let kinds: [(slugs: [String], isKeyboard: Bool)] = [
        (["razer-blackwidow-2013-main", "razer-blackwidow-2013-media-evemu"], true),
        (["holtek-1400-keyboard-main", "holtek-1400-keyboard-pointer"], true),
        (["roccat-kone-xtd-mouse", "roccat-kone-xtd-kbd"], false),
        (["dell-quietkey-2106"], true), (["yubikey-5-otp-fido-ccid"], false),
      ]
      let devices = try kinds.map { (fixtures: try fixtures($0.slugs), isKeyboard: $0.isKeyboard) }
      var generator = SystemRandomNumberGenerator()
      var first: Footprint?
      for round in 1...Self.cycles {
        let chosen = devices.shuffled(using: &generator).prefix(3)
        var plugged: [(nodes: [MockNode], isKeyboard: Bool)] = []
        for device in chosen {
          plugged.append((try bed.plug(device.fixtures), device.isKeyboard))
          try letItFollow()
          guard device.isKeyboard, plugged.count(where: \.isKeyboard) == 1 else { continue }
          let reply = try seat.next()
          #expect(reply.seq == seq + 1 && reply.parts == SeatParts(hardware: .attached()))
          seq = reply.seq
        }
        for device in plugged.shuffled(using: &generator) {
          for node in device.nodes.shuffled(using: &generator) {
            if Bool.random(using: &generator) {
              node.unplug()
            } else {
              node.announceRemoval()
              node.die()
            }
          }
          try letItFollow()
        }
        if chosen.contains(where: \.isKeyboard) {
          let reply = try seat.next()
          #expect(reply.seq == seq + 1 && reply.parts == SeatParts(hardware: .init()))
          seq = reply.seq
        }
        // Whatever is made once is made by then.
        if round == max(Self.cycles / 10, 1) { first = try footprint(daemon) }
      }
      let before = try #require(first)
      let after = try footprint(daemon)
      print("plug cycles: \(Self.cycles), before \(before.memory) KiB, after \(after.memory) KiB")
      #expect(after.descriptors == before.descriptors)
      #expect(after.state == before.state)
      // Some pages more are the allocator's own, and no growth: a descriptor or node kept each time would be far more.
      // A sanitizer keeps what is freed, and finds leaks itself.
      if before.memory < 10_000 { #expect(after.memory <= before.memory + 128) }
      #expect(daemon.process.stop() == 0)
    }
  }
}
