import PersistentObjectsDriver

/// Checks of comparisons of text.
enum TextChecks {
  static let all = [
    Check("Text must be equal only if it is the same, letter by letter", equals),
    Check("Text must sort by Unicode scalars, with and without an index", sorts),
    Check("Text must compare by Unicode scalars", compares),
  ]

  /// Texts in the order of their scalars, which differs from the order of UTF-16 and of languages.
  private static let sorted = [
    "", " ", "A", "AB", "B", "_", "a", "a ", "a b", "aB", "a_b", "ab", "b", "e\u{301}", "z", "ß",
    "é",
    "日", "\u{e000}", Samples.text([0xffff]), "\u{10000}", "👩",
  ]

  private static func makeTexts(_ bench: Bench) throws {
    try bench.makeSample("t", sorted.reversed().map { .text($0) })
  }

  private static func equals(_ bench: Bench) throws {
    try makeTexts(bench)
    let sql = "SELECT t FROM sample WHERE t = \(bench.place(1))"
    for text in sorted { try bench.demand([[.text(text)]], of: SQLText(sql), [.text(text)]) }
    try bench.demand([] as [Int64], of: SQLText(sql), [.text("e")])
  }

  private static func sorts(_ bench: Bench) throws {
    try makeTexts(bench)
    let texts = sorted.map { [StoredValue.text($0)] }
    for _ in 0..<2 {
      try bench.demand(texts, of: "SELECT t FROM sample ORDER BY t")
      try bench.demand(texts.reversed(), of: "SELECT t FROM sample ORDER BY t DESC")
      try bench.demand([[.text(""), .text("👩")]], of: "SELECT min(t), max(t) FROM sample")
      let index = IndexDefinition(name: "texts", columns: ["t"])
      if try bench.connection.readIndices().isEmpty {
        try bench.run(bench.creation(of: index))
      }
    }
  }

  private static func compares(_ bench: Bench) throws {
    try makeTexts(bench)
    for (count, text) in sorted.enumerated() {
      let sql = "SELECT count(*) FROM sample WHERE t < \(bench.place(1))"
      try bench.demand([Int64(count)], of: SQLText(sql), [.text(text)])
    }
  }
}
