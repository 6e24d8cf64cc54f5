import JSON

/// Lines of recordings, as they are written.
enum RecordingText {
  static func line(_ value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    value.encode(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
