import PersistentObjectsConnections
import PersistentObjectsDriver
import Synchronization

/// A directory of stores by name, such as one for each tenant of a service. A store is opened when
/// it is first needed, and closed when others are needed and it is the least recently used one.
/// Names are compared byte by byte.
///
/// ```swift
/// let tenants = StoreDirectory(folder: "/var/lib/shop")
/// try await tenants.transaction("acme") { session in
///   try session.save(Person(lastName: "Smith"))
/// }
/// ```
///
/// Each store has objects, sessions and transactions of its own: no transaction spans two stores.
///
/// Isolation: may be shared by all threads and tasks.
public final class StoreDirectory: Sendable {
  /// The limits of a directory's use of resources.
  ///
  /// ```swift
  /// var limits = StoreDirectory.Limits()
  /// limits.maximumOpenStores = 200
  /// let tenants = StoreDirectory(folder: "/var/lib/shop", limits: limits)
  /// ```
  public struct Limits: Sendable, Hashable {
    /// The number of open stores above which unused ones are closed, the least recently used first.
    /// A store that a call uses stays open.
    public var maximumOpenStores = 64
    /// The maximum number of concurrent calls, of all stores together. Others wait in line. A call
    /// within a running call does not count, in the same task or in one that it has started.
    public var maximumCalls = 64
    /// The longest wait in that line before a call throws `timedOut`.
    public var acquisitionTimeout = Duration.seconds(30)

    /// Creates the default limits.
    public init() {}
  }

  /// The limits that the directory was created with.
  public let limits: Limits
  private let open: @Sendable (_ name: String) throws -> Store
  /// Whether a version of a layout means the same tables whenever a store of that name is opened.
  private let keepsLayouts: Bool
  /// Closes what the stores share.
  private let closeShared: @Sendable () -> Void
  private let gate: CallGate
  private let state = Guarded(State())

  private struct State: Sendable {
    // By bytes, as file systems do: Swift takes texts for equal that spell the same characters
    // differently.
    var places: [[UInt8]: Place] = [:]
    /// The layouts of stores that were closed.
    var layouts = KnownLayouts()
    /// The names of the open stores that no call uses, among which are those to be closed.
    var unused: Set<[UInt8]> = []
    var uses: UInt64 = 0
    var isClosed = false
  }

  /// An open store.
  private struct Place: Sendable {
    let store: Store
    /// The number of calls that use it.
    var callCount = 0
    /// The number of the last use. It grows with each use of any store.
    var lastUse: UInt64 = 0
  }

  /// A call of a directory, for the calls within it.
  private final class Call: Sendable {
    private let directory: ObjectIdentifier
    private let hasEnded = Atomic(false)

    init(of directory: StoreDirectory) { self.directory = ObjectIdentifier(directory) }

    var isRunning: Bool { !hasEnded.load(ordering: .acquiring) }

    func isRunning(in directory: StoreDirectory) -> Bool {
      self.directory == ObjectIdentifier(directory) && isRunning
    }

    func end() { hasEnded.store(true, ordering: .releasing) }
  }

  /// The calls in which the current task was started or is running.
  @TaskLocal private static var calls: [Call] = []

  /// Creates a directory of stores that `open` creates. The closure is called when a needed store
  /// is not open, sometimes by two tasks at once for the same name. It should not open the database
  /// itself; `Store.init` does not.
  public convenience init(
    limits: Limits = Limits(), open: @escaping @Sendable (_ name: String) throws -> Store
  ) { self.init(limits: limits, close: {}, open: open) }

  /// Creates a directory of stores that share something, which `close` closes after them.
  ///
  /// - Parameter keepsLayouts: whether the tables of a store that is opened again need not be read
  ///   if their layout has the version that it had before.
  package init(
    limits: Limits, keepsLayouts: Bool = false, close: @escaping @Sendable () -> Void,
    open: @escaping @Sendable (_ name: String) throws -> Store
  ) {
    self.limits = limits
    self.open = open
    self.keepsLayouts = keepsLayouts
    closeShared = close
    gate = CallGate(limit: limits.maximumCalls, longestWait: limits.acquisitionTimeout)
  }

  deinit { close() }

  // MARK: Calls

  /// Calls `body` with the store of a name. The store stays open at least until `body` returns, and
  /// must not be used afterwards.
  ///
  /// Throws `timedOut` if the maximum number of calls stays under way for too long, and
  /// `storeClosed` after ``close()``.
  public func withStore<R: Sendable>(
    _ name: String, _ body: @Sendable (Store) async throws -> R
  ) async throws -> R { try await withStore(name, until: nil, body) }

  /// Calls `body` in the same way.
  ///
  /// - Parameter deadline: the end of the wait in line, if that is earlier than its own limit.
  private func withStore<R: Sendable>(
    _ name: String, until deadline: Deadlines.Instant?,
    _ body: @Sendable (Store) async throws -> R
  ) async throws -> R {
    let isInside = Self.calls.contains { $0.isRunning(in: self) }
    if !isInside { try await gate.enter(until: deadline) }
    defer { if !isInside { gate.leave() } }
    let store = try take(name)
    defer { giveBack(store, name) }
    let call = Call(of: self)
    defer { call.end() }
    return try await Self.$calls.withValue(
      Self.calls.filter(\.isRunning) + [call]
    ) { try await body(store) }
  }

