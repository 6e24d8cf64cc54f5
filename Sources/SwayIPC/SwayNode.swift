import Geometry
import JSON
import KeyguideAPI

/// A node of the compositor's tree (GET_TREE), with those of its members that say where things are.
struct SwayNode: Equatable {
  var id = 0
  /// As in "output", "workspace", "con", "floating_con".
  var type = ""
  var name: String?
  /// With a window's borders, without its title, in the coordinates that all screens share.
  var frame = Rectangle(x: 0, y: 0, width: 0, height: 0)
  /// What a window draws itself, from the corner of `frame`; empty where there is no window.
  var content = Rectangle(x: 0, y: 0, width: 0, height: 0)
  var scale: Double?
  var processID: Int?
  /// A Wayland application's name for itself.
  var applicationID: String?
  /// An X11 application's.
  var windowClass: String?
  var isFocused = false
  /// The ids of the children, the one that had the focus last first.
  var focusOrder: [Int] = []
  var children: [SwayNode] = []
}

extension SwayNode: JSONDecodable {
  /// Members that nobody needs are skipped, as the protocol grows; what the compositor leaves out is left as it is.
  init(from reader: inout JSONReader) throws(JSONError) {
    try reader.readObject { (name, value) throws(JSONError) in
      // i3 and sway write null for what does not apply to a node.
      guard !value.readNull() else { return }
      switch name {
      case "id": id = try value.read()
      case "type": type = try value.read()
      case "name": self.name = try value.read()
      case "rect": frame = try value.read()
      case "window_rect": content = try value.read()
      case "scale": scale = try value.read()
      case "pid": processID = try value.read()
      case "app_id": applicationID = try value.read()
      case "window_properties":
        try value.readObject { (name, value) throws(JSONError) in
          if name == "class", !value.readNull() { windowClass = try value.read() }
        }
      case "focused": isFocused = try value.read()
      case "focus": focusOrder = try value.read()
      case "nodes", "floating_nodes": children += try value.read([SwayNode].self)
      default: break
      }
    }
  }
}

extension SwayNode {
  /// The child that has the focus, or had it last.
  var foremost: SwayNode? {
    focusOrder.lazy.compactMap { id in children.first { $0.id == id } }.first
  }

  /// The workspace that an output shows: i3 has it below a container for all that is not a dock.
  var shownWorkspace: SwayNode? {
    var node = self
    while node.type != "workspace" {
      guard let next = node.foremost else { return nil }
      node = next
    }
    return node
  }
}
