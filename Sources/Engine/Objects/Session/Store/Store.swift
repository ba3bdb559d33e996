import PersistentObjectsCodec
public import PersistentObjectsConnections
public import PersistentObjectsDriver
import PersistentObjectsSchema
import Synchronization

/// A database of objects. It lends sessions, each with objects of its own, and may be shared by all
/// threads and tasks.
///
/// ```swift
/// let store = try Store(path: "people.sqlite3")
/// try await store.transaction { session in try session.save(Person(lastName: "Smith")) }
/// let names = try await store.session { session in
///   try Person.findAll(in: session).map(\.lastName)
/// }
/// ```
///
/// As many sessions can write at once as the database admits, on SQLite one; others can read
/// meanwhile, up to the driver's number of readers. Waiting sessions are served in order. The
/// database is opened at its first use.
public final class Store: Sendable {
  /// The configuration that the store was created with.
  public let configuration: StoreConfiguration
  /// The name of the database in messages, such as its path.
  public var name: String { pool.driver.databaseName }

  let pool: ConnectionPool
  /// The connections to replicas, from which `store.session` reads; nil if there are none.
  let replicas: ConnectionPool?
  let dialect: any Dialect
  let character: DatabaseCharacter
  let texts: TransactionTexts
  let directory: EntityDirectory
  let executor: StoreExecutor
  /// The plans of classes whose tables are known to be up to date.
  let published: PublishedPlans
  let known: KnownState
  /// The way in which tenants share the tables, and the rows that this store reaches; nil if there
  /// are no tenants.
  let tenancy: Tenancy?
  let reach: TenantReach?
  /// The store of all tenants; nil if this is not that of a tenant.
  let whole: Store?
  /// Whether the program uses no other tenant: this store then stands for the whole.
  let isSole: Bool
  /// The keys that were taken from the database but not used.
  let keyStock: KeyStock
  private let closed = Atomic(false)
  /// Whether the store is listed among those that the program has opened.
  private let isListed: Atomic<Bool>

  /// The tables and rules that were found in the file; forgotten when its tables change.
  struct Known: Sendable {
    /// The tables that the database had when they were last read, and the version of its layout
    /// then.
    var catalog: (SchemaCatalog, version: Int64?)?
    /// The deletion rules, and the version of the file for which they are valid.
    var rules: (DeletionRules, version: DeletionRules.Version)?
    /// The position after the tables of all plans were created, and the generation of the plans.
    var layoutPosition: (StorePosition, generation: Int)?
  }

  /// The knowledge of the file, under a lock.
  final class KnownState: Sendable {
    private let state = Guarded(Known())

    func withLock<R>(_ body: (inout Known) throws -> R) rethrows -> R {
      try state.withLock(body)
    }
  }

  /// Creates a store on a database, without opening it.
  public convenience init(driver: any Driver, configuration: StoreConfiguration) throws {
    try self.init(driver: driver, configuration: configuration, isListed: true)
  }

  /// - Parameter isListed: whether the program has opened the store itself; see ``OpenedStores``.
  package init(driver: any Driver, configuration: StoreConfiguration, isListed: Bool) throws {
    self.configuration = configuration
    self.isListed = Atomic(isListed)
    let functions = try configuration.functions.compactMap {
      try $0._implementation(configuration.codecs)
    }
    let tenancy = try configuration.tenants?.tenancy(configuration.codecs)
    self.tenancy = tenancy
    reach = tenancy == nil ? nil : .common
    whole = nil
    isSole = false
    known = KnownState()
    keyStock = KeyStock()
    directory = EntityDirectory(configuration.classes)
    published = PublishedPlans(keyStock, directory)
    func pool(of driver: any Driver, _ layoutGuard: any LayoutGuard) -> ConnectionPool {
      ConnectionPool(
        driver: driver, acquisitionTimeout: configuration.acquisitionTimeout,
        statementTimeout: configuration.statementTimeout, functions: functions,
        tenancy: tenancy, layoutGuard: layoutGuard)
    }
    self.pool = pool(of: driver, published)
    replicas = driver.replicas.map { [published] in
      pool(of: $0, published)
    }
    dialect = driver.dialect
    character = dialect.character
    texts = TransactionTexts(dialect)
    // As many threads as connections, so that work that holds one always finds the other.
    let (readers, writers, usual) = (
      driver.maximumReaders, character.maximumWriters, character.usualConnections
    )
    executor = StoreExecutor(
      name: "PersistentObjects",
      threadCount: Self.sum(min(readers, usual), min(writers, usual)),
      limit: Self.sum(readers, writers))
    if isListed { OpenedStores.add(self) }
  }

  /// Makes a store with other rows of the same database.
  init(of whole: Store, reaching reach: TenantReach?, isSole: Bool = false) {
    self.isSole = isSole
    configuration = whole.configuration
    (pool, replicas, dialect, character) = (
      whole.pool, whole.replicas, whole.dialect, whole.character
    )
    (texts, directory, executor, published) = (
      whole.texts, whole.directory, whole.executor, whole.published
    )
    (known, keyStock, tenancy) = (whole.known, whole.keyStock, whole.tenancy)
    self.reach = reach
    self.whole = whole
    isListed = Atomic(false)
  }

