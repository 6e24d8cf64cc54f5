import Glibc
import PluginPolicy

/// How much a plugin may use, by setrlimit(2); what it starts has the same limits, each for itself.
nonisolated enum ResourceLimits {
  /// Bytes of address space beyond the memory that may be written to: programs, libraries, and what is shared.
  private static let sharedMemory = 1 << 30
  /// Bytes of one file.
  private static let fileSize = 64 << 20

  /// Sets them for good; says whether all hold.
  ///
  /// RLIMIT_NPROC is left alone: it counts all of the user's processes, so it would hit whoever starts next.
  static func set(_ limits: PluginLimits) -> Bool {
    let values: [(limit: __rlimit_resource, value: Int)] = [
      (RLIMIT_CORE, 0), (RLIMIT_FSIZE, fileSize), (RLIMIT_NOFILE, limits.descriptors),
      (RLIMIT_AS, limits.memory + sharedMemory), (RLIMIT_DATA, limits.memory),
    ]
    return values.allSatisfy { set($0.limit, to: rlim_t($0.value)) }
  }

  private static func set(_ resource: __rlimit_resource, to value: rlim_t) -> Bool {
    let resource = __rlimit_resource_t(resource.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return false }
    // Where less is allowed already, that stays.
    limit.rlim_max = min(limit.rlim_max, value)
    limit.rlim_cur = limit.rlim_max
    return setrlimit(resource, &limit) == 0
  }
}
