import Testing

@testable import PersistentObjectsConnections
@testable import PersistentObjectsEngine

/// The sessions that may block threads that all tasks share.
@Suite struct SharedThreadsTests {
  private let place = CallPlace(fileID: "Shop/Orders.swift", line: 41)
  private let other = CallPlace(fileID: "Shop/Orders.swift", line: 42)

  /// Threads that have recorded the given number of short sessions from one place.
  private func threads(_ count: Int, havingSeenShort times: Int = 0) -> SharedThreads {
    let threads = SharedThreads(threadCount: count)
    for _ in 0..<times { threads.note(place, duration: .microseconds(20), mayWait: false) }
    return threads
  }

  @Test func oneThreadStaysFreeOfUnknownSessions() {
    let threads = threads(4)
    #expect((0..<5).map { _ in threads.takeSeat(for: place) } == [true, true, true, false, false])
    threads.leaveSeat()
    #expect(threads.takeSeat(for: place))
  }

  @Test func whereThereIsOneThreadUnknownSessionsRunElsewhere() {
    #expect(!threads(1).takeSeat(for: place))
  }

  @Test func theLastThreadIsForCallsThatHaveBeenShort() {
    let threads = threads(2, havingSeenShort: 32)
    #expect(threads.takeSeat(for: other))
    #expect(!threads.takeSeat(for: other))
    #expect(threads.takeSeat(for: place))
    #expect(!threads.takeSeat(for: place))
  }

  @Test(arguments: [(32, 31, false), (32, 32, true), (64, 15, false), (64, 16, true)])
  func aLongSessionIsRemembered(shortBefore: Int, shortAfterwards: Int, isShort: Bool) {
    let threads = threads(1, havingSeenShort: shortBefore)
    #expect(threads.takeSeat(for: place))
    threads.leaveSeat()
    threads.note(place, duration: .milliseconds(2), mayWait: false)
    for _ in 0..<shortAfterwards {
      threads.note(place, duration: .microseconds(20), mayWait: false)
    }
    #expect(threads.takeSeat(for: place) == isShort)
  }

  /// A task that returned from the store's threads would otherwise wait until a session has run for
  /// the longest time.
  @Test func tasksThatReturnContendForTheThreads() {
    let threads = threads(2)
    #expect(!threads.isContended)
    threads.willReturn()
    #expect(threads.isContended)
    threads.didReturn()
    #expect(!threads.isContended)
  }

  /// The length of a wait depends on others.
  @Test func callsThatMayWaitDoNotGetTheLastThread() {
    let threads = threads(1, havingSeenShort: 64)
    threads.note(place, duration: .microseconds(20), mayWait: true)
    for _ in 0..<64 { threads.note(place, duration: .microseconds(20), mayWait: false) }
    #expect(!threads.takeSeat(for: place))
  }
}
