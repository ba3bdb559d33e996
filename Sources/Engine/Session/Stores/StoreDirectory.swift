/// Stores by name, such as one for each tenant of a service. A store is opened when it is first needed, and closed
/// when others are needed and it is the one that was used least recently.
///
/// ```swift
/// let tenants = try StoreDirectory(folder: "/var/lib/shop")
/// try await tenants.transaction("acme") { session in
///   try session.save(Person(lastName: "Smith"))
/// }
/// ```
///
/// Each store has objects, sessions and transactions of its own: there is no transaction over two of them.
///
/// Isolation: may be shared by all threads and tasks.
public final class StoreDirectory: Sendable {
  /// The limits of a directory, which say what it may cost.
  public struct Limits: Sendable, Hashable {
    /// The number of stores that stay open without use.
    public var maximumOpenStores = 64
    /// The number of calls that are under way at once. Others wait in line. A call within a call, in the same task,
    /// does not count.
    public var maximumCalls = 64
    /// The longest wait in that line, before a call throws `timedOut`.
    public var acquisitionTimeout = Duration.seconds(30)

    /// The limits by default.
    public init() {}
  }

  /// The limits that it was made with.
  public let limits: Limits
  private let open: @Sendable (_ name: String) throws -> Store
  private let gate: CallGate
  private let state = Guarded(State())

  private struct State: Sendable {
    var places: [String: Place] = [:]
    var uses: UInt64 = 0
    var isClosed = false
  }

  /// An open store.
  private struct Place: Sendable {
    let store: Store
    /// The number of calls that use it.
    var callCount = 0
    /// Grows with each use of any store.
    var lastUse: UInt64 = 0
  }

  /// The directories in whose calls the current task is.
  @TaskLocal private static var entered: [ObjectIdentifier] = []

  /// A directory of stores that `open` makes. It is called when a store is needed that is not open, at times for one
  /// name by two tasks at once, and had better open nothing itself, as `Store.init` does.
  public init(
    limits: Limits = Limits(), open: @escaping @Sendable (_ name: String) throws -> Store
  ) {
    self.limits = limits
    self.open = open
    gate = CallGate(limit: limits.maximumCalls, longestWait: limits.acquisitionTimeout)
  }

  deinit { close() }

  // MARK: Calls

  /// Calls `body` with the store of a name, which stays open at least until `body` returns. It must not be used
  /// afterwards.
  ///
  /// Throws `timedOut` where as many calls are under way as there may be, and `storeClosed` after ``close()``.
  public func withStore<R>(
    _ name: String, _ body: @Sendable (Store) async throws -> sending R
  ) async throws -> sending R {
    let identifier = ObjectIdentifier(self)
    let isInside = Self.entered.contains(identifier)
    if !isInside { try await gate.enter() }
    defer { if !isInside { gate.leave() } }
    let store = try take(name)
    defer { giveBack(store, name) }
    return try await Self.$entered.withValue(Self.entered + [identifier]) {
      SentResult(try await body(store))
    }.value
  }

  /// Lends a session of a store, as `store.session` does.
  public func session<R>(
    _ name: String, on threads: SessionThreads? = nil, timeout: Duration? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @Sendable (Session) async throws -> sending R
  ) async throws -> sending R {
    try await withStore(name) { store in
      try await store.session(on: threads, timeout: timeout, fileID: fileID, line: line, body)
    }
  }

  /// Lends a session of a store whose whole work is one transaction, as `store.transaction` does.
  public func transaction<R>(
    _ name: String, on threads: SessionThreads? = nil, attempts: Int? = nil,
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @Sendable (Session) async throws -> sending R
  ) async throws -> sending R {
    try await withStore(name) { store in
      try await store.transaction(
        on: threads, attempts: attempts, timeout: timeout, fileID: fileID, line: line, body)
    }
  }

  // MARK: Stores

  /// The number of stores that are open.
  public var openCount: Int { state.withLock { $0.places.count } }

  /// Closes all stores: further calls throw `storeClosed`. Sessions that are lent go on until they end.
  public func close() {
    let stores = state.withLock { state in
      state.isClosed = true
      defer { state.places = [:] }
      return state.places.values.map(\.store)
    }
    for store in stores { store.close() }
  }

  private func take(_ name: String) throws -> Store {
    if let store = try use(name, orOpen: nil) { return store }
    let made = try open(name)
    let store = try use(name, orOpen: made)
    // Another task was faster, or the directory was closed.
    if store !== made { made.close() }
    return store ?? made
  }

  /// Counts a use of a store; nil if it is not open and there is none to take its place.
  private func use(_ name: String, orOpen made: Store?) throws -> Store? {
    try state.withLock { state in
      if state.isClosed {
        throw PersistenceError(.storeClosed, "The directory of stores has been closed.")
      }
      // One that was deleted, or closed by whoever it was lent to, is of no use.
      let known = state.places[name].flatMap { $0.store.isClosed ? nil : $0 }
      guard var place = known ?? made.map({ Place(store: $0) }) else { return nil }
      state.uses += 1
      place.callCount += 1
      place.lastUse = state.uses
      state.places[name] = place
      return place.store
    }
  }

  private func giveBack(_ store: Store, _ name: String) {
    let spent = state.withLock { state in
      if state.places[name]?.store === store { state.places[name]?.callCount -= 1 }
      return takeSpent(&state)
    }
    for store in spent { store.close() }
  }

  /// Takes out stores beyond the limit, those that were used least recently: an eighth of all at once, so that it costs
  /// little for each to look at all of them.
  private func takeSpent(_ state: inout State) -> [Store] {
    guard state.places.count > max(1, limits.maximumOpenStores) else { return [] }
    let idle = state.places.filter { $0.value.callCount == 0 }.sorted {
      $0.value.lastUse < $1.value.lastUse
    }
    let excess = state.places.count - limits.maximumOpenStores
    let spent = idle.prefix(excess + limits.maximumOpenStores / 8)
    for (name, _) in spent { state.places[name] = nil }
    return spent.map(\.value.store)
  }
}
