import JSON
import Testing

@testable import DeviceClassification

@Suite struct DeviceRecordTests {
  private func read(_ text: [UInt8]) throws -> DeviceRecord {
    var reader = JSONReader(text)
    let record = try DeviceRecord(from: &reader)
    try reader.finish()
    return record
  }

  private func written(_ record: DeviceRecord) -> [UInt8] {
    var writer = JSONWriter()
    record.encode(to: &writer)
    return writer.bytes
  }

  @Test("an exported device is judged as the original is, for the whole corpus")
  func export() throws {
    let classifier = DeviceClassifier(knowledge: try .standard())
    for line in PackageResources.devices_jsonl.split(separator: UInt8(ascii: "\n")) {
      let record = try read(Array(line))
      let exported = try read(written(record))
      #expect(exported.node.keys == record.node.keys && exported.group == record.group)
      // udev's own words are not exported: what they add to the bits is told by ids and names.
      if record.node.udev.isEmpty {
        #expect(classifier.judge([exported.node]) == classifier.judge([record.node]), "\(record.node.id)")
      }
    }
  }

  @Test("neither address nor serial number is exported")
  func privacy() throws {
    var node = NodeDescription(id: "n", bus: 5, vendor: "05ac", product: "0255", name: "M4 Keyboard")
    node.phys = "a0:B1:c2:d3:e4:f5"
    let text = String(decoding: written(DeviceRecord(node: node, group: "g")), as: UTF8.self)
    #expect(text.contains(#""phys":"<address>""#))
    #expect(!text.lowercased().contains("b1:c2") && !text.contains("uniq"))
  }

  @Test(
    "what is wrong in a record is named",
    arguments: [
      (#"{"group": "g"}"#, "'slug': is missing"), (#"{"slug": "a", "bus": "-C"}"#, "'bus': expected four hex digits"),
      (#"{"slug": "a", "bus": "10000"}"#, "'bus': expected four hex digits"),
      (#"{"slug": "a", "key": "xyz"}"#, "'key': expected a bitmap of hex words"), (#"{"slug": 1}"#, "'slug': expected"),
    ])
  func errors(text: String, problem: String) {
    let error = #expect(throws: JSONError.self) { try read(Array(text.utf8)) }
    #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
  }
}
