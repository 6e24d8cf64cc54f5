import JSON
import KeyboardGuide

extension Language: JSONEncodable, JSONDecodable {
  /// Writes `{"id": "de", "suggestionsWidth": 200}`; heights likewise.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("suggestionsWidth", suggestionsWidth)
      writer.member("landscapeKeyboardHeight", landscapeKeyboardHeight)
      writer.member("portraitKeyboardHeight", portraitKeyboardHeight)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var id: String?
    var suggestionsWidth: Double?
    var heights: (landscape: Double?, portrait: Double?) = (nil, nil)
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "id": id = try value.readString()
      case "suggestionsWidth": suggestionsWidth = try value.readLength()
      case "landscapeKeyboardHeight": heights.landscape = try value.readLength()
      case "portraitKeyboardHeight": heights.portrait = try value.readLength()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    self.init(id: try id.required("id", in: reader), suggestionsWidth: suggestionsWidth)
    (landscapeKeyboardHeight, portraitKeyboardHeight) = heights
  }
}
