import JSON
import KeyguideAPI
import Varlink
import VarlinkServer

/// What a person can do with a host's plugins; the host does it.
protocol PluginControl: AnyObject {
  func enable(_ name: String) throws(VarlinkError)
  func disable(_ name: String) throws(VarlinkError)
  func restart(_ name: String) throws(VarlinkError)
}

/// `io.keyguide.PluginHost`.
struct HostInterface {
  let directory: PluginDirectory
  unowned let control: any PluginControl

  var methods: [String: VarlinkMethod] {
    [
      "List": { [directory] (call, _) throws(VarlinkError) in
        try call.readParameters { (_, _) throws(JSONError) in }
        guard !call.more else { return .stream(PluginListStream(directory: directory)) }
        return .reply { directory.list().encodeMembers(to: &$0) }
      },
      "Enable": named { (control, name) throws(VarlinkError) in try control.enable(name) },
      "Disable": named { (control, name) throws(VarlinkError) in try control.disable(name) },
      "Restart": named { (control, name) throws(VarlinkError) in try control.restart(name) },
    ]
  }

  private func named(_ act: @escaping (any PluginControl, String) throws(VarlinkError) -> Void) -> VarlinkMethod {
    { [unowned control] (call, _) throws(VarlinkError) in
      var name: String?
      try call.readParameters { (member, value) throws(JSONError) in
        if member == "name" { name = try value.readString() }
      }
      guard let name else { throw .invalidParameter("name") }
      try act(control, name)
      return .reply { _ in }
    }
  }
}

extension VarlinkError {
  static func unknownPlugin(_ name: String) -> VarlinkError {
    VarlinkError("io.keyguide.PluginHost.UnknownPlugin", ("name", name))
  }

  /// `file` is the manifest that says so; nil: a person did.
  static func pluginDisabled(_ name: String, by file: String?) -> VarlinkError {
    VarlinkError("io.keyguide.PluginHost.PluginDisabled") { writer in
      writer.member("name", name)
      writer.member("file", file)
    }
  }

  static func manifestBroken(_ name: String, _ problems: [String]) -> VarlinkError {
    VarlinkError("io.keyguide.PluginHost.ManifestBroken") { writer in
      writer.member("name", name)
      writer.member("problems", problems)
    }
  }

  static func notKept(_ problem: String) -> VarlinkError {
    VarlinkError("io.keyguide.PluginHost.NotKept", ("problem", problem))
  }
}
