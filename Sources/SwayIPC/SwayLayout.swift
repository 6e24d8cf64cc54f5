import Geometry
import JSON

/// A screen, as the compositor has it.
public struct SwayScreen: Equatable, Sendable {
  /// The connector, as in "HDMI-A-1".
  public var name: String
  /// In points, in the coordinates that all screens share.
  public var frame: Rectangle
  public var scale: Double?
  /// What is left for windows: without bars, docked on-screen keyboards and outer gaps. Nil where no workspace is shown.
  public var usable: Rectangle?
}

/// A window, wherever it is; not those of the scratchpad while they are away.
public struct SwayWindow: Equatable, Sendable {
  /// The compositor's own number for it.
  public var id: Int
  public var processID: Int
  /// The Wayland app id, or the X11 class.
  public var application: String?
  public var screen: String
  /// What its program draws, without borders and title, in the coordinates that all screens share.
  public var frame: Rectangle
  public var isFocused: Bool
}

/// All screens and windows at one moment.
public struct SwayLayout: Equatable, Sendable {
  /// More are not reported: nobody has them.
  public static let mostScreens = 16
  public static let mostWindows = 512

  public var screens: [SwayScreen]
  public var windows: [SwayWindow]

  /// Reads the answer to GET_TREE.
  ///
  /// JSON nests to 64 levels at most, and each container takes two.
  public init(tree: [UInt8]) throws(JSONError) {
    var reader = JSONReader(tree)
    let root = try reader.read(SwayNode.self)
    try reader.finish()
    self.init(root)
  }

  init(_ root: SwayNode) {
    // i3's and sway's own output, for the scratchpad, is none that can be seen.
    let outputs = root.children.filter { $0.type == "output" && $0.name != "__i3" && $0.frame.isScreen }
    screens = []
    windows = []
    for output in outputs.prefix(Self.mostScreens) {
      guard let name = output.name else { continue }
      let usable = output.shownWorkspace?.frame.intersection(output.frame)
      screens.append(SwayScreen(name: name, frame: output.frame, scale: output.scale, usable: usable))
      collect(output, on: name)
    }
  }

  private mutating func collect(_ node: SwayNode, on screen: String) {
    // X11 windows of i3 have no process here, and nobody can be told from their frames.
    if let processID = node.processID, processID > 0, windows.count < Self.mostWindows {
      windows.append(
        SwayWindow(
          id: node.id, processID: processID, application: node.applicationID ?? node.windowClass, screen: screen,
          frame: node.contentFrame, isFocused: node.isFocused))
    }
    for child in node.children { collect(child, on: screen) }
  }
}

extension SwayNode {
  /// What the window draws, in the coordinates of the screens.
  fileprivate var contentFrame: Rectangle {
    guard !content.isEmpty else { return frame }
    return Rectangle(x: frame.x + content.x, y: frame.y + content.y, width: content.width, height: content.height)
  }
}

extension Rectangle {
  /// Whether something can be seen on it: an output that is off has no size.
  fileprivate var isScreen: Bool { isFinite && !isEmpty }
}
