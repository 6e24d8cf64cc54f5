import EventLoop
import JSON
import KeyguideClient
import PluginPolicy

/// The two connections to the daemon that a plugin inherits: made by the host, and confined before they are handed over.
final class PluginConnections {
  private let clients: [VarlinkClient]
  private var sources: [IOSource] = []
  private var confined = 0
  private let handler: (String?) -> Void

  /// Connects and has both confined; the handler is called once, with nil, or with what went wrong.
  init(
    _ manifest: PluginManifest, path: String, loop: EventLoop, handler: @escaping (String?) -> Void
  ) throws {
    self.handler = handler
    // One for the stream of requests, one for reports.
    clients = [try VarlinkClient(path: path, waits: false), try VarlinkClient(path: path, waits: false)]
    for client in clients {
      try client.send("io.keyguide.Service.Confine") { writer in
        writer.member("name", manifest.name)
        writer.member("rights", Self.rights(manifest.capabilities))
        writer.member("roles", manifest.roles.map(\.rawValue))
      }
      let source = try loop.watch(client.descriptor, for: .readable, priority: .clients) { [weak self] _ in
        self?.receive(client)
      }
      sources.append(source)
    }
  }

  /// To be inherited; closed when this object goes.
  var descriptors: (Int32, Int32) { (clients[0].descriptor, clients[1].descriptor) }

  private func receive(_ client: VarlinkClient) {
    do throws(ClientError) {
      guard try client.receive() != nil else { return }
    } catch {
      return finish(error.description)
    }
    confined += 1
    // Nothing more comes until the plugin calls, or the daemon hangs up, and that is the plugin's to see.
    if confined == clients.count { finish(nil) }
  }

  private func finish(_ problem: String?) {
    for source in sources { source.cancel() }
    handler(problem)
  }

  private static func rights(_ capabilities: PluginCapabilities) -> [String] {
    ["provide"] + (capabilities.monitor ? ["monitor"] : []) + (capabilities.control ? ["control"] : [])
  }
}
