import DeviceClassification
import JSON

/// What a replay knows of a device node.
public struct ReplayDevice: Equatable, Sendable {
  public var verdict: Verdict
  /// The physical device that the node is part of.
  public var group: String
  /// Whether it is part of the machine, so that its keys are behind the screen in tablet mode.
  public var isBuiltIn: Bool

  public init(verdict: Verdict, group: String, isBuiltIn: Bool = false) {
    self.verdict = verdict
    self.group = group
    self.isBuiltIn = isBuiltIn
  }
}

/// The part of a device description that a replay needs.
struct DeviceRecord: JSONDecodable {
  var slug: String
  var group: String
  var isBuiltIn: Bool

  /// i8042, I2C, the host's own bus and SPI (linux/input.h), whose devices nobody plugs in.
  private static let builtInBuses: Set<String> = ["0011", "0018", "0019", "001c"]

  init(from reader: inout JSONReader) throws(JSONError) {
    var slug: String?
    var group: String?
    var bus: String?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "slug": slug = try value.readString()
      case "group": group = try value.readOptional()
      case "bus": bus = try value.readOptional()
      default: break
      }
    }
    self.slug = try slug.required("slug", in: reader)
    self.group = group ?? self.slug
    isBuiltIn = bus.map { Self.builtInBuses.contains($0.lowercased()) } ?? false
  }
}
