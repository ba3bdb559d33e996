import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

@Suite struct TypeInferenceTests {
  @Test(arguments: [
    ("0", "Int"), ("-1", "Int"), ("1.5", "Double"), ("-0.5", "Double"), ("true", "Bool"),
    (#""""#, "String"), (#""a\(b)""#, "String"), ("Date()", "Date"), ("[String]()", "[String]"),
    ("[String: [Int]]()", "[String: [Int]]"), ("[Int?]()", "[Int?]"), ("Set<Int>()", "Set<Int>"),
    ("Foo()", "Foo"), ("Foo(1, b: 2)", "Foo"), ("Foo.Bar()", "Foo.Bar"), ("Foo.init()", "Foo"),
    ("Foundation.Date()", "Foundation.Date"), (#"URL(string: "x")!"#, "URL"), ("(1)", "Int"),
    ("[1, 2]", "[Int]"), (#"["a": 1]"#, "[String: Int]"), ("1 as Int64", "Int64"),
    ("x as! Foo", "Foo"), ("x as? Foo", "Foo?"), (#"String("x")"#, "String"), ("Int8(5)", "Int8"),
    ("[UInt8](repeating: 0, count: 4)", "[UInt8]"), ("Double(60 * 60)", "Double"),
    ("Int(-1)", "Int"), ("Float(Double(2))", "Float"), (#"Locale(identifier: "de")"#, "Locale"),
    ("Range<Int>(1...2)", "Range<Int>"), ("Int(clamping: x)", "Int"), ("String(x)", "String"),
    ("Int(x)", "Int"), ("Double(Int32.max)", "Double"), ("Float16(1)", "Float16"),
    (#"Foo("1")"#, "Foo"),
  ])
  func readsTheTypeOffTheDefaultValue(_ expression: ExprSyntax, _ type: String) {
    #expect(TypeInference.type(of: expression)?.trimmedDescription == type)
  }

  @Test(
    arguments: [
      ("[]", nil), ("nil", nil), ("[1, 2.5]", nil), ("foo()", nil), ("a + b", nil), ("x", nil),
      ("Set([1])", nil), ("Foo.bar", "Foo"), ("Foo.Bar.baz", "Foo.Bar"), (".bar", nil),
      (#"URL(string: "x")"#, "URL?"), (#"Int("1")"#, "Int?"), ("Kind(rawValue: 1)", "Kind?"),
      (#"Float16("1")"#, "Float16?"), (#"Swift.Int128("1")"#, "Swift.Int128?"),
      ("{ 1 }()", nil), ("-x", nil), (#"TimeZone(identifier: "UTC")"#, "TimeZone?"),
      ("TimeZone(secondsFromGMT: 0)", "TimeZone?"), ("Data(base64Encoded: x)", "Data?"),
      ("String(data: x, encoding: .utf8)", "String?"),
      ("Measurement(value: 1, unit: x)", nil), ("Range(1...2)", nil), ("ContiguousArray([1])", nil),
    ] as [(ExprSyntax, String?)])
  func guessesNothing(_ expression: ExprSyntax, _ suggestion: String?) {
    #expect(TypeInference.type(of: expression) == nil)
    #expect(TypeInference.suggestion(for: expression) == suggestion)
  }
}
