import EventLoop
import Foundation
import Glibc
import KeyguideAPI
import Testing

@testable import PluginSupport

/// Programs that a plugin starts.
@Suite struct CommandTests {
  private final class Result {
    var outcome: Command.Outcome?
    var lines: [String] = []
  }

  /// Runs a command to its end.
  private func run(
    _ words: [String], variables: [String: String] = [:], limit: UInt64? = 30_000_000
  ) throws -> Result {
    let loop = try EventLoop()
    let result = Result()
    let command = try Command(
      words, variables: variables, limit: limit, loop: loop, onLine: { result.lines.append($0) }
    ) {
      result.outcome = $0
    }
    while result.outcome == nil { try loop.runOnce(timeoutMicroseconds: 30_000_000) }
    withExtendedLifetime(command) {}
    return result
  }

  @Test func theExitCodeIsTheOutcome() throws {
    #expect(try run(["true"]).outcome == .exited(code: 0))
    let failed = try run(["sh", "-c", "exit 7"]).outcome
    #expect(failed == .exited(code: 7))
    #expect(failed?.problem == "has ended with code 7")
  }

  @Test func aSignalIsTheOutcome() throws {
    #expect(try run(["sh", "-c", "kill -TERM $$"]).outcome == .killed(signal: SIGTERM))
  }

  @Test func aProgramThatIsNotThereIsSaid() throws {
    #expect(try run(["/nowhere/keyboard"]).outcome == .notStarted(reason: "No such file or directory"))
  }

  @Test func wordsAreNotReadByAShell() throws {
    #expect(try run(["printf", "%s|", "a b", "$HOME", "*"]).lines == [])
    #expect(try run(["printf", "%s\n", "a b", "$HOME", "*"]).lines == ["a b", "$HOME", "*"])
  }

  @Test func variablesAreAddedToTheEnvironment() throws {
    #expect(
      try run(["sh", "-c", "echo $KEYGUIDE_FORM $HOME"], variables: ["KEYGUIDE_FORM": "split"]).lines.first?.hasPrefix(
        "split ") == true)
  }

  @Test func whatTakesTooLongIsKilled() throws {
    let result = try run(["sh", "-c", "echo $$; exec sleep 1000"], limit: 100_000)
    #expect(result.outcome == .tookTooLong)
    let process = try #require(result.lines.first.flatMap { pid_t($0) })
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func whatAnEndedCommandHasLeftBehindIsNotWaitedFor() throws {
    // `sleep` holds the pipe open.
    #expect(try run(["sh", "-c", "sleep 5 & echo done"]).lines == ["done"])
  }

  @Test func aLongLineIsCut() throws {
    let lines = try run(["sh", "-c", "head -c 100000 /dev/zero | tr '\\0' x; echo; echo next"]).lines
    #expect(lines.map(\.utf8.count) == [LineSource.mostBytes, 4])
  }
}

/// Which command runs, and what is said of it.
@Suite struct CommandQueueTests {
  private func request(_ kind: ProviderRequest.Kind, _ id: Int) -> ProviderRequest {
    ProviderRequest(id: id, kind: kind, timeout: 2)
  }

  @Test func aCommandThatEndsWellIsReported() {
    var queue = CommandQueue()
    #expect(queue.add(request(.show, 1)) == [.run(request(.show, 1))])
    #expect(queue.end(problem: nil) == [.report(isShown: true, answering: 1)])
    #expect(queue.resynced == [.report(isShown: true, answering: nil)])
  }

  @Test func aCommandThatFailsIsAProblemAndNothingIsReported() {
    var queue = CommandQueue()
    _ = queue.add(request(.hide, 1))
    #expect(queue.end(problem: "no") == [.finish(1, problem: "no")])
    #expect(queue.resynced == [])
  }

  @Test func oneRunsAtATimeAndTheNewestIsNext() {
    var queue = CommandQueue()
    _ = queue.add(request(.show, 1))
    queue.cancel(1)
    #expect(queue.add(request(.hide, 2)) == [])
    queue.cancel(2)
    #expect(queue.add(request(.show, 3)) == [])
    #expect(queue.end(problem: nil) == [.report(isShown: true, answering: nil), .run(request(.show, 3))])
    #expect(queue.end(problem: nil) == [.report(isShown: true, answering: 3)])
  }

  @Test func aCancelledOneThatFailsIsNobodysProblem() {
    var queue = CommandQueue()
    _ = queue.add(request(.show, 1))
    queue.cancel(1)
    #expect(queue.end(problem: "no") == [])
  }

  @Test func whatCannotBeDoneIsSaid() {
    var queue = CommandQueue()
    #expect(queue.add(request(.move, 1)) == [.finish(1, problem: "there is no command for 'move'")])
  }

  @Test func aChangeByItselfIsReportedOnce() {
    var queue = CommandQueue()
    #expect(queue.see(isShown: true) == [.report(isShown: true, answering: nil)])
    #expect(queue.see(isShown: true) == [])
  }
}
