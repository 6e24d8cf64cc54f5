/// What a node's codes say that it can do.
extension NodeDescription {
  // Codes of linux/input-event-codes.h, by their names there.
  private static let letters = [
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 30, 31, 32, 33, 34, 35, 36, 37, 38, 44, 45, 46, 47, 48, 49, 50,
  ]
  private static let keyEnter = 28
  private static let keySpace = 57
  private static let buttonLeft = 0x110
  private static let buttonToolPen = 0x140
  private static let buttonToolFinger = 0x145
  private static let buttonTouch = 0x14a
  private static let buttonStylus = 0x14b
  private static let axisX = 0
  private static let axisY = 1
  private static let horizontalWheel = 6
  private static let wheel = 8
  private static let propertyDirect = 1
  private static let propertyPointingStick = 5
  private static let typeLED = 0x11

  /// Enough keys to write text: nearly all letters, Enter and Space.
  ///
  /// Not udev's codes 1 to 31, which phone and e-paper keyboards lack.
  public var hasTypingBlock: Bool {
    keys.count(of: Self.letters) >= 24 && keys.contains(all: [Self.keyEnter, Self.keySpace])
  }

  /// A light for Num, Caps or Scroll Lock. Headsets have lights too, but others.
  public var hasLockLEDs: Bool {
    types.contains(Self.typeLED) && (leds.map { $0.count(of: 0...2) > 0 } ?? true)
  }

  /// Moves a pointer by steps, be it a mouse, a stick or a receiver that could be both.
  public var isRelativePointer: Bool { relativeAxes.contains(all: [Self.axisX, Self.axisY]) }

  /// A pointer with buttons and a wheel, which the sticks and pads on keyboards do not have.
  public var isMouse: Bool {
    isRelativePointer && keys.contains(Self.buttonLeft)
      && relativeAxes.count(of: [Self.wheel, Self.horizontalWheel]) > 0
  }

  var isAbsolutePointer: Bool {
    absoluteAxes.contains(all: [Self.axisX, Self.axisY]) && keys.contains(Self.buttonLeft)
  }

  public var isPen: Bool {
    keys.contains(Self.buttonToolPen) || (keys.contains(Self.buttonStylus) && absoluteAxes.contains(Self.axisX))
      || udev["ID_INPUT_TABLET"] == "1"
  }

  public var isTouchscreen: Bool {
    properties.contains(Self.propertyDirect) && keys.contains(Self.buttonTouch) && !keys.contains(Self.buttonToolPen)
  }

  public var isTouchpad: Bool {
    keys.contains(Self.buttonToolFinger) && absoluteAxes.contains(Self.axisX)
      && !properties.contains(Self.propertyDirect) && !keys.contains(Self.buttonToolPen)
  }

  /// Moves a pointer: a mouse, touchpad, stick, or a hypervisor's tablet; no touchscreen, pen or game controller.
  public var isPointer: Bool {
    !isPen && !isGamepad && !properties.contains(Self.propertyDirect)
      && (isTouchpad || isAbsolutePointer || (isRelativePointer && keys.contains(Self.buttonLeft)))
  }

  /// Has a switch that tells the machine's shape: lid, tablet mode or dock.
  public var hasMachineSwitch: Bool { switches.count(of: [0, 1, 5]) > 0 }

  public var isBluetooth: Bool { bus == Bus.bluetooth }

  /// Made by a program through uinput. Real Bluetooth devices are below /devices/virtual/misc/uhid, and are not.
  public var isMadeByProgram: Bool { syspath?.range(of: "/devices/virtual/input/") != nil }

  var isPointingStick: Bool { properties.contains(Self.propertyPointingStick) }

  public var isGamepad: Bool { keys.count(of: 0x130..<0x13f) >= 4 || keys.count(of: 0x120..<0x12c) >= 4 }

  /// Used by itself, whatever it shares a device with: pen, touchscreen, game controller.
  var isOwnInstrument: Bool { isPen || isTouchscreen || isGamepad }

  /// The USB interface number that the driver puts behind `phys`, as in `usb-0000:00:14.0-3/input1`.
  var interfaceNumber: Int? {
    guard let phys, let slash = phys.range(of: "/input") else { return nil }
    return Int(phys[slash.upperBound...])
  }

  /// Where the node stands among those of its device: by interface, then by the number that the kernel gave it.
  ///
  /// Drivers make the nodes of one interface in the order of its report descriptor. nil when nothing tells.
  func stands(before other: NodeDescription) -> Bool? {
    if let own = interfaceNumber, let others = other.interfaceNumber, own != others { return own < others }
    guard let own = inputNumber, let others = other.inputNumber, own != others else { return nil }
    return own < others
  }

  /// The N of `inputN` in the syspath.
  private var inputNumber: Int? {
    guard let syspath, let slash = syspath.range(of: "/input/input") else { return nil }
    return Int(syspath[slash.upperBound...].prefix { $0.isNumber })
  }

  /// Whether this is one paired device of a receiver whose driver tells them apart: `phys` ends in `:N`.
  var isPairedDevice: Bool {
    guard let phys, let colon = phys.lastIndex(of: ":") else { return false }
    let number = phys[phys.index(after: colon)...]
    return !number.isEmpty && number.allSatisfy(\.isNumber)
  }
}

extension String {
  /// Where a text stands in this one; the standard library alone has no such search.
  func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
