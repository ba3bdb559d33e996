import Foundation

// A signal handler may do almost nothing: it writes the signal's number into a pipe for a thread.

/// The write end of that pipe.
///
/// Safe: it is written once, before the handlers that read it are set.
private nonisolated(unsafe) var numbersOfSignals: Int32 = -1

extension Interruption {
  private static let statuses: [Int32: ExitStatus] = [
    SIGINT: .interrupted, SIGTERM: .terminated, SIGHUP: .terminated,
  ]

  /// Starts to receive the process's signals. Makes writing to a closed pipe fail with an error
  /// instead of a signal.
  package func listen() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    // Without a pipe, the signals have their default effect.
    guard pipe(&ends) == 0 else { return }
    let numbers = ends[0]
    numbersOfSignals = ends[1]
    Thread.detachNewThread { self.read(numbers) }
    for number in Self.statuses.keys where !Self.isIgnored(number) { signal(number, tell) }
    unblock()
  }

  /// Returns whether the program that started this one had it ignore a signal, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var former = sigaction()
    sigaction(number, nil, &former)
    #if canImport(Darwin)
      let handler = former.__sigaction_u.__sa_handler
    #else
      let handler = former.__sigaction_handler.sa_handler
    #endif
    // Safe: only the addresses of the handlers are compared.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Unblocks the signals, which the program that started this one may have blocked.
  private func unblock() {
    var numbers = sigset_t()
    sigemptyset(&numbers)
    for number in Self.statuses.keys { sigaddset(&numbers, number) }
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
  }

  private func read(_ numbers: Int32) {
    let status = Self.statuses[nextNumber(in: numbers)] ?? .interrupted
    request(status)
    var next = pollfd(fd: numbers, events: Int16(POLLIN), revents: 0)
    poll(&next, 1, patience)
    cleanUp()
    exit(status)
  }

  private func nextNumber(in numbers: Int32) -> Int32 {
    var byte: UInt8 = 0
    while Foundation.read(numbers, &byte, 1) < 0 && errno == EINTR {}
    return Int32(byte)
  }
}

/// Handles a signal.
private func tell(number: Int32) {
  let error = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(numbersOfSignals, &byte, 1)
  errno = error
}
