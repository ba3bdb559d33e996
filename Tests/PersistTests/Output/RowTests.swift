import Testing

@testable import PersistentObjectsCommandLine

@Suite struct RowTests {
  private static let columns = [
    OutputColumn("key"), OutputColumn("name"), OutputColumn("height"), OutputColumn("photo"),
  ]
  private static let people: [[OutputValue]] = [
    [1, "Ada", 1.6, .bytes([0xCA, 0xFE])],
    [20, "日本 花子", nil, nil],
    [300, "a\tb\\c\n\u{1B}[2J", 0.1, .bytes([])],
    [.integer(.min), "", -0.0, nil],
  ]

  private static func print(_ output: Output) throws {
    try output.rows(columns) { append in for row in people { try append(row) } }
  }

  @Test func alignsOnATerminal() throws {
    let text = try Stage.terminal().printed(.table, Self.print)
    #expect(
      text == """
                         key  name               height  photo
        ────────────────────  ─────────────────  ──────  ───────
                           1  Ada                   1.6  x'cafe'
                          20  日本 花子            NULL  NULL
                         300  a\\tb\\c\\n\\u{1B}[2J     0.1  x''
        -9223372036854775808                       -0.0  NULL

        """)
  }

  @Test func separatesByTabsInAPipe() throws {
    let text = try Stage().printed(.table, Self.print)
    #expect(
      text == """
        key\tname\theight\tphoto
        1\tAda\t1.6\tx'cafe'
        20\t日本 花子\tNULL\tNULL
        300\ta\\tb\\\\c\\n\\u{1B}[2J\t0.1\tx''
        -9223372036854775808\t\t-0.0\tNULL

        """)
  }

  @Test(arguments: [Stage(), .terminal(width: 20)])
  func writesAnArray(stage: Stage) throws {
    let text = try stage.printed(.json, Self.print)
    #expect(
      text == """
        [
          {"key":1,"name":"Ada","height":1.6,"photo":"yv4="},
          {"key":20,"name":"日本 花子","height":null,"photo":null},
          {"key":300,"name":"a\\tb\\\\c\\n\\u001b[2J","height":0.1,"photo":""},
          {"key":-9223372036854775808,"name":"","height":-0.0,"photo":null}
        ]

        """)
  }

  @Test func writesObjectsOnLines() throws {
    let text = try Stage().printed(.ndjson) { output in
      try output.rows(Self.columns) { try $0(Self.people[0]) }
    }
    #expect(text == "{\"key\":1,\"name\":\"Ada\",\"height\":1.6,\"photo\":\"yv4=\"}\n")
  }

  @Test func writesCSV() throws {
    let text = try Stage().printed(.csv) { output in
      try output.rows([OutputColumn("a"), OutputColumn("b")]) { append in
        try append(["plain", nil])
        try append(["", "with \"marks\""])
        try append(["a,b", "line\nend"])
        try append([" blank", true])
        try append([.bytes([1, 2, 3]), .real(.nan)])
        try append([.list([1, "x"]), .object([OutputPair("k", nil)])])
        try append(["\u{1B}[2J", .integer(exactly: UInt64.max)])
      }
    }
    #expect(
      text == """
        a,b\r
        plain,\r
        "","with ""marks""\"\r
        "a,b","line\nend"\r
        " blank",true\r
        AQID,NaN\r
        "[1,""x""]","{""k"":null}"\r
        \u{1B}[2J,18446744073709551615\r

        """)
  }

  /// A mark and a combining scalar after it are another character in Swift than the mark.
  @Test func doublesMarksBeforeCombiningScalarsInCSV() throws {
    let text = try Stage().printed(.csv) { output in
      try output.rows([OutputColumn("a"), OutputColumn("b")]) { append in
        try append(["x\"\u{301},y", "\u{301}\""])
      }
    }
    #expect(text == "a,b\r\n\"x\"\"\u{301},y\",\"\u{301}\"\"\"\r\n")
  }

  @Test func sendsNoControlCharactersOfCSVToATerminal() throws {
    let text = try Stage.terminal().printed(.csv) { output in
      try output.rows([OutputColumn("a\u{1B}")]) { try $0(["\u{1B}[2J\n"]) }
    }
    #expect(text == "a\\u{1B}\r\n\\u{1B}[2J\\n\r\n")
  }

  @Test(arguments: [
    (OutputFormat.table, "a\tb\n"), (.json, "[]\n"), (.ndjson, ""), (.csv, "a,b\r\n"),
  ])
  func beginsAndEndsWithoutRows(format: OutputFormat, expected: String) throws {
    let text = try Stage().printed(format) { output in
      try output.rows([OutputColumn("a"), OutputColumn("b")]) { _ in }
    }
    #expect(text == expected)
  }

  @Test func makesNamesUnique() throws {
    let names = ["a", "a", "a:1", "b", "a"].map { OutputColumn($0) }.uniqueNames
    #expect(names == ["a", "a:2", "a:1", "b", "a:3"])
  }

  @Test func fillsAndCutsRowsThatDoNotFitTheColumns() throws {
    let text = try Stage().printed(.ndjson) { output in
      try output.rows([OutputColumn("a"), OutputColumn("b")]) { append in
        try append([1])
        try append([1, 2, 3])
      }
    }
    #expect(text == "{\"a\":1,\"b\":null}\n{\"a\":1,\"b\":2}\n")
  }

  @Test func cutsTheWidestColumnToTheTerminal() throws {
    let text = try Stage.terminal(width: 30).printed { output in
      try output.rows([OutputColumn("key"), OutputColumn("name"), OutputColumn("text")]) { append in
        try append([1, "Ada", .text(String(repeating: "x", count: 100_000))])
        try append([2, "Charles Babbage", "short"])
      }
    }
    #expect(
      text == """
        key  name         text
        ───  ───────────  ────────────
          1  Ada          xxxxxxxxxxx…
          2  Charles Ba…  short

        """)
  }

  @Test func stacksColumnsThatDoNotFit() throws {
    let columns = (1...8).map { OutputColumn("column\($0)") }
    let text = try Stage.terminal(width: 40).printed { output in
      try output.rows(columns) { append in
        try append((1...8).map { .integer(Int64($0) * 1_000_000) })
        try append([.text(String(repeating: "y", count: 40))])
      }
    }
    #expect(text.hasPrefix("column1  1000000\ncolumn2  2000000\n"))
    #expect(
      text.contains(
        "\n\ncolumn1  \(String(repeating: "y", count: 31))\n         yyyyyyyyy\ncolumn2  NULL\n"))
  }

  @Test func keepsWidthsOfTheFirstRows() throws {
    let text = try Stage.terminal(width: 40).printed { output in
      try output.rows([OutputColumn("n"), OutputColumn("t")]) { append in
        for number in 1...AlignedRowWriter.measuredRows {
          try append([.integer(Int64(number)), "x"])
        }
        try append([12345, "a longer text"])
      }
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count == AlignedRowWriter.measuredRows + 3)
    #expect(lines[2] == "  1  x")
    #expect(lines.last == "12345  a longer text")
  }

  @Test func showsRowsBeforeAnError() throws {
    let stage = Stage.terminal()
    #expect(throws: Interrupted.self) {
      try stage.output().rows([OutputColumn("n")]) { append in
        try append([7])
        throw Interrupted(status: .interrupted)
      }
    }
    #expect(stage.output.text == "n\n─\n7\n")
  }

  @Test func paintsHeadingsNothingAndChosenTexts() throws {
    let text = try Stage.terminal().printed(color: .automatic) { output in
      try output.rows([OutputColumn("s", colors: ["bad": .red])]) { append in
        try append(["bad"])
        try append([nil])
      }
    }
    #expect(
      text == """
        \u{1B}[1ms\u{1B}[0m
        \u{1B}[2m────\u{1B}[0m
        \u{1B}[31mbad\u{1B}[0m
        \u{1B}[2mNULL\u{1B}[0m

        """)
  }

  @Test func streamsInConstantMemory() throws {
    let sink = CountingSink()
    var writer = JSONRowWriter([OutputColumn("n")], frame: .array, sink: sink)
    try writer.begin()
    for number in 0..<10_000 { try writer.append([.integer(Int64(number))]) }
    #expect(sink.writes == 10_001)
  }
}