  /// Lends a session of a store, as `store.session` does. `timeout` includes the wait in line; that
  /// of the store's configuration does not.
  public func session<R: Sendable>(
    _ name: String, on threads: SessionThreads? = nil, timeout: Duration? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) @Sendable (Session) async throws -> R
  ) async throws -> R {
    let deadline = timeout.map { Deadlines.Instant.now + $0 }
    return try await withStore(name, until: deadline) { store in
      try await store.session(
        on: threads, timeout: deadline?.remaining, fileID: fileID, line: line, body)
    }
  }

  /// Lends a session of a store to a body that does not suspend. Otherwise the same.
  public func session<R: Sendable>(
    _ name: String, on threads: SessionThreads? = nil, timeout: Duration? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ body: @Sendable (Session) throws -> R
  ) async throws -> R {
    let deadline = timeout.map { Deadlines.Instant.now + $0 }
    return try await withStore(name, until: deadline) { store in
      try await store.session(
        on: threads, timeout: deadline?.remaining, fileID: fileID, line: line, body)
    }
  }

  /// Lends a session of a store whose whole work is one transaction, as `store.transaction` does.
  /// `timeout` includes the wait in line; that of the store's configuration does not.
  @discardableResult
  public func transaction<R: Sendable>(
    _ name: String, on threads: SessionThreads? = nil, attempts: Int? = nil,
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) @Sendable (Session) async throws -> R
  ) async throws -> R {
    let deadline = timeout.map { Deadlines.Instant.now + $0 }
    return try await withStore(name, until: deadline) { store in
      try await store.transaction(
        on: threads, attempts: attempts, timeout: deadline?.remaining, fileID: fileID, line: line,
        body)
    }
  }

  /// Lends a session of a store whose whole work is one transaction, to a body that does not
  /// suspend. Otherwise the same.
  @discardableResult
  public func transaction<R: Sendable>(
    _ name: String, on threads: SessionThreads? = nil, attempts: Int? = nil,
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @Sendable (Session) throws -> R
  ) async throws -> R {
    let deadline = timeout.map { Deadlines.Instant.now + $0 }
    return try await withStore(name, until: deadline) { store in
      try await store.transaction(
        on: threads, attempts: attempts, timeout: deadline?.remaining, fileID: fileID, line: line,
        body)
    }
  }

  // MARK: Stores

  /// The number of stores that are open.
  public var openCount: Int { state.withLock { $0.places.count } }

  /// Closes all stores: further calls throw `storeClosed`. Lent sessions continue until they end.
  public func close() {
    let stores = state.withLock { state in
      state.isClosed = true
      defer { (state.places, state.unused) = ([:], []) }
      return state.places.values.map(\.store)
    }
    for store in stores { store.close() }
    closeShared()
  }

  private func take(_ name: String) throws -> Store {
    if let store = try use(name, orOpen: nil) { return store }
    let made = try open(name)
    if keepsLayouts, let layout = state.withLock({ $0.layouts[Array(name.utf8)] }) {
      made.known.withLock { $0.catalog = layout }
    }
    var used: Store?
    // Another task may have been faster, or the directory may have been closed.
    defer { if used !== made { made.close() } }
    used = try use(name, orOpen: made)
    return used ?? made
  }

  /// Counts a use of a store and returns the store; nil if it is not open and `made` is nil.
  private func use(_ name: String, orOpen made: Store?) throws -> Store? {
    let key = Array(name.utf8)
    return try state.withLock { state in
      if state.isClosed {
        throw PersistenceError(.storeClosed, "The directory of stores has been closed.")
      }
      if let place = state.places[key], place.store.isClosed, place.callCount > 0 {
        throw PersistenceError(
          .busy,
          """
          the store '\(name)' has been closed and is still in use, such as by a call that deletes it; call again \
          when that has ended
          """)
      }
      // A store that was deleted, or closed by the code it was lent to, cannot be used.
      let known = state.places[key].flatMap { $0.store.isClosed ? nil : $0 }
      guard var place = known ?? made.map({ Place(store: $0) }) else { return nil }
      state.uses += 1
      place.callCount += 1
      place.lastUse = state.uses
      state.places[key] = place
      state.unused.remove(key)
      return place.store
    }
  }

  private func giveBack(_ store: Store, _ name: String) {
    let key = Array(name.utf8)
    let spent = state.withLock { state in
      if state.places[key]?.store === store { state.places[key]?.callCount -= 1 }
      if let place = state.places[key], place.callCount == 0 {
        // The code that it was lent to may have closed it.
        if place.store.isClosed { state.places[key] = nil } else { state.unused.insert(key) }
      }
      return takeSpent(&state)
    }
    for store in spent { store.close() }
  }

  private func noteLayout(_ store: Store, _ key: [UInt8], _ state: inout State) {
    guard keepsLayouts, let known = store.known.withLock({ $0.catalog }) else { return }
    state.layouts.note(known, of: key)
  }

  /// Removes stores beyond the limit, the least recently used ones first. It removes another eighth
  /// of the limit at the same time, so that looking at all stores costs little for each.
  private func takeSpent(_ state: inout State) -> [Store] {
    let limit = max(1, limits.maximumOpenStores)
    guard state.places.count > limit else { return [] }
    let unused = state.unused.compactMap { key in state.places[key].map { (key, $0) } }
      .sorted { $0.1.lastUse < $1.1.lastUse }
    let spent = unused.prefix(state.places.count - limit + limit / 8)
    for (key, place) in spent {
      noteLayout(place.store, key, &state)
      state.places[key] = nil
      state.unused.remove(key)
    }
    return spent.map(\.1.store)
  }
}
