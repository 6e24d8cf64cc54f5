import KeyguideAPI

/// Names one registration of a provider, unique for the life of the daemon.
public struct ProviderID: Hashable, Comparable, Sendable {
  public let rawValue: Int

  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  public static func < (left: ProviderID, right: ProviderID) -> Bool { left.rawValue < right.rawValue }

  /// Its name on the socket.
  public var name: String { "p\(rawValue)" }

  public init?(name: String) {
    guard name.first == "p", let number = Int(name.dropFirst()) else { return nil }
    self.init(number)
  }
}

/// What a provider says of itself as it registers.
public struct Registration: Equatable, Sendable {
  public var name: String
  public var version: String?
  public var apiVersion: Int
  public var roles: Set<ProviderRole>

  public init(name: String, version: String? = nil, apiVersion: Int = providerVersion, roles: Set<ProviderRole>) {
    self.name = name
    self.version = version
    self.apiVersion = apiVersion
    self.roles = roles
  }

  /// The roles in the order of the interface.
  public var orderedRoles: [ProviderRole] { ProviderRole.allCases.filter(roles.contains) }
}

/// A role that another provider has.
public struct RoleConflict: Error, Equatable {
  public let role: ProviderRole
  public let holder: String
}
