import DeviceClassification
import Glibc
import TOML

/// A device file that cannot be used: its path, and what is wrong.
public struct DeviceFileError: Error, CustomStringConvertible {
  public let path: String
  public let problem: String

  /// As in `/etc/keyguide/devices.d/desk.toml:3:8: 'mouse' is no kind of device; …`.
  public var description: String { "\(path):\(problem)" }
}

extension DeviceKnowledge {
  /// Where an administrator's files lie.
  public static let administratorFolder = "/etc/keyguide/devices.d"

  /// The package's knowledge with an administrator's files in front; a wrong file is left out and told to `log`.
  public static func system(log: (DeviceFileError) -> Void) throws(TOMLError) -> DeviceKnowledge {
    var knowledge = try standard()
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("\(administratorFolder)/*.toml", 0, nil, &found) == 0 else { return knowledge }
    for index in 0..<Int(found.gl_pathc) {
      guard let pointer = found.gl_pathv[index] else { continue }
      let path = String(cString: pointer)
      do throws(DeviceFileError) {
        knowledge.prepend(try DeviceKnowledge(file: path))
      } catch {
        log(error)
      }
    }
    return knowledge
  }

  /// Reads one device file.
  public init(file path: String) throws(DeviceFileError) {
    guard let text = readFile(path, limit: 1 << 20) else {
      throw DeviceFileError(path: path, problem: " \(String(cString: strerror(errno)))")
    }
    do {
      self = try DeviceKnowledge(parsing: text)
    } catch {
      throw DeviceFileError(path: path, problem: error.description)
    }
  }
}

/// The bytes of a file, or nil with errno set; EFBIG when there are more than the limit.
public func readFile(_ path: String, limit: Int) -> [UInt8]? {
  guard let file = fopen(path, "re") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 64 << 10)
  while case let count = fread(&piece, 1, piece.count, file), count > 0 {
    bytes.append(contentsOf: piece[..<count])
    guard bytes.count <= limit else {
      errno = EFBIG
      return nil
    }
  }
  return ferror(file) == 0 ? bytes : nil
}
