import Dispatch
import Foundation
import Synchronization

/// The removal of what is left over when the user presses Control-C or the process is asked to end.
struct Interruption {
  private static let hasBegun = Atomic(false)

  private let sources: [any DispatchSourceSignal]

  /// Starts to wait for signals, which has effect as long as this value exists. A second signal
  /// ends the process at once: the removal may wait for a server.
  init() {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // Do not call `exit`: the other threads are still running.
        if Interruption.hasBegun.exchange(true, ordering: .relaxed) { _exit(128 + number) }
        // The handler returns, so that the next signal can call it.
        Thread.detachNewThread { Leftovers.removeAll { _exit(128 + number) } }
      }
      source.resume()
      return source
    }
  }
}
