import CSeccomp
import Glibc
import PluginPolicy

/// Has the kernel refuse system calls (seccomp(2)).
nonisolated enum SeccompShell {
  /// Loads a filter of the rules for this thread and all that it starts; says whether it holds.
  static func load(_ rules: [SystemCallFilter.Rule]) -> Bool {
    guard let filter = seccomp_init(seccomp_allow) else { return false }
    defer { seccomp_release(filter) }
    for rule in rules {
      let call = seccomp_syscall_resolve_name(rule.call)
      // What this machine has not cannot be called.
      guard call != seccomp_no_such_call else { continue }
      let action = rule.refusal == .permission ? seccomp_refuse : seccomp_deny_existence
      let conditions = rule.condition.map { [comparison($0)] } ?? []
      guard seccomp_rule_add_array(filter, action, call, UInt32(conditions.count), conditions) == 0 else {
        return false
      }
    }
    return seccomp_load(filter) == 0
  }

  private static func comparison(_ condition: SystemCallFilter.Condition) -> scmp_arg_cmp {
    switch condition {
    case .differs(let argument, let value):
      scmp_arg_cmp(arg: UInt32(argument), op: SCMP_CMP_NE, datum_a: value, datum_b: 0)
    case .equals(let argument, let value):
      scmp_arg_cmp(arg: UInt32(argument), op: SCMP_CMP_MASKED_EQ, datum_a: 0xffff_ffff, datum_b: value)
    case .has(let argument, let bits):
      scmp_arg_cmp(arg: UInt32(argument), op: SCMP_CMP_MASKED_EQ, datum_a: bits, datum_b: bits)
    case .lacks(let argument, let bits):
      scmp_arg_cmp(arg: UInt32(argument), op: SCMP_CMP_MASKED_EQ, datum_a: bits, datum_b: 0)
    }
  }
}
