import CFuzz
import DeviceClassification
import Geometry
import Glibc
import InputDevices
import JSON
import JSONReference
import KeyActivity
import KeyguideSettings
import PluginPolicy
import SeatReplay
import SwayIPC
import Varlink
import ViewLayout

// Feeds what libFuzzer makes up into every parser of foreign bytes. The first byte says which one, unless FUZZ_TARGET
// names one. Nothing is expected of the result but that there is one: a trap, a hang or a leak is the finding.

let parsers: [(name: String, parse: ([UInt8]) -> Void)] = [
  ("json", fuzzJSON), ("calls", fuzzCall), ("framer", fuzzFramer), ("classify", fuzzClassify),
  ("device-files", fuzzDeviceFile), ("recordings", fuzzRecording), ("replay-events", fuzzReplay), ("seat", fuzzSeat),
  ("settings", fuzzSettings), ("chords", fuzzChord), ("constraints", fuzzConstraint), ("layouts", fuzzLayout),
  ("connections", fuzzConnection), ("manifests", fuzzManifest), ("sway", fuzzSway),
  ("handover", fuzzHandover),
]

let wanted = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
let chosen = parsers.filter { wanted.isEmpty || $0.name == wanted }
guard !chosen.isEmpty else {
  print("FUZZ_TARGET is none of \(parsers.map(\.name).joined(separator: ", "))")
  exit(2)
}

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&argumentCount, &arguments) { data, size in
  guard size > 0, let data else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  MainActor.assumeIsolated {
    if chosen.count == 1 {
      chosen[0].parse(bytes)
    } else {
      chosen[Int(bytes[0]) % chosen.count].parse(Array(bytes.dropFirst()))
    }
  }
  return 0
}

nonisolated func fuzzDeviceFile(_ bytes: [UInt8]) {
  guard let knowledge = try? DeviceKnowledge(parsing: bytes) else { return }
  // What was taken must be fit for use.
  let node = NodeDescription(id: "n", bus: 3, vendor: "046d", product: "c52b", name: "A Keyboard, Wireless PID:404d")
  _ = DeviceClassifier(knowledge: knowledge).judge([node])
  _ = DeviceClassifier(knowledge: knowledge).isInternal([node])
}

nonisolated func fuzzManifest(_ bytes: [UInt8]) {
  let file = ManifestFile(name: "a", path: "/a.toml", text: .success(bytes))
  guard case .manifest(let manifest) = PluginCatalog(folders: [[file]], scope: .session).entries.first?.content else {
    return
  }
  // What was taken reaches the launcher as it is.
  let plan = LaunchPlan(
    manifest, in: HostSurroundings(environment: [:], home: "/h", stateFolder: "/s", processID: 1))
  var writer = JSONWriter()
  plan.encode(to: &writer)
  var reader = JSONReader(writer.bytes)
  precondition((try? LaunchPlan(from: &reader)) == plan)
}

nonisolated func fuzzRecording(_ bytes: [UInt8]) {
  MainActor.assumeIsolated { _ = try? DeviceRecording(text: bytes) }
}

nonisolated func fuzzJSON(_ bytes: [UInt8]) {
  var reader = JSONReader(bytes)
  guard (try? reader.skipValue()) != nil, (try? reader.finish()) != nil else { return }
  // What was taken must be taken for the same as elsewhere; Foundation refuses numbers that are too small for any but zero.
  if let tree = try? JSONTree(keyguide: bytes), let other = JSONTree(foundation: bytes) {
    precondition(tree == other, "Foundation sees another value")
  }
  // And again, value by value.
  var again = JSONReader(bytes)
  if let text = try? again.readString() {
    var writer = JSONWriter()
    writer.value(text)
    var back = JSONReader(writer.bytes)
    precondition((try? back.readString()) == text, "a string changed on its way out and in")
  }
}

nonisolated func fuzzCall(_ bytes: [UInt8]) {
  guard let call = try? VarlinkCall(message: bytes) else { return }
  _ = call.interface
  try? call.readParameters { (name, value) throws(JSONError) in if name == "seat" { _ = try value.readString() } }
}

nonisolated func fuzzFramer(_ bytes: [UInt8]) {
  var framer = MessageFramer(limit: 64)
  for piece in stride(from: 0, to: bytes.count, by: 7) {
    framer.append(bytes[piece..<min(piece + 7, bytes.count)])
    while let message = try? framer.next() { precondition(message.count <= 64, "a message beyond the limit") }
  }
}

