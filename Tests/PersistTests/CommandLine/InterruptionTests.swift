import Dispatch
import Foundation
import Synchronization
import Testing

@testable import PersistentObjectsCommandLine

@Suite struct InterruptionTests {
  @Test func asksTheWorkToEnd() throws {
    let interruption = Interruption()
    try interruption.check()
    #expect(!interruption.request(.terminated))
    #expect(interruption.request(.interrupted))
    #expect(throws: Interrupted(status: .terminated)) { try interruption.check() }
  }

  @Test func clearsUpTheLastFirstAndOnce() {
    let interruption = Interruption()
    let done = Mutex<[Int]>([])
    interruption.cleaningUp({ done.withLock { $0.append(1) } }) {
      interruption.cleaningUp({ done.withLock { $0.append(2) } }) {
        interruption.cleanUp()
        interruption.cleanUp()
      }
    }
    #expect(done.withLock { $0 } == [2, 1])
  }

  @Test func leavesAloneWhatIsDone() {
    let interruption = Interruption()
    interruption.cleaningUp({ Issue.record("cleared up") }) {}
    interruption.cleanUp()
  }

  /// The test has its own process, which receives the signal.
  @Test func endsWorkThatDoesNotListen() async {
    await #expect(processExitsWith: .success) { Self.interruptThisProcess() }
  }

  /// `nohup` has a program ignore SIGHUP.
  @Test func leavesIgnoredSignalsIgnored() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      Self.interruptThisProcess(after: SIGHUP)
    }
  }

  /// - Parameter ignored: a signal that has no effect, sent before SIGINT.
  private static func interruptThisProcess(after ignored: Int32? = nil) {
    // Somebody may run the tests in the background, where shells have programs ignore it.
    signal(SIGINT, SIG_DFL)
    let ended = DispatchSemaphore(value: 0)
    let status = Mutex<ExitStatus?>(nil)
    let interruption = Interruption(patience: 1) { end in
      status.withLock { $0 = $0 ?? end }
      ended.signal()
    }
    interruption.listen()
    if let ignored { kill(getpid(), ignored) }
    kill(getpid(), SIGINT)
    #expect(ended.wait(timeout: .now() + 20) == .success)
    #expect(status.withLock { $0 } == .interrupted)
    #expect(throws: Interrupted(status: .interrupted)) { try interruption.check() }
  }
}
