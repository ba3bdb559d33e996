import Testing

@testable import PersistentObjectsCommandLine

@Suite struct DocumentTests {
  private static func print(_ output: Output) throws {
    try output.document { document in
      try document.pairs(
        "file", title: "File",
        [OutputPair("path", "a.db"), OutputPair("size", 4096, .bytes), OutputPair("log", nil)])
      try document.rows(
        "classes", title: "Classes", isMain: true,
        [OutputColumn("class"), OutputColumn("rows", .grouped)]
      ) { append in
        try append(["Person", 63666])
        try append(["Pet", 0])
      }
      try document.rows("indices", title: "Indices", [OutputColumn("index")]) { _ in }
    }
  }

  @Test func hasSectionsOnATerminal() throws {
    let text = try Stage.terminal().printed(.table, Self.print)
    #expect(
      text == """
        File
        path  a.db
        size  4.1 kB
        log   NULL

        Classes
        class     rows
        ──────  ──────
        Person  63,666
        Pet          0

        Indices
        index
        ─────

        """)
  }

  @Test func hasExactNumbersInAPipe() throws {
    let text = try Stage().printed(.table, Self.print)
    #expect(
      text == """
        File
        path\ta.db
        size\t4096
        log\tNULL

        Classes
        class\trows
        Person\t63666
        Pet\t0

        Indices
        index

        """)
  }

  @Test func isOneObject() throws {
    let text = try Stage().printed(.json, Self.print)
    #expect(
      text == """
        {
          "file": {"path":"a.db","size":4096,"log":null},
          "classes": [
            {"class":"Person","rows":63666},
            {"class":"Pet","rows":0}
          ],
          "indices": []
        }

        """)
  }

  @Test func namesTheSectionInEachLine() throws {
    let text = try Stage().printed(.ndjson, Self.print)
    #expect(
      text == """
        {"section":"file","path":"a.db","size":4096,"log":null}
        {"section":"classes","class":"Person","rows":63666}
        {"section":"classes","class":"Pet","rows":0}

        """)
  }

  @Test func isItsMainSectionInCSV() throws {
    let text = try Stage().printed(.csv, Self.print)
    #expect(text == "class,rows\r\nPerson,63666\r\nPet,0\r\n")
  }

  @Test(arguments: [
    (OutputFormat.table, "name\tAda\nage\tNULL\n"),
    (.json, "[\n  {\"name\":\"Ada\",\"age\":null}\n]\n"),
    (.ndjson, "{\"name\":\"Ada\",\"age\":null}\n"), (.csv, "name,age\r\nAda,\r\n"),
  ])
  func printsOneRecord(format: OutputFormat, expected: String) throws {
    let text = try Stage().printed(format) { output in
      try output.record([OutputPair("name", "Ada"), OutputPair("age", nil)])
    }
    #expect(text == expected)
  }

  /// A value that may be absent says nothing to people, and null to programs.
  @Test(arguments: [
    (OutputFormat.table, "name\tAda\n"), (.json, "[\n  {\"name\":\"Ada\",\"log\":null}\n]\n"),
    (.csv, "name,log\r\nAda,\r\n"),
  ])
  func saysNothingInsteadOfNULL(format: OutputFormat, expected: String) throws {
    let text = try Stage().printed(format) { output in
      try output.record([OutputPair("name", "Ada"), OutputPair("log", nil, isOptional: true)])
    }
    #expect(text == expected)
  }

  @Test func breaksLongValuesOfARecord() throws {
    let text = try Stage.terminal(width: 20).printed { output in
      try output.record([
        OutputPair("name", "abcdefghijklmnopqrstuvwxyz"),
        OutputPair("a name that is far too long for it", "x"),
      ])
    }
    #expect(
      text == """
        name                            abcdefghij
                                        klmnopqrst
                                        uvwxyz
        a name that is far too long for it
                                        x

        """)
  }

  @Test func makesVerbatimTextHarmlessOnATerminalAlone() throws {
    let text = "let a = 1\n\t// \u{1B}[2J\n"
    let inPipe = try Stage().printed { try $0.verbatim(text) }
    #expect(inPipe == text)
    let onTerminal = try Stage.terminal().printed { try $0.verbatim(text) }
    #expect(onTerminal == "let a = 1\n\t// \\u{1B}[2J\n")
  }

  @Test func warnsOnTheOtherStream() throws {
    let stage = Stage()
    let text = try stage.printed { try $0.warn("odd\u{7}\nodd") }
    #expect(text == "")
    #expect(stage.error.text == "persist: warning: odd\\u{7}\\nodd\n")
  }

  @Test func saysEachSentenceOnOneLine() throws {
    let text = try Stage().printed { try $0.say("one\ntwo\u{7}") }
    #expect(text == "one\\ntwo\\u{7}\n")
  }
}
