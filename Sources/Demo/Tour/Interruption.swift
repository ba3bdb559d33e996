import Dispatch
import Foundation
import Synchronization

/// A clean-up for the case that the user presses Control-C or the process is asked to end.
struct Interruption {
  private static let hasBegun = Atomic(false)

  private let sources: [any DispatchSourceSignal]

  /// Starts to wait for signals, which has effect until ``end()``.
  ///
  /// - Parameters:
  ///   - patience: the time that the clean-up may take: it may wait for a server.
  ///   - cleanUp: runs at the first signal, on a thread of its own, and receives what ends the
  ///     process.
  ///   - giveUp: runs before the process ends although the clean-up has not: when its time is over,
  ///     or at a second signal.
  init(
    patience: DispatchTimeInterval = .seconds(5),
    cleanUp: @escaping @Sendable (_ end: () -> Void) -> Void, giveUp: @escaping @Sendable () -> Void
  ) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // Do not call `exit`: the other threads are still running.
        let end: @Sendable () -> Void = { _exit(128 + number) }
        let endAnyway: @Sendable () -> Void = {
          giveUp()
          end()
        }
        if Self.hasBegun.exchange(true, ordering: .relaxed) { return endAnyway() }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: endAnyway)
        // The handler returns, so that the next signal can call it.
        Thread.detachNewThread { cleanUp(end) }
      }
      source.resume()
      return source
    }
  }

  /// Lets signals end the process as usual.
  func end() {
    for source in sources {
      source.cancel()
      signal(Int32(source.handle), SIG_DFL)
    }
  }
}
