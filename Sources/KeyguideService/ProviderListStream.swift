import JSON
import KeyguideAPI
import KeyguideSettings
import VarlinkServer

/// One reader of `io.keyguide.Provider.List`: the newest list, however many there were in between.
final class ProviderListStream: VarlinkStream {
  private let seats: SeatDirectory
  /// Whose processes are shown; nil: everybody's.
  private let user: UInt32?
  private weak var outlet: (any StreamOutlet)?
  private var deliveredSeq = 0
  private var missed = 0
  /// Whether the next reply is the first one of this process on a former one's stream.
  private var isResync: Bool

  init(seats: SeatDirectory, showingProcessesOf user: UInt32?, resumedAt position: Int? = nil) {
    self.seats = seats
    isResync = position != nil
    if let position { seats.continueProviderList(after: position) }
    self.user = user
  }

  var position: Int { deliveredSeq }

  var hasNews: Bool { deliveredSeq != seats.providerSeq }

  func encodeNext(to writer: inout JSONWriter) -> Bool {
    let passedOver = deliveredSeq == 0 ? 0 : seats.providerSeq - deliveredSeq - 1
    missed += passedOver
    deliveredSeq = seats.providerSeq
    var list = seats.providerList(showingProcessesOf: user)
    list.missed = passedOver > 0 ? passedOver : nil
    list.resync = isResync
    isResync = false
    list.encodeMembers(to: &writer)
    return true
  }

  func attach(to outlet: any StreamOutlet) {
    self.outlet = outlet
    seats.add(self)
  }

  func detach() {
    seats.remove(self)
  }

  func listHasChanged() {
    outlet?.streamHasNews()
  }
}

extension ProviderListStream: ReportedStream {
  var report: ClientList.Stream {
    ClientList.Stream(
      kind: .providerList, seat: "", seq: seats.providerSeq, pending: seats.providerSeq - deliveredSeq, missed: missed)
  }
}

extension ProviderListStream: GuardedStream {
  var need: (right: AccessRight, seat: String?) { (.monitor, nil) }
}
