import Geometry
import JSON
import KeyguideAPI

/// What a report may hold: numbers that a screen can have, and names that a log can show.
extension JSONReader {
  /// Points that no screen exceeds, as in the settings.
  nonisolated static let lengths = -100_000...100_000.0

  /// Reads a name of 1 to so many bytes, without control characters.
  mutating func readLabel(atMost limit: Int = 128) throws(JSONError) -> String {
    let offset = offset
    let text = try readString()
    guard text.isLabel(atMost: limit) else {
      throw JSONError(.invalidValue("1 to \(limit) bytes without control characters"), offset: offset)
    }
    return text
  }

  mutating func readNumber(in range: ClosedRange<Double>) throws(JSONError) -> Double {
    let offset = offset
    let number = try readDouble()
    guard range.contains(number) else {
      throw JSONError(.invalidValue("\(range.lowerBound) to \(range.upperBound)"), offset: offset)
    }
    return number
  }

  /// Reads a rectangle that can be on a screen.
  mutating func readFrame() throws(JSONError) -> Rectangle {
    let offset = offset
    let frame: Rectangle = try read()
    guard frame.isSound else {
      throw JSONError(.invalidValue("a rectangle of at most 100000 points, with no negative size"), offset: offset)
    }
    return frame
  }

  /// Reads a kind of on-screen keyboard.
  mutating func readSoftwareKeyboardKind() throws(JSONError) -> SeatParts.Keyboard.Kind {
    let offset = offset
    let kind: SeatParts.Keyboard.Kind = try read()
    let kinds: [SeatParts.Keyboard.Kind] = [.none, .docked, .undocked, .split, .floating, .camera]
    guard kinds.contains(kind) else {
      throw JSONError(.invalidValue(kinds.map(\.rawValue).joined(separator: ", ")), offset: offset)
    }
    return kind
  }

  /// Reads a list as far as one element past the limit: whoever asks sees that there are too many.
  mutating func readList<Element: JSONDecodable>(atMost limit: Int) throws(JSONError) -> [Element] {
    var elements: [Element] = []
    try readArray { (value) throws(JSONError) in
      if elements.count > limit { try value.skipValue() } else { elements.append(try value.read()) }
    }
    return elements
  }
}

extension Rectangle {
  fileprivate var isSound: Bool {
    let lengths = JSONReader.lengths
    return width >= 0 && height >= 0 && lengths.contains(x) && lengths.contains(y) && lengths.contains(width)
      && lengths.contains(height)
  }
}

extension String {
  fileprivate func isLabel(atMost limit: Int) -> Bool {
    guard (1...limit).contains(utf8.count) else { return false }
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return true }
    return !unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
  }
}

extension ScreenReport {
  var isSound: Bool {
    name.isLabel(atMost: 128) && frame.isSound && !frame.isEmpty && (0.1...100).contains(scale ?? 1)
      && (0...JSONReader.lengths.upperBound).contains(bottomSafeArea ?? 0) && usable?.isSound != false
  }
}

extension WindowReport {
  var isSound: Bool {
    id.isLabel(atMost: 128) && application?.isLabel(atMost: 128) != false && screen.isLabel(atMost: 128)
      && frame.isSound
  }
}
