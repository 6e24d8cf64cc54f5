import Glibc

/// A folder or file that cannot be measured.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
}

/// The paths of a folder's JSON files, in order.
func jsonFiles(in folder: String) throws(BenchmarkError) -> [String] {
  guard let directory = opendir(folder) else { throw BenchmarkError(description: "cannot read \(folder)") }
  defer { closedir(directory) }
  var paths: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if name.hasSuffix(".json") { paths.append("\(folder)/\(name)") }
  }
  return paths.sorted()
}

/// What a file holds.
func bytes(of path: String) throws(BenchmarkError) -> [UInt8] {
  guard let file = fopen(path, "r") else { throw BenchmarkError(description: "cannot read \(path)") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes.append(contentsOf: buffer[..<count]) }
  return bytes
}
