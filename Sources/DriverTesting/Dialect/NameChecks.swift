import PersistentObjectsDriver

/// Checks of names, in SQL and in what the driver reads of its tables.
enum NameChecks {
  static let all = [
    Check("quoted(_:) must make any text the name of a column", namesColumns),
    Check("quoted(_:) must make any text the name of a table and of an index", namesTables),
    Check("nameQuotes must be characters that can enclose a name", takesQuotes),
    Check("A name of the maximum length must be kept whole", keepsLongNames),
  ]

  private static let names = [
    "order", "select", "table", "group", "user", "Where", "CamelCase", "two words", " padded ",
    "quote\"d", "it's", "back`tick", "brack[et]s", "dot.ted", "semi;colon", "1st", "7", "$1", "?1",
    ":a", "per%cent", "dash-ed", "comma,comma", "(round)", "new\nline", "back\\slash", "--",
    "ümlaut",
    "日本語", "👩‍👩‍👧", "e\u{301}",
  ]

  private static func namesColumns(_ bench: Bench) throws {
    try bench.make("named", names.map { ColumnDefinition(name: $0, storage: .integer) })
    let list = names.map(bench.dialect.quoted).joined(separator: ", ")
    let values = names.indices.map { StoredValue.integer(Int64($0)) }
    try bench.run(
      "INSERT INTO named (pk, \(list)) VALUES (\(bench.places(1...names.count + 1)))",
      [.integer(1)] + values)
    for (name, value) in zip(names, values) {
      let quoted = bench.dialect.quoted(name)
      try bench.demand(
        [[value]], of: "SELECT named.\(quoted) FROM named WHERE \(quoted) IS NOT NULL")
    }
    let found = try bench.connection.readSchema().first { $0.name == "named" }?.columns ?? []
    try bench.demand(
      found.map(StoredValue.text) == (["pk"] + names).map(StoredValue.text),
      "readSchema() had the columns \(found)")
  }

  private static func namesTables(_ bench: Bench) throws {
    for name in names {
      let index = IndexDefinition(name: "index of \(name)", columns: ["n"])
      try bench.make(
        name, [ColumnDefinition(name: "n", storage: .integer)], indices: [index])
      try bench.run("INSERT INTO \(bench.dialect.quoted(name)) (pk) VALUES (1)")
    }
    let tables = try bench.connection.readSchema().map(\.name)
    try bench.demand(
      Set(tables.map(StoredValue.text)) == Set(names.map(StoredValue.text)),
      "readSchema() had the tables \(tables.sorted())")
    let indices = try bench.connection.readIndices().map(\.name)
    try bench.demand(
      Set(indices.map(StoredValue.text)) == Set(names.map { .text("index of \($0)") }),
      "readIndices() had \(indices.sorted())")
  }

  private static func takesQuotes(_ bench: Bench) throws {
    try bench.makeSample(count: 2)
    for quotes in bench.character.nameQuotes {
      let name = "\(quotes.start)i\(quotes.end)"
      try bench.demand([1, 2], of: "SELECT \(name) FROM sample ORDER BY pk")
    }
  }

  /// Checks names that differ only in their last letter.
  private static func keepsLongNames(_ bench: Bench) throws {
    let stem = String(repeating: "n", count: (bench.character.longestName ?? 200) - 1)
    try bench.make(
      stem + "a",
      [
        ColumnDefinition(name: stem + "b", storage: .integer),
        ColumnDefinition(name: stem + "c", storage: .integer),
      ])
    let found = try bench.connection.readSchema().map { [$0.name] + $0.columns }
    let names = [stem + "a", "pk", stem + "b", stem + "c"]
    try bench.demand(found == [names], "readSchema() had \(found)")
  }
}
