import JSON
import ViewLayout

/// A window's layout as its client gave it, from which another process makes the same.
struct LayoutSource {
  /// The text of the document.
  var document: [UInt8]
  /// Sizes of the content of views that were given after it.
  var sizes: [String: LayoutView.PerAxis<Double?>] = [:]
  /// Pixels for a point; nil: not given.
  var scale: Double?

  /// Roughly the bytes that it holds.
  var bytes: Int { document.count + sizes.count * 64 }

  /// Writes it as parameters of `io.keyguide.Layout.Open`.
  func encodeParameters(to writer: inout JSONWriter) {
    writer.key("layout")
    writer.verbatim(document)
    writer.member("scale", scale)
    guard !sizes.isEmpty else { return }
    writer.key("sizes")
    writer.object { writer in
      for (name, size) in sizes.sorted(by: { $0.key < $1.key }) {
        writer.key(escaping: name)
        writer.object { writer in
          writer.member("width", size.horizontal)
          writer.member("height", size.vertical)
        }
      }
    }
  }
}
