/// A sandbox as landlock's numbers for a kernel's version of it (landlock(7), include/uapi/linux/landlock.h).
///
/// Facts of landlock that matter here: it says nothing of connecting to Unix sockets by path, nor of changing a file's
/// mode, owner or times, nor of chdir and stat. Processes of another domain cannot be traced, which closes their memory,
/// environment and descriptors in /proc from version 1 on.
public struct LandlockRules: Equatable, Sendable {
  /// Bits of LANDLOCK_ACCESS_FS_*.
  private enum Right {
    static let execute: UInt64 = 1 << 0
    static let writeFile: UInt64 = 1 << 1
    static let readFile: UInt64 = 1 << 2
    static let readFolder: UInt64 = 1 << 3
    /// Removing and making, from REMOVE_DIR to MAKE_SYM.
    static let change: UInt64 = 0x1ff0
    static let devices: UInt64 = 1 << 6 | 1 << 11
    /// Moving between folders; without the right that is refused always.
    static let refer: UInt64 = 1 << 13
    static let truncate: UInt64 = 1 << 14
    static let deviceControl: UInt64 = 1 << 15
    /// What a rule for something that is no folder may have.
    static let ofFiles = execute | writeFile | readFile | truncate | deviceControl
  }

  /// Rights to files that are denied where no rule allows them.
  public let files: UInt64
  /// LANDLOCK_ACCESS_NET_BIND_TCP and _CONNECT_TCP; no rule allows either.
  public let ports: UInt64
  /// LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET and _SIGNAL.
  public let scopes: UInt64
  /// What the sandbox promises, and this version cannot keep.
  public let missing: [MissingProtection]

  /// Version 0: the kernel has none.
  public init(_ sandbox: Sandbox, version: Int) {
    var files = version >= 1 ? Right.execute | Right.writeFile | Right.readFile | Right.readFolder | Right.change : 0
    if version >= 2 { files |= Right.refer }
    if version >= 3 { files |= Right.truncate }
    if version >= 5 { files |= Right.deviceControl }
    self.files = files
    ports = version >= 4 && !sandbox.network ? 0b11 : 0
    let scope: UInt64 = (sandbox.abstractSockets ? 0 : 0b01) | (sandbox.signals ? 0 : 0b10)
    scopes = version >= 6 ? scope : 0
    var missing: [MissingProtection] = []
    if version < 1 { missing.append(.files) }
    if (1..<3).contains(version) { missing.append(.truncation) }
    // A process without sockets, or without children, is kept to this by the filter of system calls.
    if version < 6, sandbox.sockets, !sandbox.abstractSockets { missing.append(.abstractSockets) }
    if version < 6, sandbox.startsPrograms, !sandbox.signals { missing.append(.signals) }
    self.missing = missing
  }

  /// The rights that a rule gives to a path.
  public func rights(_ access: FileAccess, isFolder: Bool) -> UInt64 {
    var rights: UInt64 = 0
    if access.contains(.read) { rights |= Right.readFile | Right.readFolder }
    if access.contains(.execute) { rights |= Right.execute }
    if access.contains(.write) { rights |= Right.writeFile | Right.truncate }
    if access.contains(.make) { rights |= (Right.change & ~Right.devices) | Right.refer }
    return rights & files & (isFolder ? ~0 : Right.ofFiles)
  }
}
