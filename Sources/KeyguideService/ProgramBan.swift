import CSeccomp
import Glibc

/// A filter under which a process starts no program; neither can whoever takes it over (seccomp(2)).
///
/// A unit cannot say so: systemd starts the service behind the unit's own filter.
nonisolated public enum ProgramBan {
  /// Has execve and execveat fail with EPERM for this thread, and for those that it starts from now on.
  ///
  /// Returns 0, or the number of the error when the kernel takes no filter.
  public static func take() -> Int32 {
    guard let filter = seccomp_init(seccomp_allow) else { return ENOMEM }
    defer { seccomp_release(filter) }
    for call in [seccomp_execve, seccomp_execveat] {
      let result = seccomp_rule_add_array(filter, seccomp_refuse, call, 0, nil)
      guard result == 0 else { return -result }
    }
    return -seccomp_load(filter)
  }
}
