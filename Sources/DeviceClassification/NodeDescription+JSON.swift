import JSON

/// One line of a device file: a node, and the physical device that it belongs to.
public struct DeviceRecord: Equatable, Sendable, JSONDecodable {
  public var node: NodeDescription
  /// The physical device; records that share it are judged together.
  public var group: String

  /// Reads the form of `/proc/bus/input/devices` in JSON: ids as hex digits, capabilities as hex bitmaps.
  ///
  /// Members that are not needed are ignored. A name that the member `assumed` calls a stand-in counts as unknown.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var text: [String: String] = [:]
    var udev: [String: String] = [:]
    var assumed: [String] = []
    var wordBits = 64
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "slug", "group", "bus", "vendor", "product", "name", "phys", "sysfs", "prop", "ev", "key", "rel", "abs",
        "sw", "led":
        text[name] = try value.readOptional()
      case "word_bits": wordBits = try value.readInt()
      case "assumed": assumed = try value.readOptional() ?? []
      case "udev":
        guard !value.readNull() else { return }
        try value.readObject { (property, value) throws(JSONError) in udev[property] = try value.readOptional() }
      default: break
      }
    }
    if assumed.contains("name") { text["name"] = nil }
    let slug = try text["slug"].required("slug", in: reader)
    group = text["group"] ?? slug
    func bitmap(_ member: String) throws(JSONError) -> CodeSet? {
      guard let bits = text[member] else { return nil }
      guard let set = CodeSet(bitmap: bits, wordBits: wordBits) else {
        throw JSONError(.invalidValue("a bitmap of hex words"), offset: reader.offset, member: member)
      }
      return set
    }
    guard let bus = UInt16(text["bus"] ?? "0", radix: 16) else {
      throw JSONError(.invalidValue("four hex digits"), offset: reader.offset, member: "bus")
    }
    node = NodeDescription(
      id: slug, bus: Int(bus), vendor: text["vendor"]?.lowercased() ?? "", product: text["product"]?.lowercased() ?? "",
      name: text["name"] ?? "")
    node.phys = text["phys"]
    node.syspath = text["sysfs"]
    node.udev = udev
    node.integration = udev["ID_INTEGRATION"].flatMap(Integration.init)
    node.properties = try bitmap("prop") ?? CodeSet()
    node.types = try bitmap("ev") ?? CodeSet()
    node.keys = try bitmap("key") ?? CodeSet()
    node.relativeAxes = try bitmap("rel") ?? CodeSet()
    node.absoluteAxes = try bitmap("abs") ?? CodeSet()
    node.switches = try bitmap("sw") ?? CodeSet()
    node.leds = try bitmap("led")
  }
}

extension DeviceRecord: JSONEncodable {
  public init(node: NodeDescription, group: String) {
    self.node = node
    self.group = group
  }

  /// Writes the form that is read; addresses and serial numbers are left out of `phys`, and there are none elsewhere.
  public func encode(to writer: inout JSONWriter) {
    func hex(_ number: Int) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    writer.object { writer in
      writer.member("slug", node.id)
      writer.member("group", group)
      writer.member("bus", hex(node.bus))
      writer.member("vendor", node.vendor)
      writer.member("product", node.product)
      writer.member("name", node.name)
      writer.member("phys", node.phys.map { NodeDescription.isAddress($0) ? "<address>" : $0 })
      writer.member("sysfs", node.syspath)
      writer.member("word_bits", 64)
      if let integration = node.integration {
        writer.key("udev")
        writer.object { $0.member("ID_INTEGRATION", integration.rawValue) }
      }
      writer.member("prop", node.properties.bitmap)
      writer.member("ev", node.types.bitmap)
      writer.member("key", node.keys.bitmap)
      writer.member("rel", node.relativeAxes.bitmap)
      writer.member("abs", node.absoluteAxes.bitmap)
      writer.member("sw", node.switches.bitmap)
      writer.member("led", node.leds?.bitmap)
    }
  }
}

extension NodeDescription {
  /// Whether a `phys` is a Bluetooth address, as in `a0:b1:c2:d3:e4:f5`.
  static func isAddress(_ phys: String) -> Bool {
    let bytes = phys.split(separator: ":", omittingEmptySubsequences: false)
    return bytes.count == 6 && bytes.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) }
  }
}
