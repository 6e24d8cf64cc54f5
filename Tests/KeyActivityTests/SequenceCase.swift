import DeviceClassification
import JSON
import KeyActivity
import Testing

/// One sequence of the corpus with what is expected of it.
struct SequenceCase: Sendable, CustomTestStringConvertible {
  var record: SequenceRecord
  var expected: Expectation
  var devices: [String: ReplayDevice]

  var testDescription: String { record.slug }

  /// The report on the devices as the corpus judges them, or as the verdicts are changed here.
  func replay(_ verdict: (Verdict) -> Verdict = { $0 }) throws -> ReplayReport {
    try record.replay { slug in
      devices[slug].map { device in
        var device = device
        device.verdict = verdict(device.verdict)
        return device
      }
    }
  }

  static func all() throws -> [SequenceCase] {
    var devices: [String: ReplayDevice] = [:]
    for line in lines(PackageResources.devices_jsonl) {
      let entry = try CorpusDevice(line)
      devices[entry.slug] = entry.device
    }
    return try lines(PackageResources.sequences_jsonl).map { line in
      var reader = JSONReader(line)
      let record: SequenceRecord = try reader.read()
      return SequenceCase(record: record, expected: try Expectation(line), devices: devices)
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }
}

/// A device of the corpus with the corpus' own verdict.
struct CorpusDevice {
  var slug = ""
  var device = ReplayDevice(verdict: .notKeyboard, group: "")

  private static let verdicts: [String: Verdict] = [
    "keyboard": .keyboard, "keyboard-aux": .aux, "ambiguous": .unproven, "not-keyboard": .notKeyboard,
  ]

  init(_ line: [UInt8]) throws {
    var reader = JSONReader(line)
    var verdict: Verdict?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "slug": slug = try value.readString()
      case "group": device.group = try value.readString()
      case "bus": device.isBuiltIn = ["0011", "0018", "0019", "001c"].contains(try value.readString())
      case "expect":
        try value.readObject { (name, value) throws(JSONError) in
          if name == "class" { verdict = Self.verdicts[try value.readString()] }
        }
      default: break
      }
    }
    device.verdict = try #require(verdict)
  }
}
