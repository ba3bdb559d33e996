import Foundation

/// Threads with open connections that each do a part of the same work.
final class RawCrew: Sendable {
  private let threads = RawThreads<Void>()
  private let size: Int
  private let isReady = DispatchSemaphore(value: 0)
  private let begins = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)
  private let ends = DispatchSemaphore(value: 0)

  /// Makes a crew that has opened its connections.
  ///
  /// - Parameter open: opens a thread's connection, and returns the thread's part of the work.
  init(size: Int, opening open: @escaping @Sendable (_ thread: Int) throws -> () throws -> Void) {
    self.size = size
    for thread in 0..<size {
      threads.start { try self.work { try open(thread) } }
    }
    wait(for: isReady)
  }

  /// Makes a crew that does jobs, first come, first served, and has done all that read once. The
  /// readers and the writer each have a queue.
  convenience init(_ bank: RawBank, _ jobs: [BankJob], readers: Int) {
    let reads = jobs.filter(\.isRead)
    let queues = (reads: RawQueue(reads), writes: RawQueue(jobs.filter(\.isWrite)))
    self.init(size: readers + 1) { thread in
      let queue = thread == 0 ? queues.writes : queues.reads
      let teller = try bank.teller()
      for job in reads { try teller.run(job) }
      return { while let job = queue.next() { try teller.run(job) } }
    }
  }

  /// Does all of the work.
  func run() {
    for _ in 0..<size { begins.signal() }
    wait(for: isDone)
  }

  /// Closes the connections; throws the first error.
  func end() throws {
    for _ in 0..<size { ends.signal() }
    _ = try threads.results()
  }

  /// Does one thread's part. After an error the thread only keeps in step, so that none waits for
  /// it.
  private func work(opening open: () throws -> () throws -> Void) throws {
    let part: Result<() throws -> Void, any Error> = Result { try open() }
    isReady.signal()
    begins.wait()
    let outcome: Result<Void, any Error> = Result { try part.get()() }
    isDone.signal()
    // The last connection to a file that closes copies the log into it, which is no part of the
    // work.
    ends.wait()
    withExtendedLifetime(part) {}
    try outcome.get()
  }

  private func wait(for signal: DispatchSemaphore) { for _ in 0..<size { signal.wait() } }
}
