import Foundation
import Testing

@testable import PersistentObjectsCommandLine

@Suite struct ValueTests {
  @Test(arguments: [
    (OutputValue.null, "null"), (true, "true"), (false, "false"),
    (.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
    (.integer(exactly: UInt64.max), "\"18446744073709551615\""),
    (.integer(exactly: Int8.min), "-128"),
    (0.1, "0.1"), (5.0, "5.0"), (-0.0, "-0.0"), (1e16, "1e+16"),
    (.real(.leastNonzeroMagnitude), "5e-324"),
    (.real(.greatestFiniteMagnitude), "1.7976931348623157e+308"),
    (.real(.nan), "\"NaN\""), (.real(.infinity), "\"Infinity\""),
    (.real(-.infinity), "\"-Infinity\""),
    (.text("a\"b\\c/"), #""a\"b\\c/""#), (.text("\0\u{1F}\n\r\t"), #""\u0000\u001f\n\r\t""#),
    (.text("\u{7F}\u{9B}\u{202E}"), #""\u007f\u009b\u202e""#), (.text("😀é"), "\"😀é\""),
    (.bytes([0, 255, 16]), "\"AP8Q\""), (.list([]), "[]"),
    (.list([1, nil, "x"]), "[1,null,\"x\"]"),
    (.object([]), "{}"),
    (
      .object([OutputPair("a\"", 1), OutputPair("b", .list([.object([OutputPair("c", nil)])]))]),
      #"{"a\"":1,"b":[{"c":null}]}"#
    ),
  ])
  func writesJSON(value: OutputValue, json: String) {
    #expect(value.json == json)
  }

  @Test func writesTextsThatFoundationReads() throws {
    let text = String(String.UnicodeScalarView((0...0x2FFF).compactMap(Unicode.Scalar.init)))
    let data = Data(OutputValue.text(text).json.utf8)
    let read = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) as? String
    #expect(read == text)
  }

  @Test(
    arguments: [
      (Presentation.exact, 63666, "63666"), (.grouped, 63666, "63,666"), (.grouped, 999, "999"),
      (.grouped, .integer(.min), "-9,223,372,036,854,775,808"), (.grouped, "x", "x"),
      (.bytes, 0, "0 B"), (.bytes, 999, "999 B"), (.bytes, 1000, "1.0 kB"),
      (.bytes, 999_949, "999.9 kB"), (.bytes, 999_960, "1.0 MB"), (.bytes, 1_536_000_000, "1.5 GB"),
      (.bytes, .integer(.max), "9223372.0 TB"), (.bytes, nil, "NULL"),
      (.share, 0.125, "12.5 %"), (.share, 1.0, "100.0 %"), (.share, .real(.nan), "NaN"),
    ] as [(Presentation, OutputValue, String)])
  func presentsNumbers(presentation: Presentation, value: OutputValue, text: String) {
    #expect(value.shown(presentation) == text)
  }

  @Test func doublesBackslashesWhereEscapesCanBeUndone() {
    #expect(OutputValue.text("\\n\n").plain == "\\\\n\\n")
    #expect(OutputValue.text("\\n\n").shown() == "\\n\\n")
    #expect(OutputValue.text("\\\u{301}n").plain == "\\\\\u{301}n")
  }
}
