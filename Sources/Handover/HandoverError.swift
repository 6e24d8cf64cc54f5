/// Why what a former process left cannot be taken up, or nothing can be left.
public enum HandoverError: Error, Equatable, CustomStringConvertible {
  /// The kernel gave no memory file.
  case noMemory(code: Int32)
  /// The descriptor is not a memory file that nobody can shrink any more.
  case notSealed
  /// Another version of the daemon wrote it, in a form that this one does not know.
  case unknownVersion(UInt64)
  /// The memory file is not one of ours, or is damaged, at that byte.
  case damaged(offset: Int)

  public var description: String {
    switch self {
    case .noMemory(let code): "there is no memory file for the next process (error \(code))"
    case .notSealed: "what a former process left is no sealed memory file"
    case .unknownVersion(let version): "a former process left its state in version \(version), which is not known here"
    case .damaged(let offset): "what a former process left makes no sense at byte \(offset)"
    }
  }
}
