import DeviceClassification
import InputDevices
import JSON
import KeyActivity

/// A file whose content a device command cannot use.
struct DeviceCommandError: Error, CustomStringConvertible {
  let description: String
}

/// Lists this machine's devices: what each is taken for, and why; with `--export` as records for a bug report.
func listDevices(export: Bool) throws {
  for device in try InspectedDevice.all(classifier: try systemClassifier()) {
    if export {
      for (node, _) in device.nodes { printLine(jsonText(DeviceRecord(node: node, group: device.syspath))) }
    } else {
      printLine("\(padded(device.judgement.verdict.rawValue, to: 12))  \(device.name): \(device.judgement.reason)")
    }
  }
}

/// Says everything that decided about the devices of that name, or about the one at that syspath.
func explainDevice(_ wanted: String) throws {
  let found = try InspectedDevice.all(classifier: try systemClassifier()).filter { device in
    device.syspath == wanted || device.nodes.contains { $0.node.name == wanted || $0.node.id == wanted }
  }
  guard !found.isEmpty else {
    throw DeviceCommandError(description: "no device is called '\(wanted)'; `keyguidectl devices` lists them")
  }
  for device in found {
    printLine("\(device.name) is \(device.judgement.verdict.rawValue): it \(device.judgement.reason)")
    printLine("  at \(device.syspath)")
    for (node, judgement) in device.nodes {
      printLine(
        "  \(node.name)  [\(node.vendor):\(node.product)]  \(judgement.verdict.rawValue): it \(judgement.reason)")
      printLine("    traits: \(traits(of: node)); at \(node.id)")
    }
    let node = device.nodes.first?.node
    printLine(
      """
        To override, make \(DeviceKnowledge.administratorFolder)/NAME.toml and restart keyguided:
          [[device]]
          id = "\(node?.vendor ?? ""):\(node?.product ?? "")"
          kind = "keyboard"    # or "pretender"
          note = "what it is"
        or set the udev property KEYGUIDE_KEYBOARD to 1 or 0.
      """)
  }
}

/// Judges the records of a file, and prints one object a line.
func classify(_ path: String) throws {
  let classifier = DeviceClassifier(knowledge: try .standard())
  for (record, judgement) in try judged(recordsOf: path, classifier) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("slug", record.node.id)
      writer.member("group", record.group)
      writer.member("verdict", judgement.verdict.rawValue)
      writer.member("reason", judgement.reason)
    }
    printLine(String(decoding: writer.bytes, as: UTF8.self))
  }
}

/// Checks device files; says what is wrong with the first that is.
func checkDeviceFiles(_ paths: [String]) throws {
  for path in paths {
    let knowledge = try DeviceKnowledge(file: path)
    printLine("\(path): \(knowledge.entries.count) devices, no error")
  }
}

/// The records of a file in their order, each with its judgement; records of one group are judged together.
func judged(recordsOf path: String, _ classifier: DeviceClassifier) throws -> [(DeviceRecord, Judgement)] {
  let records = try lines(of: path).map { number, line in
    do throws(JSONError) {
      var reader = JSONReader(line)
      let record = try DeviceRecord(from: &reader)
      try reader.finish()
      return record
    } catch {
      throw DeviceCommandError(description: "\(path):\(number): \(error)")
    }
  }
  var groups: [String: [Int]] = [:]
  for (index, record) in records.enumerated() { groups[record.group, default: []].append(index) }
  var judgements: [Int: Judgement] = [:]
  for indices in groups.values {
    for (index, judgement) in zip(indices, classifier.judge(indices.map { records[$0].node })) {
      judgements[index] = judgement
    }
  }
  return records.enumerated().map { ($1, judgements[$0] ?? Judgement(.notKeyboard, "was not judged")) }
}

private func systemClassifier() throws -> DeviceClassifier {
  DeviceClassifier(knowledge: try .system { complain($0) }, host: .ofThisMachine())
}

/// The lines of a file that are not empty, with their numbers.
private func lines(of path: String) throws -> [(Int, [UInt8])] {
  let lines = try bytes(of: path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  return lines.enumerated().filter { $1.contains { $0 > 0x20 } }.map { ($0 + 1, Array($1)) }
}

func bytes(of path: String) throws -> [UInt8] {
  guard let bytes = readFile(path, limit: 256 << 20) else {
    throw DeviceCommandError(description: "cannot read \(path)")
  }
  return bytes
}

private func traits(of node: NodeDescription) -> String {
  let traits: [(Bool, String)] = [
    (node.hasTypingBlock, "typing block"), (node.hasLockLEDs, "lock LEDs"), (node.isMouse, "mouse"),
    (node.isTouchpad, "touchpad"), (node.isTouchscreen, "touchscreen"), (node.isPen, "pen"),
    (node.isGamepad, "game controller"),
  ]
  let names = traits.filter(\.0).map(\.1)
  return names.isEmpty ? "none that matter" : names.joined(separator: ", ")
}

private func jsonText(_ value: some JSONEncodable) -> String {
  var writer = JSONWriter()
  value.encode(to: &writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Replays recorded sequences of events, and prints one object a line: what a reader must make of each.
func replaySequences(_ path: String, devices: String) throws {
  let classifier = DeviceClassifier(knowledge: try .standard())
  var verdicts: [String: Verdict] = [:]
  for (record, judgement) in try judged(recordsOf: devices, classifier) {
    verdicts[record.node.id] = judgement.verdict
  }
  do {
    let output = try replayEvents(sequences: bytes(of: path), devices: bytes(of: devices), verdicts: verdicts)
    for line in output { printLine(line) }
  } catch let error as ReplayError {
    throw DeviceCommandError(description: "\(error.file == .sequences ? path : devices):\(error)")
  }
}
