import PersistentObjectsInspection
import PersistentObjectsNames
import Testing

@testable import PersistentObjectsGeneration

@Suite struct StandardNamingTests {
  /// The same names as in the macro's tests.
  @Test(arguments: [
    ("Person", "person"), ("lastName", "last_name"), ("homeURL", "home_url"),
    ("NSDataBox", "ns_data_box"), ("HTTPServer2", "http_server2"), ("URLString", "url_string"),
    ("userIDs", "user_ids"), ("URLs", "urls"), ("URLsOfUser", "urls_of_user"),
    ("sha256Sum", "sha256_sum"), ("SHA256Sum", "sha256_sum"), ("MP3Player", "mp3_player"),
    ("x2", "x2"), ("first_name", "first_name"), ("first_Name", "first_name"),
    ("_hidden", "_hidden"), ("__x", "__x"), ("A", "a"), ("aB", "a_b"), ("ABC", "abc"),
    ("größeÜber", "größe_über"), ("名前", "名前"), ("名前Kana", "名前_kana"),
    ("raw name", "raw_name"), ("isOn", "is_on"), ("iPhone", "i_phone"), ("", ""),
    ("Shop.OrderLine", "order_line"),
  ])
  func tablesAndColumnsAreCalledAsTheMacroCallsThem(_ swift: String, _ sql: String) {
    #expect(StandardNaming.name(of: swift) == sql)
  }

  @Test(arguments: [
    ("Person", "_Person"), ("Shop.Order", "Shop._Order"), ("Value", "_ValueClass"),
    ("Shop.Index", "Shop._IndexClass"), ("Subclass", "_SubclassClass"), ("main", "_mainClass"),
    ("Class", "_ClassClass"), ("Shop.Trivial", "Shop._TrivialClass"),
    ("NativeClass", "_NativeClassClass"), ("BridgeObject", "_BridgeObjectClass"),
    ("RefCountedObject", "_RefCountedObjectClass"),
    ("NativeRefCountedObject", "_NativeRefCountedObjectClass"),
  ])
  func theMachinesClassHasNoNameThatTheMacrosUse(_ name: String, _ machine: String) {
    #expect(GeneratedName(name).machine.path == machine)
  }

  @Test(arguments: [
    ("person", "person"), ("class", "`class`"), ("first name", "`first name`"), ("größe", "größe"),
    ("_x", "_x"), ("1st", "`1st`"), ("🐶", "`🐶`"), ("some", "some"), ("Type", "`Type`"),
  ])
  func whatIsNoPlainIdentifierStandsBetweenBackticks(_ name: String, _ source: String) {
    #expect(SwiftName.isIdentifier(name))
    #expect(SwiftName.source(name) == source)
  }

  @Test(arguments: [
    ("Foo { } import Evil", "Foo_import_Evil"), ("\"; DROP", "_DROP"), ("a\nb", "a_b"),
    ("`x`", "_x"), ("", "none"), (" ", "none"), ("_", "none"), ("a.b", "a_b"),
    ("\u{202E}live", "_live"),
    ("123", "none"), ("a/b", "a_b"),
  ])
  func whatIsNoIdentifierIsReplaced(_ name: String, _ identifier: String) {
    #expect(!SwiftName.isIdentifier(name))
    #expect(SwiftName.identifier(like: name, fallback: "none") == identifier)
  }

  @Test(arguments: [
    ("a\"b", #""a\"b""#), ("\\(x)", #""\\(x)""#), ("a\nb\r\t", #""a\nb\r\t""#), ("é🐶", "\"é🐶\""),
    ("\u{2028}\u{202E}\0", #""\u{2028}\u{202E}\u{0}""#),
  ])
  func aLiteralIsTheText(_ text: String, _ literal: String) {
    #expect(text.swiftLiteral == literal)
  }

  @Test(arguments: ScalarNames.all)
  func theTypesThatTheMacrosKnowHaveStandardCodecs(_ name: String) {
    #expect(StandardType.isStandard(name))
    #expect(CodecModel(of: .named(name)) != nil)
    #expect(
      (StandardType.module(of: name) == "Foundation") == ScalarNames.foundation.contains(name))
  }

  @Test(
    arguments: [
      ("integer", "Int", nil), ("unsigned", "UInt", nil), ("real", "Double", nil),
      ("bytes", "Data", nil), ("decimal-text", "Decimal", nil), ("date-text", "Date", nil),
      ("date-microseconds", "Date", "DateAsMicroseconds()"),
      ("float-bits", "Float", "FloatAsBits()"),
      ("decimal-scaled-2", "Decimal", "DecimalAsInteger(scale: 2)"),
      ("compressed(bytes)", "Data", "CompressedCodec(DataCodec())"),
      ("range(integer)", "Range<Int>", nil), ("json", "StoredValue", nil),
    ] as [(String, String, String?)])
  func standardCodecsAreDeclaredByTypeAndExpression(
    _ codec: String, _ type: String, _ expression: String?
  ) {
    #expect(StandardCodec.named(codec)?.type == type)
    #expect(StandardCodec.named(codec)?.expression == expression)
  }

  @Test(arguments: [
    ("Int", true), ("Range<UUID>", true), ("Range<Bool>", false), ("ClosedRange<Date>", true),
    ("Range<StoredValue>", false), ("Measurement<UnitLength>", true), ("NSNumber", true),
    ("Range<NSNumber>", false), ("Nothing", false),
  ])
  func typesThatCanBeStoredAreKnown(_ name: String, isKnown: Bool) {
    #expect(StandardType.isKnown(name) == isKnown)
  }
}
