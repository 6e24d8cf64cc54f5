import KeyboardGuide

/// Something that happened to the devices of one seat, in the form that the seat takes it.
public struct DeviceChange: Equatable, Sendable {
  /// The seat's name, as in udev's `ID_SEAT`.
  public var seat: String
  public var input: SeatInput

  public init(seat: String, input: SeatInput) {
    self.seat = seat
    self.input = input
  }
}
