import JSON

/// A place in a stream: which numbering, and the number of the last state that was taken.
public struct StreamPosition: Equatable, Sendable, JSONEncodable, JSONDecodable {
  /// Names the life of the daemon's state.
  public var epoch: String
  public var seq: Int

  public init(epoch: String, seq: Int) {
    self.epoch = epoch
    self.seq = seq
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("epoch", epoch)
      writer.member("seq", seq)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var epoch: String?
    var seq: Int?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "epoch": epoch = try value.read()
      case "seq": seq = try value.read()
      default: break
      }
    }
    self.init(epoch: try epoch.required("epoch", in: reader), seq: try seq.required("seq", in: reader))
  }
}