/// What a compositor says, in pieces; and the bytes as a tree, which few of those made up are as a message.
nonisolated func fuzzSway(_ bytes: [UInt8]) {
  var framer = SwayFramer(limit: 4096)
  var session = SwaySession()
  _ = session.start()
  for piece in stride(from: 0, to: bytes.count, by: 7) {
    framer.append(bytes[piece..<min(piece + 7, bytes.count)])
    do {
      while let message = try framer.next() { _ = session.receive(message) }
    } catch {
      break
    }
  }
  guard let layout = try? SwayLayout(tree: bytes) else { return }
  precondition(layout.screens.count <= SwayLayout.mostScreens && layout.windows.count <= SwayLayout.mostWindows)
  precondition(layout.windows.allSatisfy { window in layout.screens.contains { $0.name == window.screen } })
}

nonisolated func fuzzClassify(_ bytes: [UInt8]) {
  var reader = JSONReader(bytes)
  guard let record = try? DeviceRecord(from: &reader) else { return }
  let judgements = DeviceClassifier(knowledge: DeviceKnowledge()).judge([record.node, record.node])
  precondition(judgements.count == 2)
  var writer = JSONWriter()
  record.encode(to: &writer)
  var back = JSONReader(writer.bytes)
  precondition((try? DeviceRecord(from: &back)) != nil, "a record that we wrote cannot be read")
}

nonisolated func fuzzReplay(_ bytes: [UInt8]) {
  let devices = ["k": ReplayDevice(verdict: .keyboard, group: "k"), "r": ReplayDevice(verdict: .unproven, group: "r")]
  _ = try? replayEvents(sequences: bytes, devices: devices)
}

/// A recording, or inputs of a seat without the header, so that every line that is found counts; what they bring must be
/// the same twice.
nonisolated func fuzzSeat(_ bytes: [UInt8]) {
  let header = Array(#"{"format": "keyguide.seat", "version": 1}"#.utf8) + [UInt8(ascii: "\n")]
  let isWhole = bytes.starts(with: Array(#"{"format""#.utf8))
  guard let recording = try? SeatRecording(text: isWhole ? bytes : header + bytes) else { return }
  precondition(recording.replayedLines() == recording.replayedLines(), "a recording replays in two ways")
  _ = recording.check()
}

nonisolated func fuzzSettings(_ bytes: [UInt8]) {
  MainActor.assumeIsolated {
    guard let loaded = try? LoadedSettings(text: bytes, path: "it") else { return }
    let text = loaded.values.map { "\($0.path) = \($0.value)" }.joined(separator: "\n")
    let again = try? LoadedSettings(text: Array(text.utf8), path: "it")
    precondition(again?.settings == loaded.settings, "what we wrote of settings reads as others")
  }
}

nonisolated func fuzzChord(_ bytes: [UInt8]) {
  guard let chord = try? Chord(String(decoding: bytes, as: UTF8.self)) else { return }
  precondition((try? Chord(chord.description)) == chord, "a chord that we wrote is another one")
}

nonisolated func fuzzConstraint(_ bytes: [UInt8]) {
  guard let constraint = try? LayoutConstraint(String(decoding: bytes, as: UTF8.self)) else { return }
  precondition(
    (try? LayoutConstraint(constraint.description)) == constraint, "a constraint that we wrote is another one")
}

/// A document that is taken is laid out, and follows keyboards; every frame is one that can be drawn.
nonisolated func fuzzLayout(_ bytes: [UInt8]) {
  var reader = JSONReader(bytes)
  guard let document = try? LayoutDocument(from: &reader) else { return }
  let docked = Rectangle(x: 0, y: 420, width: 1180, height: 400)
  let floating = Rectangle(x: 840, y: 540, width: 320, height: 260)
  var geometry = LayoutGeometry(width: 1180, height: 820, bottomSafeArea: 20, keyboard: docked)
  geometry.followsUndockedKeyboard = true
  guard var layout = try? WindowLayout(document, in: geometry) else { return }
  let sights: [(keyboard: Rectangle, near: Edges)] = [
    (floating, [.bottom, .trailing]), (docked, .bottom), (floating, []),
  ]
  for (keyboard, near) in sights {
    (geometry.keyboard, geometry.near) = (keyboard, near)
    _ = try? layout.update(geometry)
    precondition(
      layout.frames.allSatisfy { $0.isFinite && $0.width >= 0 && $0.height >= 0 }, "no frame: \(layout.frames)")
  }
}
