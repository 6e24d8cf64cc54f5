import Foundation
import Glibc
import KeyguideService
import Testing

@Suite struct SandboxTests {
  @Test("the filter that the daemon takes refuses to start a program, and nothing else")
  func programs() async throws {
    // It holds for the thread that takes it alone, and ends with it.
    let results: (filter: Int32, exec: Int32, file: Int32) = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let filter = ProgramBan.take()
        var child: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        let exec = posix_spawn(&child, "/bin/true", nil, nil, &words, nil)
        free(words[0])
        let file = open("/dev/null", O_RDONLY)
        close(file)
        continuation.resume(returning: (filter, exec, file))
      }
    }
    #expect(results.filter == 0)
    #expect(results.exec == EPERM)
    #expect(results.file >= 0)
  }
}
