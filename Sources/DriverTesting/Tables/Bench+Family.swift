import PersistentObjectsDriver

extension Bench {
  /// Makes the tables `parent` and `child`, whose rows refer to parents.
  func makeFamily(onDelete: ForeignKey.Action) throws {
    try make("parent", [ColumnDefinition(name: "name", storage: .text)])
    let key = ForeignKey(table: "parent", onDelete: onDelete)
    try make("child", [ColumnDefinition(name: "parent", storage: .integer, foreignKey: key)])
  }

  /// Demands that a refusal is of a kind, and that all it names is right.
  func demandKind(
    _ kind: ConstraintViolation.Kind, of error: PersistenceError, table: String? = nil,
    columns: [String] = []
  ) throws {
    guard let found = error.constraint else {
      throw Breach("the error had no constraint: \(Wording.reason(error))")
    }
    try demand(found.kind == kind, "its kind was \(found.kind), not \(kind)", sql: error.sql)
    if let name = found.table, let table {
      try demand(name == table, "its table was \(name), not \(table)", sql: error.sql)
    }
    try demand(
      columns.isEmpty || found.columns.isEmpty || found.columns == columns,
      "its columns were \(found.columns), not \(columns)", sql: error.sql)
  }
}
