/// What the connections of each user hold together, so that one user cannot take what is there for all.
nonisolated struct ClientAccounts: Equatable, Sendable {
  private struct Account: Equatable {
    var connections = 0
    var unreadBytes = 0
  }

  private var accounts: [UInt32: Account] = [:]

  /// Connections that a user has open.
  func connections(of user: UInt32) -> Int { accounts[user]?.connections ?? 0 }

  /// Bytes of a user's messages that have no end yet.
  func unreadBytes(of user: UInt32) -> Int { accounts[user]?.unreadBytes ?? 0 }

  mutating func open(_ user: UInt32) {
    accounts[user, default: Account()].connections += 1
  }

  /// A connection is closed that held so many bytes.
  mutating func close(_ user: UInt32, unreadBytes: Int) {
    guard var account = accounts[user] else { return }
    account.connections -= 1
    account.unreadBytes -= unreadBytes
    // Users that have gone leave nothing behind.
    accounts[user] = account.connections > 0 ? account : nil
  }

  /// A connection holds more bytes than before, or fewer.
  mutating func change(_ user: UInt32, unreadBytes difference: Int) {
    accounts[user]?.unreadBytes += difference
  }
}
