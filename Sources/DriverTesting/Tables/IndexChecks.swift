import PersistentObjectsDriver

/// Checks of indices.
enum IndexChecks {
  static let all = [
    Check(
      "readIndices() must return table, columns and directions, whether unique, whether partial",
      reads),
    Check("readIndices() must leave out an index that the database made for a key", leavesKeysOut),
    Check("readIndices() must have nil in place of an expression", readsExpressions),
    Check("The SQL of readIndices() must recreate the index", remakes),
    Check("A unique index must refuse a second row as constraintViolated with unique", refuses),
    Check(
      "A unique index must take rows that differ in one column, and NULL more than once",
      takes),
    Check(
      "A unique index with a condition must apply only to the rows that meet it", mindsCondition),
    Check("A unique index of an expression must refuse rows that agree in it", indexesExpressions),
    Check("A unique index must not be created if rows violate it", refusesRows),
  ]

  private static func definitions(_ bench: Bench) -> [IndexDefinition] {
    definitions.filter { $0.condition == nil || bench.character.hasPartialIndices }
  }

  private static let definitions = [
    IndexDefinition(name: "by_one", columns: ["t"]),
    IndexDefinition(name: "by_unique", columns: ["i"], isUnique: true),
    IndexDefinition(
      name: "by_three",
      columns: [
        IndexedColumn("t", isDescending: true), IndexedColumn("i"),
        IndexedColumn("r", isDescending: true),
      ]),
    IndexDefinition(
      name: "by_part", columns: [IndexedColumn("i", isDescending: true)], isUnique: true,
      condition: "i > 5"),
  ]

  private static func makeIndices(_ bench: Bench) throws {
    try bench.makeSample()
    for index in definitions(bench) { try bench.run(bench.creation(of: index)) }
  }

  private static func reads(_ bench: Bench) throws {
    try makeIndices(bench)
    let indices = try bench.connection.readIndices()
    for index in definitions(bench) {
      let found = indices.filter { $0.name == index.name }
      guard let existing = found.first else { throw Breach("it lacked \(index.name)") }
      try bench.demand(found.count == 1, "it had \(index.name) \(found.count) times")
      let sql = bench.creation(of: index)
      try bench.demand(existing.table == "sample", "the table was \(existing.table)", sql: sql)
      try bench.demand(
        existing.columns == index.columns, "the columns were \(Wording.show(existing.columns))",
        sql: sql)
      try bench.demand(
        existing.isUnique == index.isUnique && existing.isPartial == (index.condition != nil),
        "isUnique was \(existing.isUnique), isPartial \(existing.isPartial)", sql: sql)
    }
  }

  private static func leavesKeysOut(_ bench: Bench) throws {
    let columns = ["a", "b"].map {
      ColumnDefinition(name: $0, storage: .integer, isRequired: true)
    }
    for (name, isClustered) in [("heap", false), ("tree", true)] {
      try bench.make(
        TableDefinition(
          name: name, columns: columns, primaryKey: ["a", "b"], isClustered: isClustered))
    }
    try bench.makeSample()
    let indices = try bench.connection.readIndices().map(\.name)
    let named = try bench.connection.readSchema().flatMap(\.indices)
    try bench.demand(
      indices.isEmpty && named.isEmpty, "there were \(indices), in readSchema() \(named)")
  }

  private static func readsExpressions(_ bench: Bench) throws {
    try bench.makeSample()
    try bench.require(bench.character.hasExpressionIndices, "hasExpressionIndices is false")
    let index = IndexDefinition(
      name: "by_expression",
      columns: [IndexedColumn("i"), IndexedColumn(expression: "lower(t)")])
    let sql = bench.creation(of: index)
    try bench.run(sql)
    let columns = try bench.connection.readIndices().first?.columns ?? []
    try bench.demand(
      columns == [IndexedColumn("i"), nil], "the columns were \(Wording.show(columns))", sql: sql)
  }

  private static func remakes(_ bench: Bench) throws {
    try makeIndices(bench)
    let before = try bench.connection.readIndices()
    for index in before {
      try bench.run(bench.dialect.dropIndex(index.name, on: "sample"))
      try bench.run(index.sql)
    }
    let after = try bench.connection.readIndices()
    try bench.demand(
      Set(before) == Set(after), "they were \(after.map(\.sql)) rather than \(before.map(\.sql))")
  }

  private static let insert = "INSERT INTO sample (pk, i, t) VALUES"

  private static func makeUnique(_ bench: Bench, _ columns: [String], _ condition: String? = nil)
    throws
  {
    try bench.makeSample()
    let index = IndexDefinition(
      name: "only_once", columns: columns.map { IndexedColumn($0) }, isUnique: true,
      condition: condition)
    try bench.run(bench.creation(of: index))
  }

  private static func refuses(_ bench: Bench) throws {
    try makeUnique(bench, ["i", "t"])
    try bench.run("\(insert) (1, 7, 'a')")
    let error = try bench.demandError(.constraintViolated, from: "\(insert) (2, 7, 'a')")
    try bench.demandKind(.unique, of: error, table: "sample", columns: ["i", "t"])
    try bench.demand([1], of: "SELECT pk FROM sample")
  }

  private static func takes(_ bench: Bench) throws {
    try makeUnique(bench, ["i", "t"])
    for row in ["1, 7, 'a'", "2, 7, 'b'", "3, 8, 'a'", "4, 7, NULL", "5, 7, NULL", "6, 7, 'A'"] {
      try bench.run("\(insert) (\(row))")
    }
    try bench.demand([6], of: "SELECT count(*) FROM sample")
  }

  private static func mindsCondition(_ bench: Bench) throws {
    try bench.require(bench.character.hasPartialIndices, "hasPartialIndices is false")
    try makeUnique(bench, ["i"], "i > 5")
    for row in ["1, 5, NULL", "2, 5, NULL", "3, 6, NULL"] { try bench.run("\(insert) (\(row))") }
    let error = try bench.demandError(.constraintViolated, from: "\(insert) (4, 6, NULL)")
    try bench.demandKind(.unique, of: error, table: "sample", columns: ["i"])
  }

  private static func indexesExpressions(_ bench: Bench) throws {
    try bench.require(bench.character.hasExpressionIndices, "hasExpressionIndices is false")
    try bench.makeSample()
    let index = IndexDefinition(
      name: "only_once",
      columns: [IndexedColumn("i"), IndexedColumn(expression: "lower(t)", isDescending: true)],
      isUnique: true)
    try bench.run(bench.creation(of: index))
    for row in ["1, 7, 'a'", "2, 8, 'A'", "3, 7, 'b'"] { try bench.run("\(insert) (\(row))") }
    try bench.demandError(.constraintViolated, from: "\(insert) (4, 7, 'A')")
    try bench.demand([3], of: "SELECT count(*) FROM sample")
  }

  private static func refusesRows(_ bench: Bench) throws {
    try bench.makeSample("i", [.integer(7), .integer(7)])
    let index = IndexDefinition(name: "only_once", columns: ["i"], isUnique: true)
    let sql = bench.creation(of: index)
    let error = try bench.demandError(.constraintViolated, from: sql)
    try bench.demandKind(.unique, of: error, table: "sample", columns: ["i"])
    let left = try bench.connection.readIndices().map(\.name)
    try bench.demand(left.isEmpty, "it was created anyway", sql: sql)
  }
}
