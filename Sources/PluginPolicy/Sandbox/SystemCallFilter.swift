/// System calls that a plugin may not make: what the launcher has libseccomp make a filter of.
///
/// Everything else is allowed. Calls of another architecture end the process, which is libseccomp's rule.
public enum SystemCallFilter {
  /// How a call is answered.
  public enum Refusal: Equatable, Sendable {
    /// EPERM.
    case permission
    /// ENOSYS: callers have another way.
    case existence
  }

  /// A condition on one argument, counted from 0.
  public enum Condition: Equatable, Sendable {
    case differs(argument: Int, from: UInt64)
    /// In its lower 32 bits, as the kernel does not look at the others.
    case equals(argument: Int, UInt64)
    case has(argument: Int, bits: UInt64)
    case lacks(argument: Int, bits: UInt64)
  }

  /// Refuses a call; always, or where the condition holds.
  public struct Rule: Equatable, Sendable {
    public var call: String
    public var refusal = Refusal.permission
    public var condition: Condition?
  }

  /// Other processes' memory, the kernel's inner parts, file systems, clocks and keys: nothing of a plugin's business.
  /// io_uring would go around the filter; setsid and setpgid would leave the process group that ends with the plugin;
  /// memory of System V and message queues outlives it, and has no limit.
  static let never = [
    "acct", "add_key", "adjtimex", "bpf", "chroot", "clock_adjtime", "clock_settime", "delete_module", "fanotify_init",
    "finit_module", "fsconfig", "fsmount", "fsopen", "fspick", "init_module", "io_uring_enter", "io_uring_register",
    "io_uring_setup", "ioperm", "iopl", "kcmp", "kexec_file_load", "kexec_load", "keyctl", "lookup_dcookie", "mount",
    "mount_setattr", "move_mount", "mq_open", "msgget", "name_to_handle_at", "nfsservctl", "open_by_handle_at",
    "open_tree", "perf_event_open", "personality", "pidfd_getfd", "pivot_root", "process_madvise", "process_vm_readv",
    "process_vm_writev", "ptrace", "quotactl", "quotactl_fd", "reboot", "request_key", "semget", "setdomainname",
    "sethostname", "setns", "setpgid", "setsid", "settimeofday", "shmget", "swapoff", "swapon", "syslog", "umount2",
    "unshare", "userfaultfd", "vhangup",
  ]

  /// CLONE_NEW*: mount, control group, names of the host, IPC, user, process and network namespaces.
  static let namespaces: [UInt64] = [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]
  static let thread: UInt64 = 0x10000
  static let unix: UInt64 = 1
  /// PR_SET_PDEATHSIG: that it ends with the host is not the plugin's to change.
  static let parentDeathSignal: UInt64 = 1
  /// TIOCSTI and TIOCLINUX put bytes into a terminal's input.
  static let terminalInput: [UInt64] = [0x5412, 0x541c]

  /// The rules for a process.
  ///
  /// A plugin that starts no programs has to be started itself: the one execve that works is that with the `launch`
  /// pointers, which point at addresses that nobody knows, and that are gone when it has succeeded.
  public static func rules(_ sandbox: Sandbox, processID: Int32, launch: [UInt64]) -> [Rule] {
    var rules = never.map { Rule(call: $0) }
    rules += terminalInput.map { Rule(call: "ioctl", condition: .equals(argument: 1, $0)) }
    rules.append(Rule(call: "prctl", condition: .equals(argument: 0, parentDeathSignal)))
    // Limits of other processes of the user.
    rules.append(Rule(call: "prlimit64", condition: .differs(argument: 0, from: 0)))
    // Its flags are in memory, where no filter can see them.
    rules.append(Rule(call: "clone3", refusal: .existence))
    rules += namespaces.map { Rule(call: "clone", condition: .has(argument: 0, bits: $0)) }
    if !sandbox.startsPrograms {
      rules.append(Rule(call: "clone", condition: .lacks(argument: 0, bits: thread)))
      rules += ["fork", "vfork", "execveat"].map { Rule(call: $0) }
      rules += launch.enumerated().map { Rule(call: "execve", condition: .differs(argument: $0, from: $1)) }
    }
    if !sandbox.sockets {
      rules += ["socket", "connect"].map { Rule(call: $0) }
    } else if !sandbox.network {
      rules.append(Rule(call: "socket", condition: .differs(argument: 0, from: unix)))
    }
    if !sandbox.signals, !sandbox.startsPrograms {
      // Itself alone; what it starts, landlock keeps to its own domain.
      let own = UInt64(clamping: processID)
      rules += ["kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"].map {
        Rule(call: $0, condition: .differs(argument: 0, from: own))
      }
      rules += ["tkill", "pidfd_send_signal"].map { Rule(call: $0) }
    }
    return rules
  }
}
