import Testing

@testable import PersistentObjectsConnections

@Suite struct WaitingLineTests {
  private let now = Deadlines.Instant.now

  private func waiter(after seconds: Int, heldUp: [Loan] = []) -> Waiter<Int> {
    Waiter(until: now + .seconds(seconds), heldUp: heldUp)
  }

  @Test(arguments: [false, true]) func anAnswerThatComesBeforeTheWaitIsNotLost(
    isBlocking: Bool
  ) async {
    let waiter = waiter(after: 600)
    waiter.open(7)
    let answer = isBlocking ? waiter.block() : await waiter.suspend()
    #expect(answer == 7)
  }

  @Test func anAnswerFromAnyThreadEndsTheWait() async {
    for round in 0..<200 {
      let (blocked, suspended) = (waiter(after: 600), waiter(after: 600))
      let thread = BackgroundThread { #expect(blocked.block() == round) }
      let task = Task { await suspended.suspend() }
      for _ in 0..<(round % 5) { await Task.yield() }
      blocked.open(round)
      suspended.open(round)
      await thread.finish()
      #expect(await task.value == round)
    }
  }

  @Test func aTaskThatIsCancelledBeforeItWaitsLeavesTheLine() async {
    let line = Guarded(WaitingLine<Int>())
    let waiter = waiter(after: 600)
    line.withLock { $0.add(waiter) }
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await waiter.suspend {
        if line.withLock({ $0.remove(waiter) }) { waiter.open(-1) }
      }
    }
    task.cancel()
    #expect(await task.value == -1)
    #expect(line.withLock { $0.queue.isEmpty && $0.deadline == nil })
  }

  @Test func thoseWhoseTimeIsOverLeaveAndTheOthersStayInOrder() {
    var line = WaitingLine<Int>()
    let waiters = [5, 2, 9, 2, 7].map { waiter(after: $0) }
    for waiter in waiters { line.add(waiter) }
    #expect(line.deadline == now + .seconds(2))
    #expect(line.takeExpired(at: now + .seconds(1)).isEmpty)
    let expired = line.takeExpired(at: now + .seconds(5))
    #expect(expired.map(ObjectIdentifier.init) == [0, 1, 3].map { ObjectIdentifier(waiters[$0]) })
    #expect(line.deadline == now + .seconds(7))
    #expect(line.popFirst() === waiters[2])
    #expect(line.popFirst() === waiters[4])
    #expect(line.popFirst() == nil && line.deadline == nil)
  }
}
