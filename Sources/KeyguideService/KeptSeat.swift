import Handover
import JSON
import KeyboardGuide
import SeatReplay

/// What the next process is to know of a seat: its decisions, and the number of its published state.
///
/// Devices are not among them, as the next process sees them itself; nor are windows, which belong to their connections.
struct KeptSeat {
  static let kind: UInt8 = 11

  let memory: HandoverMemory
  let index: UInt32

  private var key: HandoverKey { HandoverKey(kind: Self.kind, number: index) }

  /// The number of the newest state that was published; it is known before anybody is told.
  var seq: Int {
    get { Int(clamping: memory[counter: Int(index)]) }
    nonmutating set { memory[counter: Int(index)] = UInt64(clamping: newValue) }
  }

  /// nil: there is no such seat.
  var name: String? { read().name }

  /// Inputs that bring a seat with the same devices and windows to where this one was.
  var decisions: [SeatInput] { read().inputs }

  func keep(_ decisions: [SeatInput], of name: String) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("seat", name)
      writer.member("inputs", decisions.map { RecordedInput(time: 0, input: $0) })
    }
    memory.put(writer.bytes, for: key)
  }

  func forget() {
    memory.remove(key)
    seq = 0
  }

  /// What cannot be read is not there: one decision that another version made must not cost the others.
  private func read() -> (name: String?, inputs: [SeatInput]) {
    var name: String?
    var inputs: [SeatInput] = []
    guard let bytes = memory[key] else { return (nil, []) }
    var reader = JSONReader(bytes)
    try? reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "seat": name = try value.readString()
      case "inputs": inputs = try value.read([RecordedInput].self).map(\.input)
      default: try value.skipValue()
      }
    }
    return (name, inputs)
  }
}
