import Testing

@testable import Varlink

@Suite struct MessageFramerTests {
  @Test("messages come out whole, however they come in", arguments: 1...12)
  func pieces(size: Int) throws {
    let stream = Array("first\0\0third\0par".utf8)
    var framer = MessageFramer(limit: 16)
    var messages: [String] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      framer.append(stream[start..<min(start + size, stream.count)])
      while let message = try framer.next() { messages.append(String(decoding: message, as: UTF8.self)) }
    }
    #expect(messages == ["first", "", "third"])
  }

  @Test("a message beyond the limit is refused, complete or not")
  func limit() throws {
    var framer = MessageFramer(limit: 4)
    framer.append(Array("1234\0".utf8))
    #expect(try framer.next()?.count == 4)
    framer.append(Array("12345".utf8))
    #expect(throws: MessageFramer.TooLong(limit: 4)) { try framer.next() }
    var other = MessageFramer(limit: 4)
    other.append(Array("12345\0".utf8))
    #expect(throws: MessageFramer.TooLong(limit: 4)) { try other.next() }
  }
}
