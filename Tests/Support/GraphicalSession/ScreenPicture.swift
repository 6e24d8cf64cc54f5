import Foundation

/// A picture of a screen, as grim writes it: a binary PPM of three bytes a point.
public struct ScreenPicture {
  public let width: Int
  public let height: Int
  private let pixels: Data

  /// Reads a file that begins with `P6 WIDTH HEIGHT 255`.
  public init(contentsOf path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    var words: [String] = []
    var end = data.startIndex
    while words.count < 4, let space = data[end...].firstIndex(where: { $0 == 0x20 || $0 == 0x0A }) {
      words.append(String(decoding: data[end..<space], as: UTF8.self))
      end = data.index(after: space)
    }
    guard words.count == 4, words[0] == "P6", words[3] == "255", let width = Int(words[1]), let height = Int(words[2]),
      data.count - end == width * height * 3
    else { throw SessionError("\(path) is no picture: \(words)") }
    (self.width, self.height, pixels) = (width, height, data[end...])
  }

  /// Whether most points of these rows have another colour than there.
  public func differs(from other: ScreenPicture, inRows rows: Range<Int>) -> Bool {
    guard width == other.width, height == other.height, rows.upperBound <= height else { return true }
    var others = 0
    for point in rows.lowerBound * width..<rows.upperBound * width {
      let bytes = point * 3..<point * 3 + 3
      if self[bytes] != other[bytes] { others += 1 }
    }
    return others > rows.count * width / 2
  }

  private subscript(bytes: Range<Int>) -> Data {
    pixels[pixels.startIndex + bytes.lowerBound..<pixels.startIndex + bytes.upperBound]
  }
}
