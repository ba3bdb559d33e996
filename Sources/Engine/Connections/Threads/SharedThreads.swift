import Dispatch
import Foundation
import Synchronization

/// A policy that decides which sessions may run on their caller's thread, and so block it for a
/// while.
///
/// Swift has one thread for each core, and all tasks share them. A session on its caller's thread
/// saves two hops, to another thread and back, which take longer than a short session. *Seats*, one
/// for each thread, keep slow statements from holding all of Swift's threads: all but the last are
/// for any session, the last one is for calls that have been short lately and have never needed
/// a second connection. A session without a seat runs on the store's threads.
package final class SharedThreads: Sendable {
  /// The threads of this process.
  package static let shared = SharedThreads(
    threadCount: ProcessInfo.processInfo.activeProcessorCount)

  private let threadCount: Int
  private let takenSeats = Atomic(0)
  private let history = CallHistory()
  /// The clock time, in nanoseconds, at which a task last let others run.
  private let lastPause: Atomic<Int64>
  /// The number of tasks that are letting others run now, or returning from a store's threads.
  private let waiting = Atomic(0)

  /// The maximum duration of a short session.
  private static let shortTime = Duration.milliseconds(1)
  /// The nanoseconds after which a task that never suspends lets others run: a hundred times the
  /// time it takes to wake a thread for it.
  private static let slice: Int64 = 10_000_000
  /// The shorter time that applies while other tasks wait for a thread.
  private static let contendedSlice: Int64 = 1_000_000

  init(threadCount: Int) {
    self.threadCount = threadCount
    lastPause = Atomic(Self.now)
  }

  /// Takes a seat for a session; returns false if the session has to run elsewhere.
  package func takeSeat(for place: CallPlace) -> Bool {
    let count = takenSeats.add(1, ordering: .relaxed).newValue
    let isSeated = count < threadCount || count == threadCount && history.isShort(place)
    if !isSeated { leaveSeat() }
    return isSeated
  }

  package func leaveSeat() { takenSeats.subtract(1, ordering: .relaxed) }

  /// Lets other tasks run if that has not happened for a while: a task keeps its thread until it
  /// suspends, and these sessions do not suspend.
  package func giveWay() async {
    let (last, now) = (lastPause.load(ordering: .relaxed), Self.now)
    let slice = isContended ? Self.contendedSlice : Self.slice
    guard (now - last) * Int64(threadCount) >= slice,
      lastPause.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    else { return }
    willReturn()
    await Task.yield()
    didReturn()
  }

  /// Whether tasks wait for a thread.
  var isContended: Bool { waiting.load(ordering: .relaxed) > 0 }

  /// Notes that a task is about to wait for one of the threads, which others may keep.
  package func willReturn() { waiting.add(1, ordering: .relaxed) }

  /// Notes that the task runs on one of the threads again.
  package func didReturn() { waiting.subtract(1, ordering: .relaxed) }

  private static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }

  /// Records how long a session took, wherever it ran.
  ///
  /// - Parameter mayWait: whether it may have blocked its thread while it waited for a connection.
  package func note(_ place: CallPlace, duration: Duration, mayWait: Bool) {
    if mayWait { return history.exclude(place) }
    history.add(place, isShort: duration <= Self.shortTime)
  }
}
