import PersistentObjectsCommandLine
import Testing

@testable import demo

@Suite struct TerminalTests {
  @Test func alignsColumns() {
    var table = TextTable(["package", "version", "size"])
    table.append(["adduser", "3.134", "183272"])
    table.append(["日本語", nil, "-1.5"])
    table.append(["e\u{301}\u{301}\n", "a", nil])
    #expect(
      table.lines() == [
        "package  version    size",
        "───────  ───────  ──────",
        "adduser  3.134    183272",
        "日本語   NULL       -1.5",
        "e\u{301}\u{301}\\n      a          NULL",
      ])
  }

  @Test func cutsTheWidestColumn() {
    var table = TextTable(["key", "text"])
    table.tableWidth = 20
    table.append(["1", String(repeating: "word", count: 9)])
    #expect(table.lines().last == "  1  wordwordwordwo…")
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("Jörg", 4), ("日本", 4), ("👩‍👩‍👧", 2), ("❤️", 2), ("e\u{301}", 1),
  ])
  func knowsTheWidth(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func cutsBetweenCharacters() {
    #expect("日本語".cut(to: 4) == "日…")
    #expect("abc".cut(to: 3) == "abc")
    #expect("abc".cut(to: 0) == "")
  }

  @Test func plainStyleAddsNothing() {
    #expect(Style.plain.red("x") == "x")
    #expect(Style(isColored: true).red("x") == "\u{1B}[31mx\u{1B}[0m")
    #expect(!Style(for: Terminal(descriptor: -1), environment: [:]).isColored)
  }

  @Test func progressShowsFiguresAndRate() {
    let bar = ProgressBar("reading", items: "packages", totalBytes: 50_000_000)
    #expect(
      bar.line(count: 31_000, bytes: 25_000_000, elapsed: .milliseconds(500))
        == "reading ████████████░░░░░░░░░░░░  50 %  25.0 MB  31,000 packages  62,000/s")
    let unknown = ProgressBar("reading", items: "packages", totalBytes: nil)
    #expect(unknown.line(count: 0, bytes: 0, elapsed: .zero) == "reading  0.0 MB  0 packages  0/s")
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")])
  func groupsThousands(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}
