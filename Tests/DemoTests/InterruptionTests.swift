import Dispatch
import Foundation
import Testing

@testable import demo

#if os(Linux)
  /// Each test has a process of its own, which receives the signals.
  @Suite struct InterruptionTests {
    @Test(.timeLimit(.minutes(10))) func endsWithTheStatusOfTheSignal() async {
      await #expect(processExitsWith: .exitCode(143)) {
        Self.receive(
          SIGTERM, Interruption(patience: .never, cleanUp: { end in end() }, giveUp: {}))
      }
    }

    @Test(.timeLimit(.minutes(10))) func givesUpWhatTakesTooLong() async {
      await #expect(processExitsWith: .exitCode(42)) {
        Self.receive(
          SIGINT,
          Interruption(
            patience: .milliseconds(1), cleanUp: { _ in Self.waitForever() }, giveUp: { _exit(42) })
        )
      }
    }

    @Test(.timeLimit(.minutes(10))) func givesUpAtASecondSignal() async {
      await #expect(processExitsWith: .exitCode(130)) {
        Self.receive(
          SIGINT,
          Interruption(
            patience: .never,
            cleanUp: { _ in
              kill(getpid(), SIGINT)
              Self.waitForever()
            }, giveUp: {}))
      }
    }

    /// Sends a signal to this process as soon as it listens, and waits for the end.
    private static func receive(_ number: Int32, _ interruption: Interruption) {
      while !isCaught(number) { sched_yield() }
      kill(getpid(), number)
      withExtendedLifetime(interruption) { waitForever() }
    }

    private static func waitForever() { DispatchSemaphore(value: 0).wait() }

    /// Whether this process handles a signal itself, according to the system.
    private static func isCaught(_ number: Int32) -> Bool {
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
      let mask = line.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
      return mask & (1 << UInt64(number - 1)) != 0
    }
  }
#endif
