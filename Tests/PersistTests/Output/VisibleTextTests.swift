import Testing

@testable import PersistentObjectsCommandLine

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("Ärger, naïve, 日本", "Ärger, naïve, 日本"),
    ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
    ("a\r\nb", "a\\r\\nb"),
    ("\u{1B}[31mred\u{1B}[0m", "\\u{1B}[31mred\\u{1B}[0m"),
    ("\u{9B}2J", "\\u{9B}2J"),
    ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{7}"),
    ("\0\u{8}\u{7F}", "\\u{0}\\u{8}\\u{7F}"),
    ("abc\u{202E}fed", "abc\\u{202E}fed"),
    ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
    ("\u{61C}\u{200F}", "\\u{61C}\\u{200F}"),
    ("a\u{2028}b", "a\\u{2028}b"),
    ("©\u{A0}½", "©\u{A0}½"),
    ("👨‍👩‍👧", "👨‍👩‍👧"),
    ("e\u{301}", "e\u{301}"),
    ("…–", "…–"),
  ])
  func showsWhatCouldSteerATerminal(text: String, visible: String) {
    #expect(text.visible == visible)
  }

  @Test func keepsLinesAndTabsWhereThereAreLines() {
    #expect("a\n\tb\u{1B}c\r".visibleOnLines == "a\n\tb\\u{1B}c\\r")
  }

  @Test func agreesWithItsShortCut() {
    let wrong = (0...0x2FFF).compactMap(Unicode.Scalar.init)
      .filter { String($0).isVisible == $0.steersTerminal }
    #expect(wrong == [])
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("Ärger", 5), ("日本", 4), ("ｶﾅ", 2), ("Ｆ", 2), ("한국", 4),
    ("e\u{301}", 1), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("☀", 1), ("☀\u{FE0F}", 2),
    ("1\u{FE0F}\u{20E3}", 2), ("…", 1), ("\u{200B}", 0), ("\u{AD}", 1), ("\u{301}", 0), ("⌚", 2),
    ("𠀀", 2), ("─", 1), ("क्षि", 1),
  ])
  func measuresColumns(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("abcd", 0, ""), ("", 0, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
    ("e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}e\u{301}"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"),
  ])
  func cutsAtAWidth(text: String, width: Int, cut: String) {
    #expect(text.cut(to: width) == cut)
    #expect(text.cut(to: width).displayWidth <= width)
  }

  @Test(arguments: [
    ("", 3, [""]), ("abc", 3, ["abc"]), ("abcdefg", 3, ["abc", "def", "g"]),
    ("日本語", 3, ["日", "本", "語"]), ("日本", 1, ["日", "本"]),
  ])
  func breaksAtAWidth(text: String, width: Int, pieces: [String]) {
    #expect(text.pieces(ofWidth: width) == pieces)
  }
}
