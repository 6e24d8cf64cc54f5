import EventLoop
import Glibc

/// Watches folders that need not be there yet, and says once for many changes that there were some.
final class FolderWatches {
  /// Microseconds in which changes are gathered: an editor or a package makes several at once.
  private static let delay: UInt64 = 100_000

  private let loop: EventLoop
  private let onChange: () -> Void
  private var watches: [String: FileWatch] = [:]
  private var timer: TimerSource?
  private var isPending = false

  init(loop: EventLoop, onChange: @escaping () -> Void) throws(EventLoopError) {
    self.loop = loop
    self.onChange = onChange
    timer = try loop.timer(priority: .background) { [weak self] in
      self?.isPending = false
      self?.onChange()
    }
  }

  /// Watches these and no others. Of a folder that is not there, the nearest one above it that is.
  func watch(_ folders: Set<String>) throws(EventLoopError) {
    var wanted: [String: String?] = [:]
    for folder in folders {
      let (present, missing) = Self.nearest(folder)
      // A folder that is watched for several reasons is watched for all that happens.
      let isOther = wanted[present].map { $0 != missing } ?? false
      wanted[present] = .some(isOther ? nil : missing)
    }
    watches = watches.filter { wanted.keys.contains($0.key) }
    for (folder, missing) in wanted {
      watches[folder] = try loop.watchFolder(folder, priority: .background) { [weak self] name in
        if missing == nil || name == nil || name == missing { self?.changed() }
      }
    }
  }

  private func changed() {
    guard !isPending else { return }
    isPending = true
    timer?.schedule(at: loop.now + Self.delay)
  }

  /// The folder, or the nearest one above it that is there, with the name of what is missing in that.
  private static func nearest(_ folder: String) -> (present: String, missing: String?) {
    var path = folder
    var missing: String?
    while access(path, F_OK) != 0, path != "/", let slash = path.lastIndex(of: "/") {
      missing = String(path[path.index(after: slash)...])
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return (path, missing)
  }
}
