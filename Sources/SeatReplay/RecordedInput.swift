import JSON
import KeyboardGuide

/// One line of a recording: an input of the seat, and when it came.
public struct RecordedInput: Equatable, Sendable {
  /// Microseconds since the start of the recording.
  public var time: Int
  public var input: SeatInput
  /// Whether the next line came together with this one: what they change is told once.
  public var continues: Bool

  public init(time: Int, input: SeatInput, continues: Bool = false) {
    self.time = time
    self.input = input
    self.continues = continues
  }
}

/// The first line of a recording: what it is, and with which settings the seat starts.
public struct RecordingHeader: Equatable, Sendable {
  /// Names the form of the file.
  public static let format = "keyguide.seat"
  /// Grows when a reader of the former version would go wrong.
  public static let version = 1

  public var configuration: SeatConfiguration

  public init(configuration: SeatConfiguration = SeatConfiguration()) {
    self.configuration = configuration
  }
}

extension RecordingHeader: JSONEncodable, JSONDecodable {
  /// Writes `{"format": "keyguide.seat", "version": 1, "configuration": {…}}`.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("format", Self.format)
      writer.member("version", Self.version)
      writer.member("configuration", configuration)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var configuration = SeatConfiguration()
    var format: String?
    var version: Int?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "format": format = try value.read()
      case "version": version = try value.read()
      case "configuration": configuration = try value.read()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    guard try format.required("format", in: reader) == Self.format else {
      throw JSONError(.invalidValue("'\(Self.format)'"), offset: reader.offset, member: "format")
    }
    guard try version.required("version", in: reader) == Self.version else {
      throw JSONError(.invalidValue("version \(Self.version)"), offset: reader.offset, member: "version")
    }
    self.init(configuration: configuration)
  }
}
