import JSON
import KeyguideAPI
import KeyguideSettings
import Providers
import Varlink
import VarlinkServer

/// One registration of `io.keyguide.Provider`: what its plugin is asked, and for whom it is there.
final class ProviderStream: VarlinkStream {
  let id: ProviderID
  /// Who has registered, and alone may report.
  let peer: Peer
  let session: SeatSession
  /// Whether its user is root or the daemon's own, who serve all users.
  let servesAll: Bool
  private weak var outlet: (any StreamOutlet)?
  private var cursor = RequestCursor()
  private var missed = 0
  /// Whether the next reply is the first one of this process on a former one's stream.
  private var isResync: Bool
  private(set) var position: Int
  /// The newest report of each kind, by its method, as it was called: what another process would have to be told.
  private var reports: [String: [UInt8]] = [:]

  init(id: ProviderID, peer: Peer, servesAll: Bool, session: SeatSession, resumedAt position: Int? = nil) {
    self.id = id
    isResync = position != nil
    self.position = position ?? 0
    self.servesAll = servesAll
    self.peer = peer
    self.session = session
  }

  private var provider: ProviderBoard.Provider? { session.providers.board.provider(id) }

  /// Without a provider there is its end to tell.
  var hasNews: Bool { provider.map(cursor.hasNews) ?? true }

  func encodeNext(to writer: inout JSONWriter) -> Bool {
    guard let provider else {
      RegistrationReply(
        epoch: session.epoch, seq: position + 1, missed: nil, resync: isResync, provider: id.name, requests: [],
        cancelled: []
      ).encodeMembers(to: &writer)
      return false
    }
    let next = cursor.advance(to: provider)
    missed += next.missed
    RegistrationReply(
      epoch: session.epoch, seq: provider.seq, missed: next.missed > 0 ? next.missed : nil, resync: isResync,
      provider: id.name,
      requests: next.requests, cancelled: next.cancelled
    ).encodeMembers(to: &writer)
    (isResync, position) = (false, provider.seq)
    return true
  }

  func attach(to outlet: any StreamOutlet) {
    self.outlet = outlet
    keepCall()
  }

  /// Takes note of a report, for another process.
  func note(_ report: VarlinkCall) {
    reports[report.method] = report.parametersText
    keepCall()
  }

  /// Says by which call another process would register the provider, with what it has reported.
  private func keepCall() {
    guard let registration = provider?.registration else { return }
    outlet?.streamIsNow {
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("method", "io.keyguide.Provider.Register")
        writer.member("more", true)
        writer.key("parameters")
        writer.object { writer in
          writer.member("seat", session.name)
          writer.member("name", registration.name)
          writer.member("version", registration.version)
          writer.member("apiVersion", registration.apiVersion)
          writer.member("roles", registration.orderedRoles)
          writer.member("provider", id.name)
          writer.key("reports")
          writer.object { writer in
            for (method, parameters) in reports.sorted(by: { $0.key < $1.key }) {
              writer.key(escaping: method)
              writer.verbatim(parameters)
            }
          }
        }
      }
      return writer.bytes
    }
  }

  func detach() {
    session.providers.leave(id)
  }

  func requestsHaveChanged() {
    outlet?.streamHasNews()
  }

  func hasAnswered(_ request: Int) {
    cursor.answered(request)
  }

  /// Whether reports of a caller are this provider's: they come from the process that has registered, or were handed to
  /// the plugin by the one that has made both connections.
  func belongs(to other: Peer) -> Bool {
    other.processID == peer.processID && other.userID == peer.userID
      && other.confinement?.name == peer.confinement?.name
  }
}

extension ProviderStream: GuardedStream {
  var need: (right: AccessRight, seat: String?) { (.provide, session.name) }
}

extension ProviderStream: ReportedStream {
  var report: ClientList.Stream {
    ClientList.Stream(
      kind: .provider, seat: session.name, seq: provider?.seq ?? 0, pending: provider.map(cursor.pending) ?? 0,
      missed: missed)
  }
}
