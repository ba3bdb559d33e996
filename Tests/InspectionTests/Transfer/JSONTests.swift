import Foundation
import PersistentObjectsInspection
import PersistentObjectsJSON
import TestSupport
import Testing

@Suite struct JSONTests {
  @Test(
    arguments: [
      "", " ", "{", "}", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "01", "1.", ".5",
      "+1",
      "-", "1e", "1e+", "nul", "\"", "\"\\x\"", "\"\\u12\"", "\"\\u+123\"", "\"\\ud800\"",
      "\"\\ud800\\u0041\"", "\"a\nb\"", "1 2", "9223372036854775808", "1e400", "{\"a\":1,\"a\":2}",
      "\u{feff}1", "[1", "tru", "'a'",
    ])
  func whatIsNoJSONIsRefused(_ text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test func deepNestingAndBrokenTextsEnd() {
    #expect(throws: JSONError.self) {
      try JSONValue(parsing: [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
    }
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xff, 0x22]) }
  }

  @Test(
    arguments: [
      ("-0", .integer(0)), ("-0.0", .real(-0.0)), ("5.0", .real(5)), ("1e3", .real(1000)),
      ("-9223372036854775808", .integer(.min)), (" [ ] ", .list([])), ("{ }", .object([])),
      ("\"\\ud83d\\ude00\\u00e9\\/\"", .text("😀é/")), ("null", .null), ("true", .bool(true)),
    ] as [(String, JSONValue)])
  func valuesAreRead(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  /// Values of all kinds in their written form, which Foundation also reads.
  @Test(arguments: RandomNumbers.seeds) func textsComeBack(_ seed: UInt64) throws {
    var numbers = RandomNumbers(seed: seed)
    for _ in 0..<2000 {
      let scalars = (0..<numbers.number(below: 12)).compactMap { _ in
        Unicode.Scalar(UInt32(numbers.number(below: numbers.once(in: 3) ? 0x11_0000 : 0x100)))
      }
      let string = String(String.UnicodeScalarView(scalars))
      var text = JSONText()
      text.append(text: string)
      #expect(try JSONValue(parsing: text.bytes) == .text(string), "seed \(seed)")
      let foreign = try JSONDecoder().decode(String.self, from: Data(text.bytes))
      #expect(foreign.unicodeScalars.elementsEqual(string.unicodeScalars), "seed \(seed)")
      let real = Double(bitPattern: numbers.next())
      guard real.isFinite else { continue }
      var number = JSONText()
      number.append(real)
      #expect(try JSONValue(parsing: number.bytes) == .real(real), "seed \(seed)")
    }
  }
}
