import PersistentObjectsDriver

/// Checks of tables and columns that are made, and of keys and required columns.
enum TableChecks {
  static let all = [
    Check("createTable must make a column of each storage class, required or not", makesColumns),
    Check("A required column must refuse NULL as constraintViolated with notNull", refusesNull),
    Check(
      "A primary key of one column must refuse its second use as constraintViolated with unique",
      refusesKey),
    Check("A primary key of several columns must be unique, clustered or not", refusesRow),
    Check("addColumn must add a column that is NULL in existing rows", addsColumns),
    Check("DROP TABLE must drop a table with its rows and indices", drops),
  ]

  private static func makesColumns(_ bench: Bench) throws {
    let columns = StorageClass.allCases.flatMap { storage in
      [false, true].map {
        ColumnDefinition(
          name: "\(storage)\($0)_column".lowercased(), storage: storage, isRequired: $0)
      }
    }
    try bench.make("kinds", columns)
    let values: [StoredValue] = [
      .null, .integer(1), .null, .real(0.5), .null, .text("t"), .null, .bytes([1]), .null,
      .text("a"),
    ]
    let list = columns.map(\.name).joined(separator: ", ")
    try bench.run(
      "INSERT INTO kinds (pk, \(list)) VALUES (\(bench.places(1...11)))", [.integer(1)] + values)
    try bench.demand([values], of: "SELECT \(list) FROM kinds")
  }

  private static func refusesNull(_ bench: Bench) throws {
    try bench.make("needs", [ColumnDefinition(name: "name", storage: .text, isRequired: true)])
    let error = try bench.demandError(
      .constraintViolated, from: "INSERT INTO needs (pk, name) VALUES (\(bench.places(1...2)))",
      [.integer(1), .null])
    try bench.demandKind(.notNull, of: error, table: "needs", columns: ["name"])
  }

  private static func refusesKey(_ bench: Bench) throws {
    try bench.makeSample(count: 2)
    let error = try bench.demandError(
      .constraintViolated, from: "INSERT INTO sample (pk) VALUES (\(bench.place(1)))", [.integer(2)]
    )
    try bench.demandKind(.unique, of: error, table: "sample", columns: ["pk"])
    try bench.demand([1, 2], of: "SELECT pk FROM sample ORDER BY pk")
  }

  private static func refusesRow(_ bench: Bench) throws {
    for isClustered in [false, true] {
      let columns = ["owner_pk", "place"].map {
        ColumnDefinition(name: $0, storage: .integer, isRequired: true)
      }
      try bench.make(
        TableDefinition(
          name: "list", columns: columns, primaryKey: ["owner_pk", "place"],
          isClustered: isClustered))
      let insert = "INSERT INTO list (owner_pk, place) VALUES (\(bench.places(1...2)))"
      for place in [1, 2] as [Int64] { try bench.run(insert, [.integer(1), .integer(place)]) }
      let error = try bench.demandError(
        .constraintViolated, from: insert, [.integer(1), .integer(2)])
      try bench.demandKind(.unique, of: error, table: "list", columns: ["owner_pk", "place"])
      try bench.run("DROP TABLE list")
    }
  }

  private static func addsColumns(_ bench: Bench) throws {
    try bench.make("growing", [])
    try bench.run("INSERT INTO growing (pk) VALUES (1)")
    for storage in StorageClass.allCases {
      let column = ColumnDefinition(name: "\(storage)_column", storage: storage)
      try bench.run(bench.dialect.addColumn(column, to: "growing"))
      try bench.demand([[.null]], of: "SELECT \(column.name) FROM growing")
    }
    let found = try bench.connection.readSchema().first?.columns ?? []
    let names = ["pk"] + StorageClass.allCases.map { "\($0)_column" }
    try bench.demand(found == names, "readSchema() had the columns \(found)")
  }

  private static func drops(_ bench: Bench) throws {
    let index = IndexDefinition(name: "by_name", columns: ["name"])
    for _ in 0..<2 {
      try bench.make("gone", [ColumnDefinition(name: "name", storage: .text)], indices: [index])
      try bench.demand([0], of: "SELECT count(*) FROM gone")
      try bench.run("INSERT INTO gone (pk) VALUES (1)")
      try bench.run("DROP TABLE gone")
      let left = try bench.connection.readSchema().map(\.name)
      try bench.demand(left.isEmpty, "readSchema() still had \(left)")
    }
  }
}
