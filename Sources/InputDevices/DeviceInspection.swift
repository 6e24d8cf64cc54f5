import DeviceClassification

/// One physical device of this machine with the judgement about each of its nodes; nothing is opened for it.
public struct InspectedDevice: Sendable {
  /// The syspath of the physical device.
  public var syspath: String
  public var nodes: [(node: NodeDescription, judgement: Judgement)]

  /// The judgement about the device as a whole.
  public var judgement: Judgement { DeviceClassifier.verdict(of: nodes.map(\.judgement)) }

  /// What the device calls itself: the name of the node that decided.
  public var name: String {
    nodes.first { $0.judgement == judgement }?.node.name ?? nodes.first?.node.name ?? ""
  }

  /// All input devices that exist now, as udev and sysfs describe them, in the order of their syspaths.
  public static func all(classifier: DeviceClassifier) throws(InputDeviceError) -> [InspectedDevice] {
    var groups: [String: [NodeDescription]] = [:]
    for device in try DeviceMonitor().enumerate() {
      guard let node = device.nodeDescription else { continue }
      groups[device.physicalDevice, default: []].append(node)
    }
    return groups.keys.sorted().map { syspath in
      let nodes = (groups[syspath] ?? []).sorted { $0.id < $1.id }
      return InspectedDevice(syspath: syspath, nodes: Array(zip(nodes, classifier.judge(nodes))))
    }
  }
}
