import JSON
import Testing

@testable import DeviceClassification

/// The recorded devices: what each node is, by whoever described it.
@Suite struct CorpusTests {
  /// A record, with what is expected of it.
  struct Expected: JSONDecodable {
    var record: DeviceRecord
    var expected = ""
    var isUdevKeyboard = false
    var needsHost = false

    init(from reader: inout JSONReader) throws(JSONError) {
      var copy = reader
      record = try DeviceRecord(from: &copy)
      var expected = ""
      var isUdevKeyboard = false
      var needs: [String] = []
      try reader.readObject { (name, value) throws(JSONError) in
        switch name {
        case "expect":
          try value.readObject { (name, value) throws(JSONError) in
            if name == "class" { expected = try value.read() }
            if name == "needs" { needs = try value.read() }
          }
        case "derived":
          try value.readObject { (name, value) throws(JSONError) in
            if name == "udev_id_input_keyboard" { isUdevKeyboard = try value.read() }
          }
        default: break
        }
      }
      self.expected = expected
      self.isUdevKeyboard = isUdevKeyboard
      needsHost = needs.contains("dmi")
    }
  }

  private func corpus() throws -> [Expected] {
    try PackageResources.devices_jsonl.split(separator: UInt8(ascii: "\n")).map { line in
      var reader = JSONReader(Array(line))
      return try Expected(from: &reader)
    }
  }

  /// Every record with our judgement, devices judged as a whole.
  func judged(
    host: HostDescription = HostDescription(), knowledge: DeviceKnowledge? = nil
  ) throws -> [(Expected, Judgement)] {
    let classifier = DeviceClassifier(knowledge: try knowledge ?? .standard(), host: host)
    var groups: [String: [Expected]] = [:]
    for record in try corpus() { groups[record.record.group, default: []].append(record) }
    return groups.values.flatMap { records in
      Array(zip(records, classifier.judge(records.map(\.record.node))))
    }
  }

  @Test("no false keyboard, no missed one, and unproven are the undecidable receivers alone")
  func verdicts() throws {
    var table: [String: [Verdict: Int]] = [:]
    var udev: [String: Int] = [:]
    for (record, judgement) in try judged() {
      table[record.expected, default: [:]][judgement.verdict, default: 0] += 1
      if record.isUdevKeyboard { udev[record.expected, default: 0] += 1 }
      let slug = record.record.node.id
      switch record.expected {
      case "keyboard": #expect(judgement.verdict == .keyboard, "\(slug): \(judgement.reason)")
      case "keyboard-aux": #expect(judgement.verdict != .keyboard, "\(slug): \(judgement.reason)")
      case "not-keyboard" where record.needsHost: break
      case "not-keyboard":
        #expect(judgement.verdict == .notKeyboard || judgement.verdict == .aux, "\(slug): \(judgement.reason)")
      case "ambiguous": break
      default: Issue.record("\(slug): what is '\(record.expected)'?")
      }
    }
    for expected in table.keys.sorted() {
      let row = Verdict.allCases.map { "\($0.rawValue) \(table[expected]?[$0] ?? 0)" }.joined(separator: ", ")
      print("corpus \(expected): \(row); udev's rule says keyboard for \(udev[expected] ?? 0)")
    }
  }

  @Test("what only the machine can tell is told by DMI")
  func host() throws {
    let host = HostDescription(isVirtualMachine: true, isHandheld: true)
    let records = try judged(host: host).filter(\.0.needsHost)
    #expect(!records.isEmpty)
    for (record, judgement) in records {
      #expect(judgement.verdict == .notKeyboard, "\(record.record.node.id): \(judgement.reason)")
    }
  }
}
