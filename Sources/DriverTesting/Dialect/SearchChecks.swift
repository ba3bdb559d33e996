import PersistentObjectsDriver

/// Checks of searches in text.
enum SearchChecks {
  static let all = [
    Check("matches must support % and _, and ignore the case of ASCII", matches),
    Check("matches must take what follows the escape literally", escapes),
    Check("contains must find a text letter by letter", contains),
    Check("hasSuffix must find the end of a text letter by letter", hasSuffix),
  ]

  private static func demand(
    _ bench: Bench, _ condition: SQLText, on text: String, _ argument: String, _ holds: Bool
  ) throws {
    try bench.run("DELETE FROM sample")
    try bench.run(
      "INSERT INTO sample (pk, t) VALUES (1, \(bench.place(1)))", [.text(text)])
    let sql: SQLText = "SELECT pk FROM sample WHERE \(condition)"
    let isFound = try !bench.run(sql).isEmpty
    try bench.demand(
      isFound == holds,
      "\(argument.debugDescription) was \(isFound ? "" : "not ")found in \(text.debugDescription)",
      sql: sql.sql(bench.dialect))
  }

  private static func matches(_ bench: Bench) throws {
    try bench.makeSample()
    let cases: [(String, String, Bool)] = [
      ("Hello", "hello", true), ("hello", "HELLO", true), ("Hello", "h%", true),
      ("Hello", "h_ll_", true), ("Hello", "%LL%", true), ("Hello", "hell", false),
      ("Hello", "_hello", false), ("", "%", true), ("", "", true), ("", "_", false),
      ("a\nb", "a%b", true), ("É", "é", false), ("é", "_", true), ("👩", "_", true),
      ("[a]", "[a]", true), ("a", "[a]", false), ("axb", "a.b", false), ("a*b", "A*B", true),
      ("a\\b", "a\\b", true), ("a\\b", "a\\%", true), ("a%", "a\\%", false),
    ]
    for (text, pattern, holds) in cases {
      let condition = bench.dialect.matches("t", "\(.text(pattern))", escape: nil)
      try demand(bench, condition, on: text, pattern, holds)
    }
  }

  private static func escapes(_ bench: Bench) throws {
    try bench.makeSample()
    let cases: [(String, String, Character, Bool)] = [
      ("a%b", "a\\%b", "\\", true), ("axb", "a\\%b", "\\", false), ("a_b", "A\\_B", "\\", true),
      ("axb", "a\\_b", "\\", false), ("a\\b", "a\\\\b", "\\", true), ("100%", "%!%", "!", true),
      ("100", "%!%", "!", false), ("a_b", "aK_b", "K", true), ("axb", "aK_b", "K", false),
      ("xKy", "_K_", "k", true), ("it's", "IT'%", "!", true), ("a%b", "a'%b", "'", true),
      ("axb", "a'%b", "'", false), ("a%b", "aé%b", "é", true),
    ]
    for (text, pattern, escape, holds) in cases {
      let condition = bench.dialect.matches("t", "\(.text(pattern))", escape: escape)
      try demand(bench, condition, on: text, pattern, holds)
    }
  }

  private static func contains(_ bench: Bench) throws {
    try bench.makeSample()
    let cases: [(String, String, Bool)] = [
      ("Hello", "ell", true), ("Hello", "Hello", true), ("Hello", "ELL", false),
      ("Hello", "", true),
      ("", "", true), ("", "a", false), ("a%b", "%", true), ("ab", "%", false), ("ab", "_", false),
      ("日本語", "本", true), ("e\u{301}", "e", true), ("é", "e\u{301}", false),
    ]
    func condition(_ part: String) -> SQLText { bench.dialect.contains("t", "\(.text(part))") }
    for (text, part, holds) in cases { try demand(bench, condition(part), on: text, part, holds) }
    guard try keepsNUL(bench) else { return }
    for (part, holds) in [("b", true), ("\0", true), ("a\0b", true), ("\0a", false)] {
      try demand(bench, condition(part), on: "a\0b", part, holds)
    }
  }

  private static func hasSuffix(_ bench: Bench) throws {
    try bench.makeSample()
    var cases: [(String, String, Bool)] = [
      ("Hello", "llo", true), ("Hello", "Hello", true), ("Hello", "LLO", false),
      ("Hello", "hell", false), ("llo", "Hello", false), ("", "a", false), ("日本語", "語", true),
      ("日本語", "本", false), ("e\u{301}", "\u{301}", true), ("é", "\u{301}", false),
      ("a%", "%", true), ("ab", "%", false), ("👩👩", "👩", true),
    ]
    if try keepsNUL(bench) {
      cases += [("a\0b", "b", true), ("a\0b", "\0b", true), ("a\0b", "a", false)]
    }
    for (text, suffix, holds) in cases {
      let condition = bench.dialect.hasSuffix("t", suffix)
      try demand(bench, condition, on: text, suffix, holds)
    }
  }

  /// Whether the database stores text with a NUL.
  private static func keepsNUL(_ bench: Bench) throws -> Bool {
    let insertion = "INSERT INTO sample (pk, t) VALUES (2, \(bench.place(1)))"
    defer { try? bench.connection.rollBackOpen() }
    return (try? bench.run(insertion, [.text("a\0b")])) != nil
  }
}
