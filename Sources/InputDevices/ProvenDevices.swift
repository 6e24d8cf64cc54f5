import KeyboardGuide

/// The devices that use has proven to be keyboards, so that they need no new proof when they are plugged in again.
struct ProvenDevices {
  /// Names one device across plugs: by its own serial number or address, else by the port and what is plugged in there.
  struct Identity: Equatable {
    var id: DeviceID
    var vendor: String
    var product: String
  }

  /// More than anybody owns; the oldest are forgotten first.
  private static let capacity = 64
  private var identities: [Identity] = []

  mutating func insert(_ identity: Identity) {
    guard !contains(identity) else { return }
    if identities.count == Self.capacity { identities.removeFirst() }
    identities.append(identity)
  }

  func contains(_ identity: Identity) -> Bool { identities.contains(identity) }
}
