/// One raw input event as the kernel delivers it, without its time.
public struct InputEvent: Equatable, Sendable {
  public var type: UInt16
  public var code: UInt16
  public var value: Int32

  public init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }
}

extension InputEvent {
  // From linux/input-event-codes.h; only what tells keys, switches, LEDs and lost events from the rest.
  public static let synchronization: UInt16 = 0x00
  public static let key: UInt16 = 0x01
  public static let switching: UInt16 = 0x05
  static let led: UInt16 = 0x11

  public static let report: UInt16 = 0
  public static let dropped: UInt16 = 3
}
