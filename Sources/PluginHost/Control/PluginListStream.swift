import JSON
import KeyguideAPI
import VarlinkServer

/// One reader of the list: gets the newest, and how many it has missed.
final class PluginListStream: VarlinkStream {
  private let directory: PluginDirectory
  private weak var outlet: (any StreamOutlet)?
  /// The number of what it has got last.
  private var delivered: Int?

  init(directory: PluginDirectory) {
    self.directory = directory
  }

  var hasNews: Bool { delivered != directory.seq }

  var position: Int { delivered ?? 0 }

  func encodeNext(to writer: inout JSONWriter) -> Bool {
    let missed = delivered.map { directory.seq - $0 - 1 } ?? 0
    directory.list(missed: missed > 0 ? missed : nil).encodeMembers(to: &writer)
    delivered = directory.seq
    return true
  }

  func attach(to outlet: any StreamOutlet) {
    self.outlet = outlet
    directory.add(self)
  }

  func detach() {
    directory.remove(self)
  }

  func listHasChanged() {
    outlet?.streamHasNews()
  }
}
