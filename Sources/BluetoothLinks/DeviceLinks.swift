/// What one message of BlueZ says of one device; nil is not said.
nonisolated struct DeviceProperties: Equatable, Sendable {
  var address: BluetoothAddress?
  var connected: Bool?
  /// BlueZ says that its last word on `connected` holds no longer, and not what does.
  var isConnectedInvalidated = false
}

/// The devices of BlueZ by their object paths: messages in, `connected` out, no bus inside.
nonisolated struct DeviceLinks: Equatable, Sendable {
  private struct Device: Equatable, Sendable {
    var address: BluetoothAddress
    var connected: Bool?
  }

  /// How many devices are remembered, so that nobody can fill our memory. BlueZ itself forgets strangers after a while.
  static let limit = 512

  private var devices: [String: Device] = [:]
  /// A device was left out because of the limit.
  private(set) var isOverflowing = false

  /// A new device, or all there is to say of one that we know. One that does not say its address is of no use.
  mutating func add(_ path: String, _ properties: DeviceProperties) {
    guard let address = properties.address else {
      devices[path] = nil
      return
    }
    guard devices.count < Self.limit || devices[path] != nil else {
      isOverflowing = true
      return
    }
    devices[path] = Device(address: address, connected: properties.connected)
  }

  /// What has changed of a device; ignored for one that was never added.
  mutating func change(_ path: String, _ properties: DeviceProperties) {
    guard var device = devices[path] else { return }
    if let address = properties.address { device.address = address }
    if properties.isConnectedInvalidated { device.connected = nil }
    if let connected = properties.connected { device.connected = connected }
    devices[path] = device
  }

  mutating func remove(_ path: String) {
    devices[path] = nil
  }

  /// Whether each device is connected, by address: with any adapter, if several know it.
  var connected: [String: Bool] {
    var connected: [String: Bool] = [:]
    for device in devices.values {
      guard let isConnected = device.connected else { continue }
      connected[device.address.text, default: false] = connected[device.address.text] == true || isConnected
    }
    return connected
  }
}
