import Glibc
import KeyguideSettings

/// How many descriptors the process may have, and who gets them: devices come first.
enum DescriptorLimit {
  /// Raises the limit as far as it goes, and leaves clients what devices and the daemon itself do not need of it.
  ///
  /// However many clients there are, a keyboard that is plugged in can be opened.
  static func limitsOnceRaised(_ wanted: ServiceLimits) -> ServiceLimits {
    var limit = rlimit()
    var limits = wanted
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return limits }
    // select(2), for whose sake the lower limit is low, is used nowhere.
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let available = Int(clamping: limit.rlim_cur)
    // Under a low limit: what it has without clients, and some for devices.
    let reserved = min(256, available / 2 + 8)
    limits.varlink.connections = max(1, min(limits.varlink.connections, available - reserved))
    return limits
  }
}
