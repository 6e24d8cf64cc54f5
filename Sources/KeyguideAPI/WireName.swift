import JSON

/// A value of an enumeration of an interface. Names that this version does not know survive, so that a newer daemon
/// does not break an older client.
public protocol WireName: RawRepresentable, Hashable, Sendable, JSONEncodable, JSONDecodable where RawValue == String {
  init(rawValue: String)
}

extension WireName {
  public func encode(to writer: inout JSONWriter) { writer.value(rawValue) }
  public init(from reader: inout JSONReader) throws(JSONError) { self.init(rawValue: try reader.readString()) }
}
