import TOML

extension DeviceKnowledge {
  /// The knowledge that the package comes with, built in from `Config/devices/devices.toml`.
  public static func standard() throws(TOMLError) -> DeviceKnowledge {
    try DeviceKnowledge(parsing: PackageResources.devices_toml)
  }
}
