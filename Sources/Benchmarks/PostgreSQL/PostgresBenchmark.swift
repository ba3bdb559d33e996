import PersistentObjects
import PersistentObjectsPostgreSQL

/// The same work on a PostgreSQL server, which libpq's environment names, and with hand-written
/// code on libpq. Each contestant works in a schema of its own.
@MainActor
struct PostgresBenchmark {
  private let options: Options
  private let engineSchema: TemporarySchema
  private let rawSchema: TemporarySchema

  static func run(_ options: Options) throws -> [Table] {
    let benchmark = try PostgresBenchmark(options)
    return [
      try benchmark.people(), try benchmark.albums(), try benchmark.transfers(),
      try benchmark.tenants(),
    ]
  }

  private init(_ options: Options) throws {
    self.options = options
    engineSchema = try TemporarySchema(of: .engine)
    rawSchema = try TemporarySchema(of: .raw)
  }

  /// Makes the store of an empty schema.
  private func emptyStore(
    _ change: (inout PostgresConfiguration) -> Void = { _ in }
  ) throws -> Store {
    var configuration = PostgresConfiguration("")
    configuration.schema = engineSchema.name
    configuration.applicationName = RawServer.applicationName
    change(&configuration)
    try engineSchema.makeEmpty()
    return try Store(configuration, configuration: StoreConfiguration(codecs: .standard))
  }

  // MARK: People

  private func people() throws -> Table {
    let workload = Workload(count: options.count)
    var comparisons: [Phase: Comparison] = [:]
    var bulk = Comparison()
    for round in 0..<options.rounds {
      let engine = try EngineContestant(emptyStore())
      let raw = try RawServerContestant(rawSchema)
      for phase in Phase.allCases {
        try comparisons[phase, default: Comparison()].addPreparedRound(
          round, phase.title, engine: { try engine.work(on: phase, workload) },
          raw: { try raw.work(on: phase, workload) })
        guard phase.changesRows else { continue }
        try Disagreement.check("what \(phase.rawValue) wrote", engine.content(), raw.content())
      }
      try addBulk(round, workload, to: &bulk)
    }
    var table = Table(comparing: "\(options.count) objects on PostgreSQL")
    for phase in Phase.allCases {
      if let comparison = comparisons[phase] {
        table.append("\(phase.rawValue) \(phase.title)", comparison)
      }
    }
    table.append("A beside one binary COPY", bulk)
    return table
  }

  /// Lets both contestants insert into new tables.
  private func addBulk(
    _ round: Int, _ workload: Workload, to comparison: inout Comparison
  ) throws {
    let engine = try EngineContestant(emptyStore())
    let raw = try RawServerContestant(rawSchema)
    try comparison.addRound(
      round, "inserting by COPY", engine: { try engine.run(.insert, workload) },
      raw: { try raw.copy(workload) })
    try Disagreement.check("what was copied", engine.content(), raw.content())
  }

  // MARK: Albums

  private func albums() throws -> Table {
    let workload = ChildWorkload(count: max(1, options.count / 10))
    var (save, oneByOne, byTable) = (Comparison(), Comparison(), Comparison())
    for round in 0..<options.rounds {
      let engine = try EngineAlbums(emptyStore())
      let raw = try RawServerAlbums(rawSchema)
      try save.addRound(
        round, "albums", engine: { try engine.run(.save, workload) },
        raw: { try raw.save(workload) })
      let walk = { try engine.run(.walk, workload) }
      try oneByOne.addRound(round, "albums", engine: walk, raw: raw.walkOneByOne)
      try byTable.addRound(round, "albums", engine: walk, raw: raw.walkByTable)
    }
    var table = Table(
      comparing:
        "\(workload.rows.count) objects with 20 strings, 10 dictionary entries, 5 references")
    table.append(ChildPhase.save.title, save)
    table.append("\(ChildPhase.walk.title); raw: three statements for each object", oneByOne)
    table.append("the same; raw: one statement for each table", byTable)
    return table
  }

  // MARK: Transfers

  private func transfers() throws -> Table {
    let (connections, count) = (8, max(1, options.count / 40))
    var (tasks, ownTasks, threads) = (Comparison(), Comparison(), Comparison())
    for round in 0..<options.rounds {
      let engine = try EngineBank(emptyStore { $0.maximumWriters = connections })
      let raw = try RawServerBank(rawSchema)
      try addTransfers(round, of: count, on: connections, by: raw, to: &tasks) { count in
        try Task.waiting { try await engine.transfer(count, tasks: connections) }
      }
      try addTransfers(round, of: count, on: connections, by: raw, to: &ownTasks) { count in
        try Task.waiting {
          try await engine.transfer(count, tasks: connections, onStoreThreads: true)
        }
      }
      try addTransfers(round, of: count, on: connections, by: raw, to: &threads) { count in
        try engine.transfer(count, threads: connections)
      }
      try Disagreement.check("what the transfers moved", engine.moved(), raw.moved())
    }
    var table = Table(
      comparing:
        "\(connections) connections at once, each \(count) transfers between 2 of 2,000 accounts")
    table.append("tasks, `store.transaction`; raw: threads", tasks)
    table.append("tasks that prefer `store.taskExecutor`; raw: threads", ownTasks)
    table.append("threads, `store.blocking.transaction`; raw: threads", threads)
    table.note = "Serializable; what was refused was done again, and none was lost."
    return table
  }

  /// Lets both contestants make transfers on connections that are open: each has made a few before.
  private func addTransfers(
    _ round: Int, of count: Int, on connections: Int, by raw: RawServerBank,
    to comparison: inout Comparison, engine transfer: @escaping (_ count: Int) throws -> Void
  ) throws {
    let few = 10
    try transfer(few)
    let crew = raw.crew(connections, transfers: count, after: few)
    try comparison.addRound(
      round, "transfers",
      engine: {
        try transfer(count)
        return count
      },
      raw: {
        crew.run()
        return count
      })
    try crew.end()
  }

  // MARK: Tenants

  private func tenants() throws -> Table {
    let (tenants, count) = (16, max(32, options.count / 20))
    let schemas = try (0...tenants).map { _ in try TemporarySchema(of: .engine) }
    var table = Table(
      comparing: "\(count) requests to a directory of \(tenants) stores; raw: to one store")
    for (title, openStores) in [("", tenants), (", of closed stores", 1)] {
      for schema in schemas { try schema.makeEmpty() }
      let requests = try TenantRequests(schemas.map(\.name), openStores: openStores)
      try Task.waiting { try await requests.fill() }
      for isChanging in [false, true] {
        let comparison = try compare(requests, count, isChanging: isChanging)
        table.append((isChanging ? "find and change two" : "find two") + title, comparison)
      }
    }
    return table
  }

  private func compare(
    _ requests: TenantRequests, _ count: Int, isChanging: Bool
  ) throws -> Comparison {
    var comparison = Comparison()
    for round in 0..<options.rounds {
      try comparison.addRound(
        round, "requests",
        engine: {
          try Task.waiting { try await requests.request(count, changing: isChanging) }
        },
        raw: { try Task.waiting { try await requests.requestOne(count, changing: isChanging) } })
    }
    return comparison
  }
}
