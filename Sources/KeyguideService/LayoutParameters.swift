import Geometry
import JSON
import Varlink
import ViewLayout

/// The part of a call that is about a window's layout.
struct LayoutParameters {
  /// The document's text, read when the call as a whole is known to be well-formed; empty: the window is to have none.
  private var document: [UInt8]?
  private var scale: Double?
  private var sizes: [(view: String, size: LayoutView.PerAxis<Double?>)] = []

  /// Whether the call says anything of a layout.
  private(set) var isGiven = false

  mutating func read(_ member: String, _ value: inout JSONReader) throws(JSONError) {
    isGiven = true
    switch member {
    case "layout": document = value.readNull() ? [] : Array(try value.readText())
    case "scale":
      let offset = value.offset
      scale = try value.readOptional()
      guard (0.1...100).contains(scale ?? 1) else {
        throw JSONError(.invalidValue("0.1 to 100 pixels for a point"), offset: offset)
      }
    default:
      if value.readNull() { return }
      try value.readObject { (name, value) throws(JSONError) in
        var size = LayoutView.PerAxis<Double?>(horizontal: nil, vertical: nil)
        try value.readObject { (name, value) throws(JSONError) in
          switch name {
          case "width": size.horizontal = try value.readOptional()
          case "height": size.vertical = try value.readOptional()
          default: throw JSONError(.unknownMember, offset: value.offset)
          }
        }
        sizes.append((name, size))
      }
    }
  }

  /// The layout that the call asks for, in place of the one that the window has; nil for none.
  ///
  /// It is laid out where the former one was, or nowhere yet: the window's next message puts it into its place.
  func layout(replacing former: WindowStream?) throws(VarlinkError) -> WindowLayout? {
    if let text = self.document, text.isEmpty { return nil }
    guard isGiven, var document = try parsed() ?? former?.document else { return nil }
    for (name, size) in sizes {
      guard let view = document.views.firstIndex(where: { $0.name == name }) else {
        throw Self.invalid("sizes.\(name)", "the layout has no such view")
      }
      document.views[view].intrinsicSize = size
    }
    var geometry =
      former?.layoutGeometry
      ?? LayoutGeometry(width: 0, height: 0, keyboard: Rectangle(x: 0, y: 0, width: 0, height: 0))
    geometry.scale = scale ?? geometry.scale
    do throws(LayoutDocumentError) { try document.validate() } catch {
      throw Self.invalid(error.place, error.problem)
    }
    do throws(LayoutError) { return try WindowLayout(document, in: geometry) } catch {
      throw Self.invalid("layout", error.description)
    }
  }

  /// The layout that the call asks for, as its client gives it; nil for none.
  func source(replacing former: LayoutSource?) -> LayoutSource? {
    if let text = document, text.isEmpty { return nil }
    guard var source = document.map({ LayoutSource(document: $0) }) ?? former else { return nil }
    source.scale = scale ?? former?.scale
    for (name, size) in sizes { source.sizes[name] = size }
    return source
  }

  /// The document of the call; nil: it has none. What is wrong in it is told with its place, and a caret in a constraint.
  private func parsed() throws(VarlinkError) -> LayoutDocument? {
    guard let text = document else { return nil }
    var reader = JSONReader(text)
    do throws(JSONError) { return try reader.read() } catch {
      throw Self.invalid(error.member.isEmpty ? "layout" : "layout.\(error.member)", error.problemText)
    }
  }

  private static func invalid(_ place: String, _ problem: String) -> VarlinkError {
    VarlinkError("io.keyguide.Layout.InvalidLayout") { writer in
      writer.member("place", place)
      writer.member("problem", problem)
    }
  }
}
