import DeviceClassification
import Glibc

extension HostDescription {
  /// What DMI says of this machine; nothing where there is no DMI, as on most phones.
  public static func ofThisMachine() -> HostDescription {
    let vendor = attribute("sys_vendor")
    let product = attribute("product_name")
    // The names that hypervisors give themselves (systemd-detect-virt(1) knows the same).
    let hypervisors = [
      "QEMU", "KVM", "innotek", "Oracle", "VMware", "Xen", "Bochs", "Parallels", "OpenStack", "Amazon EC2",
    ]
    let isMicrosoftGuest = vendor.hasPrefix("Microsoft") && product.hasPrefix("Virtual Machine")
    // SMBIOS 3.7, 7.4.1. Handheld, tablet, detachable; and desktops, towers, all in one, mini and stick PCs.
    let chassis = Int(attribute("chassis_type")) ?? 0
    return HostDescription(
      isVirtualMachine: isMicrosoftGuest || hypervisors.contains { vendor.hasPrefix($0) || product.hasPrefix($0) },
      isHandheld: [11, 30, 32].contains(chassis), isDetachable: chassis == 32,
      isDesktop: [3, 4, 5, 6, 7, 13, 15, 16, 35, 36].contains(chassis))
  }

  private static func attribute(_ name: String) -> String {
    guard let file = fopen("/sys/class/dmi/id/\(name)", "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count].prefix { $0 >= 0x20 }, as: UTF8.self)
  }
}
