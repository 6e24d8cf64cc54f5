import JSON
import KeyboardGuide
import SeatReplay
import VarlinkServer

/// One reader of `io.keyguide.Control.Record`: the inputs of a seat, as lines of a recording.
final class RecorderStream: VarlinkStream {
  private enum Line {
    case header(RecordingHeader)
    case input(RecordedInput)
  }

  /// Lines that wait for a slow reader; with one more the recording begins anew.
  private static let mostLines = 4096

  private let session: SeatSession
  private weak var outlet: (any StreamOutlet)?
  private var lines: [Line] = []
  private var next = 0
  private var start: UInt64 = 0
  private var hasFallenBehind = false
  private var names = RecordedNames()

  init(session: SeatSession) {
    self.session = session
  }

  var hasNews: Bool { next < lines.count || hasFallenBehind }

  func encodeNext(to writer: inout JSONWriter) -> Bool {
    if next == lines.count, hasFallenBehind { session.restart(self) }
    writer.key("line")
    switch lines[next] {
    case .header(let header): header.encode(to: &writer)
    case .input(let input): input.encode(to: &writer)
    }
    next += 1
    if next == lines.count { (lines, next) = ([], 0) }
    return true
  }

  func attach(to outlet: any StreamOutlet) {
    self.outlet = outlet
    session.add(self)
  }

  func detach() {
    session.remove(self)
  }

  /// Begins the recording with the seat as it is. The connection is about to pull, so it need not be told.
  func begin(_ seat: Seat, at now: UInt64) {
    start = now
    hasFallenBehind = false
    names = RecordedNames()
    lines = [.header(RecordingHeader(configuration: seat.configuration))]
    lines += seat.facts.map { .input(RecordedInput(time: 0, input: names.replace(in: $0))) }
    next = 0
  }

  /// Takes an input that is about to be applied.
  func take(_ input: SeatInput, at now: UInt64) {
    guard !hasFallenBehind else { return }
    guard lines.count - next < Self.mostLines else {
      // What was not read is worth nothing without the rest.
      (lines, next, hasFallenBehind) = ([], 0, true)
      return
    }
    let time = Int(clamping: now > start ? now - start : 0)
    lines.append(.input(RecordedInput(time: time, input: names.replace(in: input))))
    outlet?.streamHasNews()
  }
}

/// Numbers instead of names: serial numbers and the names of text views are nobody's business.
private struct RecordedNames {
  private var devices: [DeviceID: DeviceID] = [:]
  private var lastView: String?
  private var viewNumber = 0

  mutating func replace(in input: SeatInput) -> SeatInput {
    switch input {
    case .deviceChanged(let id, let device):
      let name = name(of: id)
      if device == nil { devices[id] = nil }
      return .deviceChanged(name, device)
    case .modifiersHeld(let held, let id): return .modifiersHeld(held, on: name(of: id))
    case .performed(let action, let id): return .performed(action, on: id.map { name(of: $0) })
    case .typed(let id): return .typed(on: name(of: id))
    case .windowOpened(let id, let window, let view): return .windowOpened(id, window, focus: view.map { name(of: $0) })
    case .focused(let id, let view): return .focused(window: id, view: view.map { name(of: $0) })
    default: return input
    }
  }

  private mutating func name(of id: DeviceID) -> DeviceID {
    if let known = devices[id] { return known }
    // The lowest number that is free, so that names do not run away while devices come and go.
    let taken = Set(devices.values)
    let free = (1...).lazy.map { DeviceID("d\($0)") }.first { !taken.contains($0) } ?? id
    devices[id] = free
    return free
  }

  /// Another name than before where the view is another one; which one it is, nobody needs.
  private mutating func name(of view: String) -> String {
    if view != lastView { viewNumber += 1 }
    lastView = view
    return "v\(viewNumber)"
  }
}
