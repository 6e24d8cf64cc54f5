import Glibc
import MockInput
import Testing

/// Everything that needs umockdev, one test after the other: the mock machine is the whole process's.
@Suite(.serialized) struct UnderUmockdev {
  static let fixtures = Result { try DeviceFixture.load(PackageResources.devices_jsonl) }

  /// One recorded device of `Fixtures/devices.jsonl`.
  static func fixture(_ slug: String) throws -> DeviceFixture {
    try #require(try fixtures.get()[slug])
  }

  /// An ordinary USB keyboard.
  static var keyboard: DeviceFixture { get throws { try fixture("kinesis-advantage-05f3-0007") } }
  /// Another one.
  static var otherKeyboard: DeviceFixture { get throws { try fixture("dell-quietkey-2106") } }
  static var mouse: DeviceFixture { get throws { try fixture("logitech-c526-mouse-pointer") } }

  /// Descriptors that a process has open; its own without a process.
  static func descriptorCount(of process: pid_t? = nil) -> Int {
    guard let folder = opendir("/proc/\(process.map(String.init) ?? "self")/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}
