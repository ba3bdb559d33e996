import PersistentObjectsDriver

extension Bench {
  /// The columns of the table `sample` besides its key: one for each storage class.
  static let sampleColumns: [(name: String, storage: StorageClass)] = [
    ("i", .integer), ("r", .real), ("t", .text), ("b", .bytes), ("a", .any),
  ]

  /// Makes the table `sample` with rows whose keys count from 1.
  func makeSample(_ column: String = "i", _ values: [StoredValue] = []) throws {
    try make(
      TableDefinition(
        name: "sample",
        columns: [ColumnDefinition(name: "pk", storage: .integer)]
          + Self.sampleColumns.map { ColumnDefinition(name: $0.name, storage: $0.storage) },
        primaryKey: ["pk"], isClustered: false))
    try fill(column, values)
  }

  /// Adds rows to `sample` whose keys count from 1.
  func fill(_ column: String, _ values: [StoredValue]) throws {
    if values.isEmpty { return }
    let statement = try connection.prepare(
      "INSERT INTO sample (pk, \(column)) VALUES (\(places(1...2)))")
    try transaction {
      for (index, value) in values.enumerated() {
        try statement.rows([.integer(Int64(index + 1)), value])
      }
    }
  }

  /// Makes the table `sample` with integers from 1 to `count`, which are also its keys.
  func makeSample(count: Int) throws {
    try makeSample("i", (1...count).map { .integer(Int64($0)) })
  }

  /// Makes a table with its indices.
  func make(_ table: TableDefinition) throws {
    try run(dialect.createTable(table))
    for index in table.indices {
      try run(dialect.createIndex(index, on: table.name, types: table.types))
    }
    try addForeignKeys(table.columns, owner: table.owner, to: table.name)
  }

  /// Adds a column to a table.
  func add(_ column: ColumnDefinition, to table: String) throws {
    try run(dialect.addColumn(column, to: table))
    try addForeignKeys([column], to: table)
  }

  private func addForeignKeys(
    _ columns: [ColumnDefinition], owner: RowReference? = nil, to table: String
  ) throws {
    for statement in dialect.addForeignKeys(columns, owner: owner, to: table) { try run(statement) }
  }

  /// Makes a table with a key and other columns.
  func make(
    _ name: String, _ columns: [ColumnDefinition], indices: [IndexDefinition] = []
  ) throws {
    try make(
      TableDefinition(
        name: name, columns: [ColumnDefinition(name: "pk", storage: .integer)] + columns,
        primaryKey: ["pk"], isClustered: false, indices: indices))
  }

  /// Skips the check if references have no foreign keys.
  func requireForeignKeys() throws {
    try require(character.hasForeignKeys, "hasForeignKeys is false")
  }

  /// A query that takes a while: it combines each of `sample`'s rows with every two others.
  static let longQuery = """
    SELECT count(*) FROM sample AS x, sample AS y, sample AS z WHERE x.i + y.i + z.i < 0
    """
}
