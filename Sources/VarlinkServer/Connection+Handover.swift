import Glibc
import Varlink

// Connections that go from one process to the next.
extension Connection {
  /// Leaves the connection to the next process, as it is.
  func leave() {
    guard !hasEnded.all else { return }
    hasEnded.all = true
    source?.cancel()
    Glibc.close(descriptor)
  }

  /// Takes up what a former process left: the stream that is open, and calls that wait. Nothing is sent yet.
  func takeUp() {
    guard let kept else { return }
    isHeld = true
    if kept.isClosing { hasEnded.output = true }
    guard let message = kept.record.call, let call = try? VarlinkCall(message: message, resumedAt: kept.position) else {
      return
    }
    server.transaction { answer(call, message) }
  }

  /// Everything else is as it was, too: the connection goes on.
  func goOn() {
    isHeld = false
    pull()
    resume()
  }
}
