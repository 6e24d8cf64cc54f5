import DeviceClassification
import JSON
import KeyActivity
import Testing

@Suite struct ReplayTests {
  static let verdicts: [String: Verdict] = [
    "internal": .keyboard, "usb": .keyboard, "usb-2": .aux, "receiver": .unproven, "receiver-2": .aux,
    "virtual": .notKeyboard,
  ]

  private static let groups = ["usb-2": "usb", "receiver-2": "receiver"]
  private static let devices = Dictionary(
    uniqueKeysWithValues: verdicts.map { slug, verdict in
      (slug, ReplayDevice(verdict: verdict, group: groups[slug] ?? slug, isBuiltIn: slug == "internal"))
    })

  private func report(_ devices: [String: String], _ steps: [SequenceRecord.Step]) throws -> ReplayReport {
    try SequenceRecord(slug: "test", devices: devices, steps: steps).replay { Self.devices[$0] }
  }

  private func step(_ time: Int, _ node: String, _ event: NodeEvent) -> SequenceRecord.Step {
    SequenceRecord.Step(time: time, node: node, event: event)
  }

  /// A word typed by hand on a node, from a time in milliseconds on.
  private func word(_ text: String, on node: String, from start: Int = 0) -> [SequenceRecord.Step] {
    var typist = Typist()
    typist.wait(start)
    typist.type(Typist.keys(text), hold: 80, rest: 110)
    return typist.moments.compactMap { moment in
      switch moment.change {
      case .pressed(let key): step(moment.time, node, Raw.key(key, 1))
      case .released(let key): step(moment.time, node, Raw.key(key, 0))
      default: nil
      }
    }
  }

  @Test("in tablet mode only the keyboard behind the screen is silent")
  func tabletMode() throws {
    let report = try report(
      ["k": "internal", "u": "usb", "w": "virtual"],
      [
        step(0, "w", Raw.toggle(1, 1)), step(1000, "k", Raw.key(30, 1)), step(2000, "u", Raw.key(31, 1)),
        step(3000, "w", Raw.toggle(1, 0)), step(4000, "k", Raw.key(32, 1)),
      ])
    #expect(report.typingTimes == [2000, 4000])
    #expect(report.keys.presses.count == 3)
    #expect(report.settledTabletMode == false)
    #expect(report.keyboards == 2)
  }

  @Test("a switch that is gone folds nothing")
  func switchGone() throws {
    let report = try report(
      ["k": "internal", "w": "virtual"],
      [step(0, "w", Raw.toggle(1, 1)), step(1000, "w", .removed), step(2000, "k", Raw.key(30, 1))])
    #expect(report.typingTimes == [2000])
  }

  @Test("a receiver is a keyboard from its proof on, also when it is plugged in again, and what proved it was typing")
  func promotion() throws {
    let typing = word("hello", on: "r")
    let last = try #require(typing.last)
    let report = try report(
      ["r": "receiver"],
      typing + [step(5_000_000, "r", .removed), step(6_000_000, "r", .opened(NodeState()))])
    #expect(report.presence.map(\.isPresent) == [false, true, false, true])
    #expect(report.presence.map(\.time) == [0, last.time, 5_000_000, 6_000_000])
    #expect(report.typingTimes.count == 5)
    #expect(report.typingTimes.first == 0)
    #expect(report.promotes == true)
    #expect(report.isKeyboardPresent)
  }

  @Test("the nodes of one device prove it together")
  func promotionByTwoNodes() throws {
    let nodes = ["r": "receiver", "q": "receiver-2"]
    let half = word("he", on: "r") + word("ll", on: "q", from: 400)
    #expect(try report(nodes, half).promotes == false)
    let whole = try report(nodes, half + word("o", on: "r", from: 800))
    #expect(whole.promotes == true)
    #expect(whole.keyboards == 1)
    #expect(whole.activeDevices == ["q", "r"])
  }

  @Test("what is typed on an unproven device is nobody's")
  func unproven() throws {
    let report = try report(["r": "receiver", "q": "receiver-2"], word("he", on: "r") + word("l", on: "q", from: 400))
    #expect(report.promotes == false)
    #expect(!report.hasTextActivity)
    #expect(report.activeDevices.isEmpty)
    #expect(report.activityEndsAt == nil)
  }

