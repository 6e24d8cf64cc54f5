import CEvdev
import JSON

/// A recorded device: its ids, name and capabilities, from one line of a corpus in the form of `/proc/bus/input/devices`.
public struct DeviceFixture: Sendable {
  public let slug: String
  /// The physical device; nodes of one composite device share it.
  public let group: String
  public let name: String
  /// What udev's input_id says of it.
  public let isUdevKeyboard: Bool
  /// The file's own bitmaps, as sysfs shows them too.
  let bitmaps: [String: String]
  let ids: (bus: Int32, vendor: Int32, product: Int32, version: Int32)
  /// Event types with the codes that the device has.
  let capabilities: [UInt32: [UInt32]]

  /// Reads a file of records, one JSON object a line.
  public static func load(_ text: [UInt8]) throws -> [String: DeviceFixture] {
    var fixtures: [String: DeviceFixture] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      var reader = JSONReader(Array(line))
      let fixture = try DeviceFixture(from: &reader)
      fixtures[fixture.slug] = fixture
    }
    return fixtures
  }

  /// Gives a mock device these ids, name and capabilities.
  func fill(_ model: OpaquePointer) {
    libevdev_set_name(model, name)
    libevdev_set_id_bustype(model, ids.bus)
    libevdev_set_id_vendor(model, ids.vendor)
    libevdev_set_id_product(model, ids.product)
    libevdev_set_id_version(model, ids.version)
    for (type, codes) in capabilities {
      libevdev_enable_event_type(model, type)
      for code in codes {
        if type == UInt32(EV_ABS) {
          var info = input_absinfo(value: 0, minimum: 0, maximum: 255, fuzz: 0, flat: 0, resolution: 0)
          libevdev_enable_event_code(model, type, code, &info)
        } else {
          libevdev_enable_event_code(model, type, code, nil)
        }
      }
    }
  }
}

extension DeviceFixture: JSONDecodable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    var text: [String: String] = [:]
    var wordBits = 64
    var isKeyboard = false
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "slug", "group", "bus", "vendor", "product", "version", "name", "key", "rel", "abs", "msc", "sw", "led",
        "ev",
        "prop":
        text[name] = try value.readOptional()
      case "word_bits": wordBits = try value.readInt()
      case "derived":
        try value.readObject { (name, value) throws(JSONError) in
          if name == "udev_id_input_keyboard" { isKeyboard = try value.readBool() }
        }
      default: break
      }
    }
    slug = try text["slug"].required("slug", in: reader)
    group = try text["group"].required("group", in: reader)
    name = text["name"] ?? slug
    bitmaps = text
    isUdevKeyboard = isKeyboard
    func id(_ member: String) -> Int32 { text[member].flatMap { Int32($0, radix: 16) } ?? 0 }
    ids = (id("bus"), id("vendor"), id("product"), id("version"))
    let types: [(String, Int32)] = [
      ("key", EV_KEY), ("rel", EV_REL), ("abs", EV_ABS), ("msc", EV_MSC), ("sw", EV_SW), ("led", EV_LED),
    ]
    var capabilities: [UInt32: [UInt32]] = [:]
    for (member, type) in types {
      let codes = text[member].map { Self.codes(in: $0, wordBits: wordBits) } ?? []
      if !codes.isEmpty { capabilities[UInt32(type)] = codes }
    }
    self.capabilities = capabilities
  }

  /// The numbers of the set bits in words of hex digits, the most significant word first.
  private static func codes(in bitmap: String, wordBits: Int) -> [UInt32] {
    let words = bitmap.split(separator: " ").compactMap { UInt64($0, radix: 16) }
    return words.reversed().enumerated().flatMap { index, word in
      (0..<wordBits).filter { word >> UInt64($0) & 1 == 1 }.map { UInt32(index * wordBits + $0) }
    }
  }
}
