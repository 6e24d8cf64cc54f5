import CLinux
import Glibc
import PluginPolicy

/// Has landlock hold a sandbox's rules for this process.
nonisolated enum LandlockShell {
  /// Puts the rules on, for good, and returns what of them does not hold.
  static func enter(_ sandbox: Sandbox) -> [MissingProtection] {
    let rules = LandlockRules(sandbox, version: Int(linux_landlock_version()))
    guard rules.files != 0 else { return rules.missing }
    let set = linux_landlock_create(rules.files, rules.ports, rules.scopes)
    guard set >= 0 else { return [.files] }
    defer { close(set) }
    for rule in sandbox.files {
      for path in paths(matching: rule.path) { allow(rule.access, to: path, rules, set) }
    }
    return linux_landlock_restrict(set) == 0 ? rules.missing : [.files]
  }

  /// What is not there, or not the user's to see, stays closed.
  private static func allow(_ access: FileAccess, to path: String, _ rules: LandlockRules, _ set: Int32) {
    let file = linux_open_path(path)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    _ = linux_landlock_allow(set, file, rules.rights(access, isFolder: status.st_mode & S_IFMT == S_IFDIR))
  }

  /// A path with a `*` stands for all that it matches.
  private static func paths(matching path: String) -> [String] {
    guard path.contains("*") else { return [path] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(path, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
