import KeyguideAPI

/// What one reader of a provider's requests has been sent: at most what is open, so that a slow one costs nothing.
public struct RequestCursor: Equatable, Sendable {
  private var sent: Set<Int> = []
  private var seq = 0

  public init() {}

  /// Whether there is something that the reader has not got.
  public func hasNews(of provider: ProviderBoard.Provider) -> Bool { provider.seq != seq }

  /// States that the reader has not been sent.
  public func pending(of provider: ProviderBoard.Provider) -> Int { provider.seq - seq }

  /// What the reader is to be sent next: requests that are new for it, and those of its own that do not count any more.
  public mutating func advance(
    to provider: ProviderBoard.Provider
  ) -> (missed: Int, requests: [ProviderRequest], cancelled: [Int]) {
    let open = provider.requests
    let missed = seq == 0 ? 0 : max(0, provider.seq - seq - 1)
    let new = open.filter { !sent.contains($0.id) }
    let ids = Set(open.map(\.id))
    let cancelled = sent.subtracting(ids).sorted()
    sent = ids
    seq = provider.seq
    return (missed, new, cancelled)
  }

  /// The reader has answered a request, so it need not be told that it is open no more.
  public mutating func answered(_ request: Int) {
    sent.remove(request)
  }
}
