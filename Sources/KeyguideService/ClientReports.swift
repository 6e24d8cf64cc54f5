import KeyguideAPI
import VarlinkServer

/// A stream that can say how far its reader is.
protocol ReportedStream: AnyObject {
  var report: ClientList.Stream { get }
}

/// The clients of the server, which is made after the methods that tell of it.
final class ClientReports {
  weak var server: VarlinkServer?

  /// The clients that somebody may know of, each process once, the one that has been there longest first.
  ///
  /// Root sees everybody; others see what is their own user's, as windows and habits of others are not theirs to see.
  func list(for peer: Peer) -> ClientList {
    Self.list(server?.clients ?? [], for: peer)
  }

  static func list(_ connected: [ConnectedClient], for peer: Peer) -> ClientList {
    var list = ClientList(clients: [])
    var places: [[Int]: Int] = [:]
    for client in connected where peer.userID == 0 || peer.userID == client.peer.userID {
      let (uid, pid) = (Int(client.peer.userID), Int(client.peer.processID))
      let index = places[[uid, pid]] ?? list.clients.endIndex
      if index == list.clients.endIndex {
        places[[uid, pid]] = index
        list.clients.append(.init(uid: uid, pid: pid, connections: 0, streams: []))
      }
      list.clients[index].connections += 1
      if let stream = client.stream as? any ReportedStream { list.clients[index].streams.append(stream.report) }
    }
    return list
  }
}
