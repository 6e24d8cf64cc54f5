// The messages of BlueZ that tell of devices (org.bluez.Device(5), and ObjectManager and Properties of the D-Bus
// specification), as values.

import MessageBus

nonisolated let deviceInterface = "org.bluez.Device1"

extension BusMessage {
  /// The answer to GetManagedObjects, `a{oa{sa{sv}}}`: all devices there are.
  func readManagedObjects() throws(MalformedMessage) -> DeviceLinks {
    var devices = DeviceLinks()
    try readDictionary("oa{sa{sv}}") { () throws(MalformedMessage) in
      let path = try readObjectPath()
      guard let device = try readInterfaces(), let path else { return }
      devices.add(path, device)
    }
    return devices
  }

  /// InterfacesAdded, `oa{sa{sv}}`: nil if the object is no device.
  func readInterfacesAdded() throws(MalformedMessage) -> (path: String, device: DeviceProperties)? {
    let path = try readObjectPath()
    guard let device = try readInterfaces(), let path else { return nil }
    return (path, device)
  }

  /// InterfacesRemoved, `oas`: the path of the device, nil if it was no device that went.
  func readInterfacesRemoved() throws(MalformedMessage) -> String? {
    let path = try readObjectPath()
    var isDevice = false
    try readStrings { if $0 == deviceInterface { isDevice = true } }
    return isDevice ? path : nil
  }

  /// PropertiesChanged, `sa{sv}as`: what has changed of the device whose path the message has.
  func readPropertiesChanged() throws(MalformedMessage) -> DeviceProperties? {
    guard try readString() == deviceInterface else { return nil }
    var device = try readProperties()
    try readStrings { if $0 == "Connected" { device.isConnectedInvalidated = true } }
    return device
  }

  /// The interfaces of one object with their properties, `a{sa{sv}}`.
  private func readInterfaces() throws(MalformedMessage) -> DeviceProperties? {
    var device: DeviceProperties?
    try readDictionary("sa{sv}") { () throws(MalformedMessage) in
      if try readString() == deviceInterface {
        device = try readProperties()
      } else {
        try skip("a{sv}")
      }
    }
    return device
  }

  private func readProperties() throws(MalformedMessage) -> DeviceProperties {
    var device = DeviceProperties()
    try readDictionary("sv") { () throws(MalformedMessage) in
      switch try readString() {
      case "Address":
        let text = try readVariant("s") { () throws(MalformedMessage) in try readString() }
        guard let address = text.flatMap({ BluetoothAddress($0) }) else { throw MalformedMessage() }
        device.address = address
      case "Connected":
        device.connected = try readVariant("b") { () throws(MalformedMessage) in try readBool() }
      default:
        try skip("v")
      }
    }
    return device
  }
}
