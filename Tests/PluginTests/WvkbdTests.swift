import Glibc
import Testing

@testable import osk_wvkbd

/// Which process is wvkbd.
@Suite struct WvkbdTests {
  private nonisolated static func text(
    _ name: String, state: String = "S (sleeping)", user: Int = 1000, blocked: String
  ) -> String {
    """
    Name:\t\(name)
    Umask:\t0022
    State:\t\(state)
    Uid:\t0\t\(user)\t0\t0
    SigBlk:\t\(blocked)
    SigCgt:\t0000000100000000
    """
  }

  private nonisolated static func stat(_ name: String, _ started: Int) -> String {
    let fields = (4...21).map(String.init).joined(separator: " ")
    return "77 (\(name)) S \(fields) \(started) 23 24\n"
  }

  private static func status(
    _ name: String, user: Int = 1000, blocked: String = "0000000200001a00", started: Int = 500
  ) throws -> ProcessStatus {
    let text = Array(text(name, user: user, blocked: blocked).utf8)
    return try #require(ProcessStatus(status: text, stat: Array(stat(name, started).utf8)))
  }

  @Test func theStatusOfARealOneIsUnderstood() throws {
    let status = try Self.status("wvkbd-mobintl")
    #expect(status.name == "wvkbd-mobintl")
    #expect(status.userID == 1000)
    #expect(status.handles(SIGUSR1) && status.handles(SIGUSR2) && status.handles(34))
    #expect(!status.handles(SIGTERM) && !status.handles(0) && !status.handles(65))
  }

  @Test(
    arguments: [
      "", "Name", text("wvkbd-x", state: "Z (zombie)", blocked: "0"), text("wvkbd-x", blocked: "no number"),
      "Name:\tx\nState:\tS\nUid:\t1\nSigBlk:\t0\nSigCgt:\t0",
    ])
  func whatIsNoRunningProcessIsNone(text: String) {
    #expect(ProcessStatus(status: Array(text.utf8), stat: Array(Self.stat("x", 1).utf8)) == nil)
  }

  @Test(arguments: ["", "77 (x) S 1 2", "77 (x", stat("x", -1)])
  func withoutAStartNothingIsKnown(stat: String) {
    let status = Self.text("wvkbd-x", blocked: "0")
    #expect(ProcessStatus(status: Array(status.utf8), stat: Array(stat.utf8)) == nil)
  }

  @Test func aNameWithParenthesesIsRead() throws {
    #expect(try Self.status(") S 1 (2", started: 9).startTime == 9)
  }

  private let search = KeyboardSearch(name: nil, userID: 1000, signals: [SIGUSR1, SIGUSR2])

  @Test func theOneOfThisUserIsFound() throws {
    let found = search.result(among: [
      (1, try Self.status("bash")), (2, try Self.status("wvkbd-deskintl")), (3, try Self.status("wvkbd-x", user: 7)),
    ])
    #expect(found == .found(2))
  }

  @Test func noneIsSomethingElseThanAProblem() throws {
    #expect(
      search.result(among: [(1, try Self.status("wvkbd"))])
        == .none("no wvkbd of this user runs: start it, as in `wvkbd-mobintl --hidden`"))
  }

  @Test func theNewestCountsAsOthersMayBeLeftFromBefore() throws {
    let two: [KeyboardSearch.Candidate] = [
      (2, try Self.status("wvkbd-a", started: 900)), (3, try Self.status("wvkbd-b", started: 800)),
    ]
    #expect(search.result(among: two) == .found(2))
    #expect(KeyboardSearch(name: "wvkbd-b", userID: 1000, signals: []).result(among: two) == .found(3))
  }

  @Test func aSignalThatWouldEndItIsNotSent() throws {
    let starting: [KeyboardSearch.Candidate] = [(2, try Self.status("wvkbd-a", blocked: "0000000000000200"))]
    #expect(search.result(among: starting) == .problem("wvkbd-a (process 2) has only just started"))
  }

  @Test func aLongNameIsComparedAsTheKernelCutsIt() throws {
    let search = KeyboardSearch(name: "my-very-long-keyboard", userID: 1000, signals: [])
    #expect(search.result(among: [(9, try Self.status("my-very-long-ke"))]) == .found(9))
  }
}
