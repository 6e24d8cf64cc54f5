import JSON
import KeyboardGuide

extension Modifiers {
  private static let recorded: [(modifier: Modifiers, name: String)] = [
    (.control, "control"), (.alt, "alt"), (.meta, "meta"),
  ]

  /// As in `["control", "meta"]`.
  var recordedNames: [String] { Self.recorded.filter { contains($0.modifier) }.map(\.name) }

  init(recordedNamesFrom reader: inout JSONReader) throws(JSONError) {
    self.init()
    let offset = reader.offset
    for name in try [String](from: &reader) {
      guard let known = Self.recorded.first(where: { $0.name == name }) else {
        throw JSONError(.invalidValue("control, alt or meta"), offset: offset)
      }
      insert(known.modifier)
    }
  }
}