  deinit { unlist(isClosed: true) }

  /// Removes the store from those that the program has opened: it is closed, or a class has
  /// declared it.
  func unlist(isClosed: Bool) {
    if isListed.exchange(false, ordering: .relaxed) {
      OpenedStores.remove(self, isClosed: isClosed)
    }
  }

  /// Returns the sum of two numbers of connections, or the greatest number.
  private static func sum(_ readers: Int, _ writers: Int) -> Int {
    let (sum, isOverflow) = max(0, readers).addingReportingOverflow(max(0, writers))
    return isOverflow ? .max : sum
  }

  /// The codecs by type.
  var registry: CodecRegistry { configuration.codecs }

  /// The executor of the store's own threads, for tasks that do little but work on the database.
  /// Their sessions run without a hop to another thread and back:
  ///
  /// ```swift
  /// Task(executorPreference: store.taskExecutor) { try await work(in: store) }
  /// ```
  ///
  /// Such tasks may block their thread. Jobs still run after the store was closed.
  public var taskExecutor: any TaskExecutor { executor }

  /// Whether ``close()`` was called.
  public var isClosed: Bool {
    closed.load(ordering: .acquiring) || whole?.isClosed == true
  }
  /// Whether the store is read-only, according to its driver, or because it has the rows of all
  /// tenants.
  public var isReadOnly: Bool { pool.driver.isReadOnly || reachesAll }

  /// Whether this is the store of all tenants' rows.
  private var reachesAll: Bool { whole != nil && reach == nil }

  /// Closes the database: further calls throw `storeClosed`. Lent sessions continue until they end.
  public func close() {
    closed.store(true, ordering: .releasing)
    if let whole { return isSole ? whole.close() : () }
    unlist(isClosed: true)
    replicas?.close()
    pool.close()
    executor.stop()
  }

  /// Sets a closure that is called with each statement that has run, with its duration and without
  /// its values; nil turns it off. The closure is called on the thread that ran the statement.
  public func trace(_ body: (@Sendable (StatementTrace) -> Void)?) {
    pool.setTrace(body)
    replicas?.setTrace(body)
  }

  // MARK: Plans

  func readyPlan(_ id: Int32) -> EntityPlan? { published[id] }

  /// Forgets what is known of the file, after its tables have changed.
  func forgetKnown() {
    known.withLock { $0 = Known() }
    keyStock.removeAll()
  }

  /// Makes the plans for a class and all classes that it refers to, with their superclasses, unless
  /// they are ready.
  func makePlans(
    for entity: EntityDescription, known: EntityTable<EntityPlan>
  ) throws -> [EntityPlan] {
    var plans: [EntityPlan] = []
    var seen = EntityTable<EntityDescription>()
    var waiting = [(entity: entity, referrer: entity)]
    while let (next, referrer) = waiting.popLast() {
      let isPlanned = known[next.id] != nil || readyPlan(next.id) != nil
      if isPlanned || seen[next.id] != nil { continue }
      seen[next.id] = next
      try requireHome(of: next, referredToBy: referrer)
      if next.isAbstract { continue }
      try directory.add(next)
      let plan = try EntityPlan(next, registry: registry, dialect: dialect, directory: directory)
      try noteShared(plan)
      plans.append(plan)
      waiting += plan.targets.map { ($0, next) }
      if let superclass = try superclass(of: next) { waiting.append((superclass, superclass)) }
    }
    return plans
  }

  /// Returns the superclass whose table is created with that of a class; nil if there is none. The
  /// file records only the next superclass of a class, so without a record of that one, queries of
  /// those above it would pass over the class. Reading needs no more tables than there are.
  private func superclass(of entity: EntityDescription) throws -> EntityDescription? {
    guard !isReadOnly, let superclass = entity.superclass?.concrete else { return nil }
    let home = try superclass.declaredStore()
    return home == nil || home?.pool === pool ? superclass : nil
  }

  /// Makes the plans for known classes that have given one of these classes the name of its table,
  /// or got it from one, unless they are ready: only together can it be told whose table the file
  /// has.
  func makeNamesakes(
    of plans: [EntityPlan], known: EntityTable<EntityPlan>
  ) throws -> [EntityPlan] {
    var namesakes: [EntityPlan] = []
    var waiting = plans.flatMap { directory.namesakes(of: $0.entity) }
    while let next = waiting.popLast() {
      var made = known
      for plan in plans + namesakes { made[plan.entity.id] = plan }
      let more = try makePlans(for: next, known: made)
      namesakes += more
      waiting += more.flatMap { directory.namesakes(of: $0.entity) }
    }
    return namesakes
  }
}

extension Store: CustomStringConvertible {
  /// The name of the database, and whether the store is closed.
  public var description: String { "Store(\(name))\(isClosed ? ", closed" : "")" }
}
