import PersistentObjects
import PersistentObjectsPostgreSQL

/// The same work on a PostgreSQL server, which libpq's environment names, and with hand-written
/// code on libpq.
@MainActor
enum PostgresBenchmark {
  static func run(_ options: Options) throws -> [Table] {
    [try people(options), try albums(options), try transfers(options)]
  }

  private static func emptyStore(_ schema: String) throws -> Store {
    try RawServer.makeSchema(schema)
    return try Store(postgres: "", schema: schema)
  }

  // MARK: People

  private static func people(_ options: Options) throws -> Table {
    let workload = Workload(count: options.count)
    var comparisons: [Phase: Comparison] = [:]
    var bulk = Comparison()
    for round in 0..<options.rounds {
      let engine = try EngineContestant(emptyStore("benchmark_engine"))
      let raw = try RawServerContestant(schema: "benchmark_raw")
      for phase in Phase.allCases {
        try comparisons[phase, default: Comparison()].addRound(
          round, phase.title, engine: { try engine.run(phase, workload) },
          raw: { try raw.run(phase, workload) })
      }
      try raw.clear()
      try bulk.addRound(
        round, "inserting by COPY", engine: { try engine.run(.insert, workload) },
        raw: { try raw.copy(workload) })
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

  // MARK: Albums

  private static func albums(_ options: Options) throws -> Table {
    let workload = ChildWorkload(count: max(1, options.count / 10))
    var (save, oneByOne, byTable) = (Comparison(), Comparison(), Comparison())
    for round in 0..<options.rounds {
      let engine = try EngineAlbums(emptyStore("benchmark_engine"))
      let raw = try RawServerAlbums(schema: "benchmark_raw")
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

  private static func transfers(_ options: Options) throws -> Table {
    let (connections, count) = (8, max(1, options.count / 40))
    var (tasks, threads) = (Comparison(), Comparison())
    for round in 0..<options.rounds {
      let engine = try engineBank(writers: connections)
      let raw = try RawServerBank(schema: "benchmark_raw")
      let byHand = {
        try raw.transfer(count, threads: connections)
        return try raw.moved()
      }
      try tasks.addRound(
        round, "transfers of tasks",
        engine: {
          try Task.waiting { try await engine.transfer(count, tasks: connections) }
          return try engine.moved()
        },
        raw: byHand)
      try threads.addRound(
        round, "transfers of threads",
        engine: {
          try engine.transfer(count, threads: connections)
          return try engine.moved()
        },
        raw: byHand)
    }
    var table = Table(
      comparing:
        "\(connections) connections at once, each \(count) transfers between 2 of 2,000 accounts")
    table.append("tasks, `store.transaction`; raw: threads", tasks)
    table.append("threads, `store.blocking.transaction`; raw: threads", threads)
    table.note = "Serializable; what was refused was done again, and none was lost."
    return table
  }

  private static func engineBank(writers: Int) throws -> EngineBank {
    var configuration = PostgresConfiguration("")
    configuration.schema = "benchmark_engine"
    configuration.maximumWriters = writers
    try RawServer.makeSchema(configuration.schema)
    return try EngineBank(
      Store(configuration, configuration: StoreConfiguration(codecs: .standard)))
  }
}
