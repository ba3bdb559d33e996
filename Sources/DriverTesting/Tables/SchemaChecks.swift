import PersistentObjectsDriver

/// Checks of what `readSchema()` returns.
enum SchemaChecks {
  static let all = [
    Check("readSchema() must have nothing of an empty database", readsNothing),
    Check(
      "readSchema() must have each table with its columns in order and its indices", readsTables),
    Check("readSchema() must have foreign keys with their targets and rules", readsForeignKeys),
    Check("readSchema() must leave views out", leavesViewsOut),
    Check("readSchema() must have what the open transaction has made", readsOwnTables),
    Check("readSchema() must have what another connection has made", readsOthersTables),
  ]

  private static func readsNothing(_ bench: Bench) throws {
    let tables = try bench.connection.readSchema().map(\.name)
    let indices = try bench.connection.readIndices().map(\.name)
    try bench.demand(tables.isEmpty && indices.isEmpty, "it had \(tables), and indices \(indices)")
  }

  private static func readsTables(_ bench: Bench) throws {
    let columns = ["zeta", "alpha", "mid"].map { ColumnDefinition(name: $0, storage: .text) }
    let indices = [
      IndexDefinition(name: "by_alpha", columns: ["alpha"]),
      IndexDefinition(name: "by_both", columns: ["mid", "zeta"], isUnique: true),
    ]
    try bench.make("first", columns, indices: indices)
    try bench.make("second", [])
    let found = try bench.connection.readSchema().sorted { $0.name < $1.name }.map {
      // Leave out the types: they are the driver's own.
      ExistingTable(
        name: $0.name, columns: $0.columns, indices: $0.indices, foreignKeys: $0.foreignKeys)
    }
    let expected = [
      ExistingTable(
        name: "first", columns: ["pk", "zeta", "alpha", "mid"], indices: ["by_alpha", "by_both"]),
      ExistingTable(name: "second", columns: ["pk"], indices: []),
    ]
    try bench.demand(
      found == expected, "it had " + found.map(Wording.show).joined(separator: "; "))
  }

  private static func readsForeignKeys(_ bench: Bench) throws {
    try bench.requireForeignKeys()
    try bench.make("target", [])
    let actions: [(String, ForeignKey.Action)] = [
      ("restricting", .restrict), ("nulling", .setNull), ("cascading", .cascade),
    ]
    let keys = actions.map { ($0.0, ForeignKey(table: "target", onDelete: $0.1)) }
    try bench.make(
      "source",
      keys.map {
        ColumnDefinition(name: $0.0, storage: .integer, foreignKey: $0.1)
      })
    let key = ForeignKey(table: "source", onDelete: .cascade)
    try bench.add(
      ColumnDefinition(name: "added", storage: .integer, foreignKey: key), to: "source")
    let found = try bench.connection.readSchema().first { $0.name == "source" }?.foreignKeys
    let expected = Dictionary(uniqueKeysWithValues: keys + [("added", key)])
    try bench.demand(found == expected, "it had \(Wording.show(found ?? [:]))")
  }

  private static func leavesViewsOut(_ bench: Bench) throws {
    try bench.makeSample()
    try bench.run("CREATE VIEW shown AS SELECT pk FROM sample")
    defer { _ = try? bench.run("DROP VIEW shown") }
    let names = try bench.connection.readSchema().map(\.name)
    try bench.demand(names == ["sample"], "it had \(names)")
  }

  private static func readsOwnTables(_ bench: Bench) throws {
    try bench.transaction {
      try bench.makeSample()
      let names = try bench.connection.readSchema().map(\.name)
      try bench.demand(names == ["sample"], "it had \(names)")
    }
  }

  private static func readsOthersTables(_ bench: Bench) throws {
    try bench.require(bench.driver.maximumReaders > 0, "maximumReaders is 0")
    try bench.make("before", [])
    let reader = try bench.open(.reader)
    let first = try reader.readSchema().map(\.name)
    try bench.make("later", [])
    let second = try reader.readSchema().map(\.name).sorted()
    try bench.demand(
      first == ["before"] && second == ["before", "later"], "it had \(first), then \(second)")
  }
}
