/// What the lock of a ``ConnectionPool`` guards: who has what and who waits. Nothing here blocks
/// or calls out; what is to be done is answered, and done by the pool without the lock.
struct PoolState {
  private var writers = PoolLane(limit: 1)
  private var readers: PoolLane
  private var hasWriter = false
  private var isClosing = false
  private var trace: (@Sendable (StatementTrace) -> Void)?
  private(set) var traceGeneration = 0
  private var lastIdentifier: UInt64 = 0
  private var closeListeners: [@Sendable () -> Void] = []

  init(maximumReaders: Int) { readers = PoolLane(limit: maximumReaders) }

  var isOpen: Bool { hasWriter && !isClosing }

  /// Whether the writer was never opened; a closed pool needs none.
  var needsWriter: Bool { !hasWriter && !isClosing }

  // MARK: Leases

  /// A connection that is idle; nil when there is none or the pool is closed.
  mutating func takeIdle(_ role: Connection.Role) -> LentConnection? {
    if isClosing { return nil }
    let idle = usesWriter(role) ? writers.idle.popLast() : readers.idle.popLast()
    if let idle { tellTrace(idle) }
    return idle
  }

  /// A connection or the right to open one; nil when the caller has to wait.
  mutating func take(_ role: Connection.Role) -> Grant? {
    if isClosing { return .refused }
    if let idle = takeIdle(role) { return .connection(idle) }
    let mayOpen = usesWriter(role) ? writers.takeSlot() : readers.takeSlot()
    return mayOpen ? .slot : nil
  }

  /// Has a waiter wait at the end of its line.
  mutating func enqueue(_ waiter: PoolWaiter, _ role: Connection.Role) {
    if usesWriter(role) { writers.waiters.append(waiter) } else { readers.waiters.append(waiter) }
  }

  /// Takes a waiting task out of its line; nil when its turn has come already.
  mutating func removeWaiter(_ id: UInt64, _ role: Connection.Role) -> PoolWaiter? {
    if usesWriter(role) { return writers.waiters.removeFirst { $0.isTask(id) } }
    return readers.waiters.removeFirst { $0.isTask(id) }
  }

  /// How many wait in a line.
  func waitingCount(_ role: Connection.Role) -> Int {
    usesWriter(role) ? writers.waiters.count : readers.waiters.count
  }

  /// What to do after a connection came back.
  enum AfterRelease {
    case nothing
    case wake(PoolWaiter)
    case close
  }

  /// Keeps a connection that came back, or leaves it to the waiter who is next.
  mutating func giveBack(_ lent: LentConnection) -> AfterRelease {
    tellTrace(lent)
    let isWriter = lent.connection.role == .writer
    let waiter = isWriter ? writers.giveBack(lent) : readers.giveBack(lent)
    if let waiter { return .wake(waiter) }
    return isClosing ? .close : .nothing
  }

  /// The right to open a connection came back unused; answers who is to try next.
  mutating func giveSlotBack(_ role: Connection.Role) -> PoolWaiter? {
    usesWriter(role) ? writers.giveSlotBack() : readers.giveSlotBack()
  }

  /// Adds the writer, which was just opened.
  mutating func adoptWriter(_ writer: LentConnection) {
    hasWriter = true
    writers.open = 1
    writers.idle.append(writer)
  }

  mutating func makeIdentifier() -> UInt64 {
    lastIdentifier += 1
    return lastIdentifier
  }

  private func usesWriter(_ role: Connection.Role) -> Bool { role == .writer || readers.limit == 0 }

  // MARK: Trace

  mutating func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) {
    self.trace = trace
    traceGeneration += 1
  }

  /// Tells a connection that nobody uses of the trace, if it has changed.
  func tellTrace(_ lent: LentConnection) {
    guard lent.connection.traceGeneration != traceGeneration else { return }
    lent.connection.traceGeneration = traceGeneration
    lent.connection.setTrace(trace)
  }

  // MARK: Closing

  /// Refuses further leases; answers all who wait, so that they can be told.
  mutating func beginClosing() -> [PoolWaiter] {
    isClosing = true
    var waiters: [PoolWaiter] = []
    while let waiter = writers.waiters.popFirst() { waiters.append(waiter) }
    while let waiter = readers.waiters.popFirst() { waiters.append(waiter) }
    return waiters
  }

  /// An idle connection to close now, taken out: readers first, the writer after the last of them.
  mutating func nextToClose() -> LentConnection? {
    guard isClosing else { return nil }
    return readers.idle.popLast() ?? (readers.open == 0 ? writers.idle.popLast() : nil)
  }

  /// Counts a lent connection out that was closed; answers who is to open another, or who waits for all
  /// to be closed.
  mutating func drop(_ lent: LentConnection) -> (PoolWaiter?, [@Sendable () -> Void]) {
    isClosing ? (nil, didClose(lent)) : (giveSlotBack(lent.connection.role), [])
  }

  /// Counts a connection out; answers who waits for all to be closed, if this was the last.
  mutating func didClose(_ lent: LentConnection) -> [@Sendable () -> Void] {
    if lent.connection.role == .writer { writers.open -= 1 } else { readers.open -= 1 }
    guard readers.open + writers.open == 0 else { return [] }
    defer { closeListeners = [] }
    return closeListeners
  }

  /// Whether all is closed; if not, remembers whom to tell.
  mutating func isClosed(orTell listener: @escaping @Sendable () -> Void) -> Bool {
    if isClosing && readers.open + writers.open == 0 { return true }
    closeListeners.append(listener)
    return false
  }
}
