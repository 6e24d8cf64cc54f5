/// A protection that a plugin should have and does not have here; the text is for people.
public enum MissingProtection: String, CaseIterable, Sendable {
  case files = "files: the kernel has no landlock, so what the user may read and write, the plugin may too"
  case truncation = "truncation: landlock before Linux 6.2 lets files be emptied that the user may write to"
  case abstractSockets = "abstract sockets: landlock before Linux 6.12 does not close them"
  case signals = "signals: landlock before Linux 6.12 lets programs that it starts signal the user's other processes"
  case systemCalls = "system calls: the kernel takes no seccomp filter"
  case privileges = "privileges: setuid programs may still raise them"
  case capabilities = "capabilities: some could not be given up"
  case descriptors = "descriptors: those of the host could not be closed"
  case parentDeath = "parent death: it may outlive the host"
  case limits = "limits: a limit of memory, files or descriptors could not be set"
  case processes = "processes: the kernel counts those of a user, so [limits] processes is not kept for one plugin"
}
