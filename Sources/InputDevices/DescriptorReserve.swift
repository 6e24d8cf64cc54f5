import Glibc

/// Descriptors that are kept back, so that devices can be looked at even when the process has no other left.
///
/// libudev opens files of sysfs to describe a device. Without descriptors it finds nothing there, and a keyboard would
/// seem to be gone.
final class DescriptorReserve {
  private let size: Int
  /// What the others are duplicates of: nothing in particular.
  private let original = open("/dev/null", O_RDONLY | O_CLOEXEC)
  private var spare: [Int32] = []

  /// A reserve of so many descriptors; an enumeration by libudev has up to six open at one time.
  init(_ size: Int = 6) {
    self.size = size
    refill()
  }

  deinit {
    for descriptor in spare + [original] { close(descriptor) }
  }

  /// Gives the descriptors free while the body runs; the body must not keep any.
  func lend<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    for descriptor in spare { close(descriptor) }
    spare = []
    defer { refill() }
    return try body()
  }

  private func refill() {
    while spare.count < size, case let descriptor = fcntl(original, F_DUPFD_CLOEXEC, 0), descriptor >= 0 {
      spare.append(descriptor)
    }
  }
}
