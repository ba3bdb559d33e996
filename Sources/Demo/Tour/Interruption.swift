import Dispatch
import Foundation

/// A clean-up for the case that the user presses Control-C or the process is asked to end.
struct Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Starts to wait for signals. A signal calls `cleanUp`, on a thread of its own, with what ends the
  /// process. This has effect as long as this value exists.
  init(cleanUp: @escaping @Sendable (_ end: () -> Void) -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // Do not call `exit`: the other threads are still running.
        cleanUp { _exit(128 + number) }
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
