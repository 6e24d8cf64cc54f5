import DeviceClassification
import KeyboardGuide

/// One physical device of this machine: what it is taken for and why, node by node, and how it is read.
public struct DeviceReport {
  /// What is read of one node.
  public enum Reading: String, CaseIterable, Sendable {
    /// It is not open.
    case nothing
    /// Switches alone.
    case switches
    /// Keys of chords, where modifiers are on another node or no matter; and switches where it has them.
    case chords
    /// Modifiers and keys of chords, and switches where it has them.
    case modifiers
    /// All keys, until use proves or does not prove the device.
    case proof
    /// All keys, since typing is to be noticed.
    case typing
  }

  public struct Node {
    public var description: NodeDescription
    public var judgement: Judgement
    public var reading: Reading
  }

  /// The syspath of the physical device.
  public var syspath: String
  public var seat: String
  /// The judgement about the device as a whole.
  public var judgement: Judgement
  /// In the order of their syspaths.
  public var nodes: [Node]
  /// What its seat knows of it; nil when nothing of it bears on keyboards or tablet mode.
  public var facts: AttachedDevice?
  /// Names the device to its seat; not to be shown.
  public var id: DeviceID

  init(_ assessment: DeviceAssessment, reading: (String) -> NodeUse?) {
    syspath = assessment.syspath
    seat = assessment.seat
    judgement = assessment.judgement
    nodes = assessment.nodes.map { node, judgement in
      Node(description: node.description, judgement: judgement, reading: Reading(reading(node.syspath) ?? []))
    }
    facts = assessment.facts
    id = assessment.id
  }

  /// What the device calls itself: the name of the node that decided.
  public var name: String {
    nodes.first { $0.judgement.verdict == judgement.verdict }?.description.name ?? nodes.first?.description.name ?? ""
  }
}

extension DeviceReport.Reading {
  init(_ use: NodeUse) {
    if use.contains(.proof) {
      self = .proof
    } else if use.contains(.typing) {
      self = .typing
    } else if use.contains(.modifiers) {
      self = .modifiers
    } else if !use.isDisjoint(with: [.chords, .buttons]) {
      self = .chords
    } else {
      self = use.contains(.switches) ? .switches : .nothing
    }
  }
}

extension DeviceReport {
  /// All input devices that exist now, as udev and sysfs describe them; nothing is opened, so nothing is known of use.
  public static func inspect(classifier: DeviceClassifier) throws(InputDeviceError) -> [DeviceReport] {
    var devices = PhysicalDevices(classifier: classifier)
    for node in try DeviceMonitor().nodes() { devices.add(node) }
    return devices.all.compactMap { devices.assess($0) }.map { DeviceReport($0) { _ in nil } }
  }
}
