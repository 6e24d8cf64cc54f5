import CLinux
import Glibc
import PluginPolicy

/// The arguments of the one execve that the filter lets through, at addresses that nobody can guess.
///
/// They are gone with the launcher's memory when it has succeeded, and the plugin, which can put bytes wherever it likes,
/// would have to hit three addresses of 2^29 at once. The process ends or becomes another, so nothing is freed.
nonisolated struct LaunchMemory {
  private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private let path: UnsafeMutablePointer<CChar>?
  private let arguments: Words?
  private let environment: Words?

  init(_ plan: LaunchPlan) {
    let text = plan.executable.utf8CString
    path = linux_hidden_memory(text.count)?.assumingMemoryBound(to: CChar.self)
    for (index, byte) in text.enumerated() { path?[index] = byte }
    arguments = Self.words(plan.arguments)
    environment = Self.words(plan.environment)
  }

  /// Of the path, the arguments and the environment.
  var addresses: [UInt64] {
    [UInt64(UInt(bitPattern: path)), UInt64(UInt(bitPattern: arguments)), UInt64(UInt(bitPattern: environment))]
  }

  /// Becomes the program; returns only when that fails, with errno set.
  func execute() {
    guard let path, let arguments, let environment else {
      errno = ENOMEM
      return
    }
    execve(path, arguments, environment)
  }

  private static func words(_ texts: [String]) -> Words? {
    let size = (texts.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    let words = linux_hidden_memory(size)?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    // The last one is NULL, as new memory is.
    for (index, text) in texts.enumerated() { words?[index] = strdup(text) }
    return words
  }
}
