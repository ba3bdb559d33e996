import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct ManualTests {
  private let text = Manual(of: .persist).text

  @Test func isWritten() throws {
    let stage = Stage()
    #expect(stage.run("--generate-manual") == .success)
    #expect(stage.output.text == text)
    try Fixture("persist.1").expect(text)
  }

  private static let formatters: [(String, [String])] = [
    ("man", ["--warnings", "-E", "UTF-8", "-l"]), ("groff", ["-mdoc", "-Tutf8", "-ww", "-z"]),
  ]

  @Test(arguments: formatters.filter { Tool.isExpected($0.0) })
  func makesNoWarnings(name: String, arguments: [String]) throws {
    try TemporaryFolder.run { folder in
      let result = try #require(Tool(name))
        .run(arguments + [folder.file("persist.1", text)])
      #expect(result.status == 0)
      #expect(!result.text.contains("warning"), "\(result.text)")
    }
  }

  @Test(.enabled(if: Tool.isExpected("mandoc"))) func satisfiesMandoc() throws {
    try TemporaryFolder.run { folder in
      let result = try #require(Tool("mandoc"))
        .run(["-T", "lint", folder.file("persist.1", text)])
      // Whether the other pages are installed does not matter.
      let lines = result.text.split(separator: "\n")
        .filter { !$0.contains("sqlite3") && !$0.contains("mandoc.db") }
      #expect(lines == [])
    }
  }

  @Test func escapesWhatWouldBeAMacro() {
    var page = ManualPage()
    page.paragraphs(".Sh is `a\\b` and 'x' … --y.")
    page.examples([Example("persist \\x", prints: "'a\n.b\n-")])
    #expect(
      page.text == """
        \\&.Sh is \\fBa\\eb\\fP and 'x' \\[u2026] \\-\\-y.
        .Bd -literal -offset indent
        $ persist \\ex
        \\&'a
        \\&.b
        \\-
        .Ed

        """)
  }
}