  @Test("a remapper's node speaks for the keyboard that it has grabbed, and only then")
  func remapper() throws {
    let nodes = ["k": "usb", "v": "virtual"]
    let grab = step(0, "k", .grabbed)
    let release = step(0, "k", .ungrabbed)
    #expect(try report(nodes, [grab] + word("hi", on: "v")).activeDevices == ["v"])
    #expect(try report(nodes, [grab, release] + word("hi", on: "v")).activeDevices.isEmpty)
    #expect(try report(["v": "virtual"], word("hello there", on: "v")).promotes == false)
    let folded = [step(0, "w", Raw.toggle(1, 1)), step(0, "i", .grabbed)]
    #expect(
      try report(["i": "internal", "v": "virtual", "w": "virtual"], folded + word("hi", on: "v")).typingTimes == [])
    let burst = (0..<10).flatMap { index in
      [step(index * 4000, "v", Raw.key(30, 1)), step(index * 4000 + 2000, "v", Raw.key(30, 0))]
    }
    #expect(try report(nodes, [grab] + burst).activeDevices.isEmpty)
  }

  @Test("activity ends with the last change of a key that types, not with its repeats")
  func activityEnds() throws {
    let held = [step(1000, "k", Raw.key(30, 1)), step(300_000, "k", Raw.key(30, 2))]
    #expect(try report(["k": "usb"], held).activityEndsAt == 1000)
    #expect(try report(["k": "usb"], held + [step(400_000, "k", Raw.key(30, 0))]).activityEndsAt == 400_000)
    #expect(try report(["k": "usb"], held + [step(500_000, "k", .removed)]).activityEndsAt == 500_000)
    #expect(try report(["k": "usb"], held + [step(600_000, "k", Raw.key(42, 1))]).activityEndsAt == 1000)
  }

  @Test("typing is in the order of arrival, also when the clock is set back")
  func clockStep() throws {
    let steps = [step(5000, "k", Raw.key(30, 1)), step(1000, "i", Raw.key(31, 1)), step(2000, "k", Raw.key(32, 1))]
    let report = try report(["k": "usb", "i": "internal"], steps)
    #expect(report.typingTimes == [5000, 1000, 2000])
    #expect(report.activityEndsAt == 2000)
  }

  @Test("nodes of one device are one keyboard, and an auxiliary node is none")
  func groups() throws {
    #expect(try report(["k": "usb", "a": "usb-2"], []).keyboards == 1)
    #expect(try report(["a": "usb-2"], []).keyboards == 0)
    #expect(try report(["k": "usb", "i": "internal"], []).keyboards == 2)
    #expect(try report(["k": "usb", "a": "usb-2"], word("hi", on: "a")).activeDevices == ["a"])
  }

  // MARK: Files

  private func replay(_ sequences: String) throws(ReplayError) -> [String] {
    try replayEvents(sequences: Array(sequences.utf8), devices: Self.devices)
  }

  @Test("one line of JSON for each sequence, with the names of the nodes written as JSON")
  func lines() throws {
    let output = try replay(
      """
      {"slug": "a", "devices": {"k\\"0": "usb"}, "steps": [{"t": 5, "dev": "k\\"0", "ev": [1, 30, 1]}]}

      {"slug": "b", "devices": {"v": "virtual"}, "steps": []}\r

      """)
    #expect(output.count == 2)
    #expect(
      output.first == """
        {"slug":"a","presses":[["k\\"0",30]],"releases":0,"repeats":{},"stray_releases":[],"duplicate_presses":[],\
        "synthetic_releases":[],"adopted":[],"down_at_end":{"k\\"0":[30]},"dropped":0,"tablet_mode":[],"leds_on":{},\
        "text_activity":true,"keyboard_present":true,"presence":[[0,true]],"promote":false,"keyboards":1,"typing_times":[5],\
        "active_devices":["k\\"0"],"activity_ends_at":5}
        """)
    for line in output {
      var reader = JSONReader(Array(line.utf8))
      try reader.skipValue()
      try reader.finish()
    }
  }

  @Test("the whole corpus goes through, and each line carries its slug")
  func corpus() throws {
    let cases = try SequenceCase.all()
    let output = try replayEvents(
      sequences: PackageResources.sequences_jsonl, devices: try #require(cases.first).devices)
    #expect(output.count == cases.count)
    for (line, sequence) in zip(output, cases) {
      #expect(line.hasPrefix("{\"slug\":\"\(sequence.record.slug)\","))
    }
  }

  private static let good = #"{"slug": "a", "devices": {"k": "usb"}, "steps": []}"#

  @Test(
    "a broken sequence is named by its line",
    arguments: [
      ("{", JSONError.Reason.unexpectedEnd), ("[]", .expected("an object")), (#"{"slug": "a"}"#, .missingMember),
      (good + " x", .expected("nothing more")),
      (#"{"slug": "a", "devices": {"k": "usb"}, "steps": [{"t": 0, "dev": "k"}]}"#, .missingMember),
      (
        #"{"slug": "a", "devices": {"k": "usb"}, "steps": [{"t": 0, "dev": "x", "do": "add"}]}"#,
        .invalidValue("a node of 'devices'")
      ),
      (
        #"{"slug": "a", "devices": {"k": "usb"}, "steps": [{"t": 0, "dev": "k", "do": "explode"}]}"#,
        .invalidValue("an action that is known")
      ),
      (
        #"{"slug": "a", "devices": {"k": "usb"}, "steps": [{"t": 0, "dev": "k", "ev": [1, 70000, 1]}]}"#,
        .invalidValue("[type, code, value]")
      ),
      (
        #"{"slug": "a", "devices": {"k": "usb"}, "steps": [{"t": 0, "dev": "k", "do": "add", "down": [-1]}]}"#,
        .invalidValue("the code of a key, switch or LED")
      ),
    ])
  func malformed(line: String, reason: JSONError.Reason) throws {
    let error = try #require(throws: ReplayError.self) { try replay("\(Self.good)\n\n\(line)") }
    #expect(error.line == 3)
    guard case .malformed(let problem) = error.problem else {
      Issue.record("another problem: \(error)")
      return
    }
    #expect(problem.reason == reason)
    #expect(problem.offset <= line.utf8.count)
  }

  @Test("a device that is not described is named")
  func unknownDevice() {
    let unknown = #"{"slug": "a", "devices": {"k": "nobody"}, "steps": []}"#
    let error = #expect(throws: ReplayError(line: 1, problem: .unknownDevice(slug: "nobody"))) { try replay(unknown) }
    #expect(error?.description == "1: the device 'nobody' is not described")
  }
}
