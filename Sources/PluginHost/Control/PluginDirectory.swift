import EventLoop
import KeyguideAPI

/// What the control socket shows: the plugins as they are, and the number of changes so far.
final class PluginDirectory {
  private let epoch: String
  /// What each plugin is now, by name.
  private let plugins: () -> [PluginList.Plugin]
  /// Called when one has changed.
  private let onChange: () -> Void
  private var streams: [ObjectIdentifier: PluginListStream] = [:]
  private var publication: DeferredSource?
  private(set) var seq = 1
  private var told: [PluginList.Plugin] = []

  init(
    loop: EventLoop, plugins: @escaping () -> [PluginList.Plugin], onChange: @escaping () -> Void
  ) throws(EventLoopError) {
    self.onChange = onChange
    var generator = SystemRandomNumberGenerator()
    epoch = String(generator.next(), radix: 16)
    self.plugins = plugins
    publication = try loop.deferred(priority: .clients) { [weak self] in self?.publish() }
  }

  /// Something may have changed; at the end of the turn it is looked at, and told once.
  func mayHaveChanged() {
    publication?.schedule()
  }

  /// The list now.
  func list(missed: Int? = nil) -> PluginList {
    PluginList(position: StreamPosition(epoch: epoch, seq: seq), missed: missed, plugins: plugins())
  }

  func add(_ stream: PluginListStream) { streams[ObjectIdentifier(stream)] = stream }
  func remove(_ stream: PluginListStream) { streams[ObjectIdentifier(stream)] = nil }

  private func publish() {
    // That time goes by is no change.
    let now = plugins().map { plugin in
      var plugin = plugin
      plugin.startsIn = plugin.startsIn.map { _ in 0 }
      return plugin
    }
    guard now != told else { return }
    told = now
    seq += 1
    for stream in Array(streams.values) { stream.listHasChanged() }
    onChange()
  }
}
