import DeviceClassification
import Glibc
import TOML

// What others tell a registry, and ask it.
extension DeviceRegistry {
  /// The number of nodes that are open.
  public var openNodeCount: Int { known.values.count { $0.node != nil } }

  /// Has other knowledge, choice about typing, and chords hold from now on, for all devices that are there.
  ///
  /// A node that is to be read for other keys is opened anew, so that the kernel keeps the former ones back.
  public func configure(classifier: DeviceClassifier, noticesTyping: Bool, chords: ChordTable = .standard) {
    devices.classifier = classifier
    devices.noticesTyping = noticesTyping
    devices.chords = chords
    for device in devices.all { settle(device) }
  }

  /// Says which Bluetooth devices are connected, by address in lower case; what is not listed counts as connected.
  public func setBluetoothLinks(_ links: [String: Bool]) {
    devices.bluetoothLinks = links
    for device in devices.all { tell(device) }
  }

  /// Opens the nodes for which there was no descriptor; call it when others have become free.
  public func openWhatCouldNotBe() {
    for syspath in unopened.sorted() {
      if let device = known[syspath]?.device { settle(device) } else { unopened.remove(syspath) }
    }
  }

  /// Everything that is known of each physical device, in the order of their syspaths.
  public var reports: [DeviceReport] {
    devices.all.compactMap { devices.assess($0) }.map { DeviceReport($0) { known[$0]?.node?.use } }
  }

  /// Whether this process may read at least one evdev node.
  public static var hasReadableDevice: Bool {
    paths(matching: "/dev/input/event*").contains { access($0, R_OK) == 0 }
  }
}
