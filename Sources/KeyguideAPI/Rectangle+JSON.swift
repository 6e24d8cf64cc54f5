import Geometry
import JSON

extension Rectangle: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("x", x)
      writer.member("y", y)
      writer.member("width", width)
      writer.member("height", height)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var x: Double?
    var y: Double?
    var width: Double?
    var height: Double?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "x": x = try value.read()
      case "y": y = try value.read()
      case "width": width = try value.read()
      case "height": height = try value.read()
      default: break
      }
    }
    self.init(
      x: try x.required("x", in: reader), y: try y.required("y", in: reader),
      width: try width.required("width", in: reader), height: try height.required("height", in: reader))
  }
}
