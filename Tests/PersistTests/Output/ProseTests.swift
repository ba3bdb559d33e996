import Testing

@testable import PersistentObjectsCommandLine

/// Rows with sentences in them.
@Suite struct ProseTests {
  private static let columns = [
    OutputColumn("kind", colors: ["bad": .red]), OutputColumn("where", isOptional: true),
    OutputColumn.prose("message"), OutputColumn.prose("remedy"),
  ]

  private static func print(_ output: Output) throws {
    try output.rows(columns) { append in
      try append([
        "bad", "person.birthdate", "The value of this cell cannot be read by its codec.",
        "Write one that can be read.",
      ])
      try append(["odd", nil, "Only this.", ""])
    }
  }

  @Test func areParagraphsWhereTheColumnsDoNotFit() throws {
    let text = try Stage.terminal(width: 40).printed(.table, Self.print)
    #expect(
      text == """
        bad  person.birthdate
          The value of this cell cannot be read
          by its codec.
          remedy: Write one that can be read.

        odd
          Only this.

        """)
  }

  @Test func areBrokenBetweenWordsWhereTheColumnsFit() throws {
    let text = try Stage.terminal(width: 106).printed(.table, Self.print)
    #expect(
      text == """
        kind  where             message                                              remedy
        ────  ────────────────  ───────────────────────────────────────────────────  ───────────────────────────
        bad   person.birthdate  The value of this cell cannot be read by its codec.  Write one that can be read.
        odd                     Only this.

        """)
    let narrower = try Stage.terminal(width: 96).printed(.table, Self.print)
    #expect(narrower.contains("cannot be read by     Write one"), "\(narrower)")
    #expect(narrower.contains("\n                        its codec.\n"), "\(narrower)")
  }

  @Test(arguments: [20, 30, 40, 50, 60, 80, 100, 200]) func fitAnyWidthAndLoseNothing(_ width: Int)
    throws
  {
    let words = (1...60).map { String(repeating: "w", count: 1 + $0 % 30) }
    let text = try Stage.terminal(width: width).printed { output in
      try output.rows(Self.columns) { append in
        try append(["bad", "a.b", .text(words.joined(separator: " ")), "Try again."])
      }
    }
    #expect(text.split(separator: "\n").allSatisfy { String($0).displayWidth <= width }, "\(text)")
    let letters = text.count { $0 == "w" }
    #expect(letters == words.joined().count + (text.contains("where") ? 1 : 0))
  }

  @Test func areWholeInAPipeAndInJSON() throws {
    let lines = try Stage().printed(.table, Self.print)
    #expect(lines.hasSuffix("odd\t\tOnly this.\t\n"))
    let json = try Stage().printed(.ndjson, Self.print)
    #expect(json.contains(#"{"kind":"odd","where":null,"message":"Only this.","remedy":""}"#))
  }

  @Test func theKindIsPainted() throws {
    let text = try Stage.terminal(width: 40).printed(.table, color: .automatic, Self.print)
    #expect(text.hasPrefix("\u{1B}[31mbad\u{1B}[0m  person.birthdate\n"), "\(text)")
    #expect(text.contains("  \u{1B}[2mremedy: \u{1B}[0mWrite"))
  }
}
