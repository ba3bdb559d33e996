import PersistentObjectsInspection
import Testing

@testable import PersistentObjectsReport

@Suite struct HTMLTests {
  private func data(_ text: String) -> String {
    String(decoding: ("\(data: text)" as HTML).bytes, as: UTF8.self)
  }

  private func attribute(_ text: String) -> String {
    String(decoding: ("\(text)" as HTML).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"), ("'\"", "&#39;&quot;"),
    ("</script><!--", "&lt;/script&gt;&lt;!--"), ("&amp;", "&amp;amp;"), ("ü 東 👩‍🚀", "ü 東 👩‍🚀"),
  ])
  func escapesWhatInterpolationsHold(text: String, expected: String) {
    #expect(data(text) == "<bdi>\(expected)</bdi>")
    #expect(attribute(text) == expected)
  }

  @Test(arguments: [
    ("\0", "NUL"), ("\u{1B}[1m", "ESC"), ("\r", "CR"), ("\u{7F}", "DEL"), ("\u{85}", "U+0085"),
    ("\u{FFFE}", "U+FFFE"), ("\u{10FFFF}", "U+10FFFF"), ("\u{202E}", "U+202E"),
    ("\u{2066}", "U+2066"), ("\u{200B}", "U+200B"), ("\u{FEFF}", "U+FEFF"), ("\u{2028}", "U+2028"),
  ])
  func showsWhatCannotBeSeen(text: String, name: String) {
    #expect(data(text).hasPrefix("<bdi><i>\(name)</i>"))
    #expect(attribute(text).hasPrefix(name))
  }

  @Test func keepsJoinersOfEmojiAndLineBreaks() {
    #expect(data("👩‍👩‍👧\n\tx") == "<bdi>👩‍👩‍👧\n\tx</bdi>")
  }

  @Test func saysWhereATextIsEmpty() {
    #expect(data("") == "<bdi><i>empty</i></bdi>")
    #expect(attribute("") == "")
  }

  @Test func keepsALeadingMarkFromTheTagBeforeIt() {
    #expect(data("\u{338}x") == "<bdi>&#824;x</bdi>")
  }

  @Test func cutsTowersOfMarks() {
    let tower = String(repeating: "\u{333}", count: 100)
    let shown = String(repeating: "\u{333}", count: 8)
    #expect(data("a" + tower + "b") == "<bdi>a\(shown)<i>+92 marks</i>b</bdi>")
    #expect(attribute("a" + tower) == "a\(shown)+92 marks")
  }

  @Test func clipsMegabytes() {
    let bytes = ("\(data: String(repeating: "<", count: 1 << 20))" as HTML).bytes
    #expect(bytes.count == HTML.dataLimit * 4 + 14)
  }

  @Test func takesLiteralsAsMarkup() {
    let inner: HTML = "<b>\(3)</b>"
    #expect(("<p>\(inner)\(nil as HTML?)</p>" as HTML) == "<p><b>3</b></p>")
  }

  @Test func writesCoordinatesToATenth() {
    #expect(("\(1.25) \(-0.04) \(-3.0) \(Double.nan)" as HTML) == "1.3 0 -3 0")
  }
}

@Suite struct FiguresTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (63_666, "63,666"), (-1_234_567, "−1,234,567"),
    (Int.min, "−9,223,372,036,854,775,808"),
  ])
  func groupsThousands(number: Int, text: String) {
    #expect(number.grouped == text)
  }

  @Test(arguments: [
    (0, "0 B"), (812, "812 B"), (1000, "1 kB"), (4_190_000, "4.2 MB"), (999_999, "1 MB"),
    (194_000_000, "194 MB"), (Int.max, "9.2 EB"), (Int.min, "-9.2 EB"),
  ])
  func writesBytesInTheUnitThatFits(bytes: Int, text: String) {
    #expect(bytes.inBytes == text.replacing(" ", with: "\u{A0}"))
  }

  @Test(arguments: [
    (0, "0 %"), (1, "100 %"), (0.0001, "< 0.1 %"), (0.99999, "> 99.9 %"), (0.1234, "12.3 %"),
    (Double.infinity, "–"),
  ])
  func neverRoundsSomethingToNothing(share: Double, text: String) {
    #expect(share.percent == text.replacing(" ", with: "\u{A0}"))
  }
}

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func givesThePublishedDigests(text: String, digest: String) {
    let hex = SHA256.digest(of: Array(text.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    #expect(hex.joined() == digest)
  }
}

@Suite struct ReportTextTests {
  @Test func keepsAShortTextWhole() {
    #expect(ReportText("abc").total == nil)
    #expect(ReportText("abc", limit: 3).text == "abc")
  }

  @Test func endsBetweenCharacters() {
    let text = ReportText("ab👩‍🚀cd", limit: 4)
    #expect(text.text == "ab")
    #expect(text.total == 7)
  }

  @Test func endsATowerOfMarksAllTheSame() {
    let text = ReportText("e" + String(repeating: "\u{301}", count: 100_000), limit: 240)
    #expect(text.text.unicodeScalars.count == 240)
    #expect(text.total == 100_001)
  }

  @Test func mendsBytesThatAreNoText() {
    #expect(ReportText(bytes: [0x61, 0xED, 0xA0, 0x80, 0xFF, 0x62]).text.hasPrefix("a\u{FFFD}"))
  }
}
