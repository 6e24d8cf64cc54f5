import EventLoop
import Testing

@testable import BluetoothLinks

/// Links on a loop of their own, with what they have said.
final class LinksUnderTest {
  let loop: EventLoop
  private(set) var links: BluetoothLinks?
  private(set) var log: [String] = []
  /// What `connected` was, each time `onChange` was called.
  private(set) var changes: [[String: Bool]] = []
  /// Called with each change, after it was noted.
  var onChange: () -> Void = {}

  init(_ address: String) throws {
    loop = try EventLoop()
    links = try BluetoothLinks(
      loop: loop, address: address, log: { [unowned self] in log.append($0) },
      onChange: { [unowned self] in
        changes.append(connected)
        onChange()
      })
  }

  var connected: [String: Bool] { links?.connected ?? [:] }

  func release() {
    links = nil
  }

  /// Runs the loop until the condition holds.
  func wait(
    _ condition: @autoclosure () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let end = loop.now + 20_000_000
    while !condition() {
      let now = loop.now
      try #require(now < end, "still \(connected), log: \(log)", sourceLocation: sourceLocation)
      try loop.runOnce(timeoutMicroseconds: end - now)
    }
  }

  /// Runs the loop until it has slept for as long as this.
  func sleep(_ microseconds: UInt64 = 300_000, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let end = loop.now + 20_000_000
    while try loop.runOnce(timeoutMicroseconds: microseconds) {
      try #require(loop.now < end, "the loop does not come to rest", sourceLocation: sourceLocation)
    }
  }
}
