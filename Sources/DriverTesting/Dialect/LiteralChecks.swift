import PersistentObjectsDriver

/// Checks of values in DEFAULT clauses.
enum LiteralChecks {
  static let all =
    cases.map { storage, values in
      Check("A DEFAULT in a column of \(storage) must be kept to the bit") {
        try defaults($0, storage, values.filter($0.character.keeps))
      }
    }
    + cases.map { storage, values in
      Check("A column of \(storage) that is added must give its DEFAULT to existing rows") {
        try added($0, storage, values.filter($0.character.keeps))
      }
    }

  private static let cases: [(StorageClass, [StoredValue])] = [
    (.integer, Samples.integers), (.real, Samples.doubles.map { .real($0) }),
    (.text, Samples.shortTexts), (.bytes, Samples.shortBlobs),
    (.any, Samples.doubles.map { .real($0) } + [.integer(5), .text("5"), .bytes([53]), .text("")]),
  ]

  private static func columns(
    _ storage: StorageClass, _ values: [StoredValue]
  ) -> [ColumnDefinition] {
    values.enumerated().map {
      ColumnDefinition(name: "d\($0.offset)", storage: storage, defaultValue: $0.element)
    }
  }

  private static func defaults(
    _ bench: Bench, _ storage: StorageClass, _ values: [StoredValue]
  ) throws {
    try bench.make("defaults", columns(storage, values))
    try bench.run("INSERT INTO defaults (pk) VALUES (1)")
    try compare(bench, columns(storage, values))
  }

  private static func added(
    _ bench: Bench, _ storage: StorageClass, _ values: [StoredValue]
  ) throws {
    try bench.make("defaults", [])
    try bench.run("INSERT INTO defaults (pk) VALUES (1)")
    for column in columns(storage, values) {
      try bench.run(bench.dialect.addColumn(column, to: "defaults"))
    }
    try compare(bench, columns(storage, values))
  }

  private static func compare(_ bench: Bench, _ columns: [ColumnDefinition]) throws {
    for column in columns {
      let found = try bench.run("SELECT \(column.name) FROM defaults")
      let value = column.defaultValue ?? .null
      try bench.demand(
        found == [[value]],
        "\(Wording.describe(value)) came back as \(Wording.describe(found))",
        sql: bench.dialect.literal(value))
    }
  }
}
