import Foundation
import PersistentObjectsKeyedArchive
import Testing

/// `Codable` values in keyed archives.
struct KeyedArchiveValueTests {
  // MARK: Exactness

  @Test(arguments: [
    0, -0.0, 1.5, .pi, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    .nan, Double(nan: 77, signaling: true), Double(bitPattern: 0xFFF8_0000_0000_0001),
  ])
  func keepsEveryBitOfDoubles(_ value: Double) throws {
    #expect(try roundTrip([value])[0].bitPattern == value.bitPattern)
    #expect(try roundTrip(value).bitPattern == value.bitPattern)
    let float = Float(value)
    #expect(try roundTrip([float])[0].bitPattern == float.bitPattern)
  }

  @Test func keepsIntegersOfAllWidths() throws {
    #expect(try roundTrip([UInt64.max, .min, 1 << 63]) == [UInt64.max, .min, 1 << 63])
    #expect(
      try roundTrip([Int64.max, .min, -1, 255, 256, 65536]) == [.max, .min, -1, 255, 256, 65536])
    #expect(try roundTrip([Int8.min, .max]) == [.min, .max])
    #expect(try roundTrip([UInt.max, 0]) == [.max, 0])
  }

  @Test(arguments: [
    Int128.max, .min, 0, -1, 256, Int128(Int64.max) + 1, Int128(Int64.min) - 1,
    Int128(UInt64.max), Int128(UInt64.max) + 1,
  ])
  func keepsIntegersOf128Bits(_ number: Int128) throws {
    let value = Wide(signed: number, unsigned: UInt128(truncatingIfNeeded: number), present: number)
    #expect(try roundTrip(value) == value)
    let pair = WidePair(signed: value.signed, unsigned: value.unsigned)
    #expect(try roundTrip(pair) == pair)
    #expect(try roundTrip([value.signed]) == [value.signed])
    #expect(try roundTrip([value.unsigned]) == [value.unsigned])
  }

  @Test func integersOf128BitsAreTextOnlyBeyond64Bits() throws {
    let numbers = try KeyedArchive.archive([Int128(UInt64.max), 7])
    #expect(try unarchive([UInt64].self, numbers) == [.max, 7])
    let digits = try KeyedArchive.archive([Int128(Int64.min) - 1])
    #expect(try unarchive([String].self, digits) == ["-9223372036854775809"])
    #expect(throws: DecodingError.self) { try unarchive([UInt128].self, digits) }
  }

  @Test(arguments: [
    "", "12", "18446744073709551615", "018446744073709551616", "+18446744073709551616",
    "18446744073709551616 ", "1e30", "340282366920938463463374607431768211455",
  ])
  func refusesAnotherTextForAnIntegerOf128Bits(_ text: String) throws {
    let bytes = try KeyedArchive.archive([text])
    #expect(throws: DecodingError.self) { try unarchive([Int128].self, bytes) }
  }

  @Test(arguments: [
    "", "a", "\0", "a\0b", "é", "e\u{301}", "漢字", "👩‍👩‍👧", "$null", "$", "\u{FFFF}",
    String(repeating: "x", count: 300), String(repeating: "ü", count: 70_000),
  ])
  func keepsEveryTextByteForByte(_ text: String) throws {
    #expect(Array(try roundTrip(text).utf8) == Array(text.utf8))
    #expect(try roundTrip([text: text]) == [text: text])
    #expect(try roundTrip([text, nil]) == [text, nil])
  }

  @Test func keepsComposedAndDecomposedAccentsApartInOneArchive() throws {
    let texts = ["é", "e\u{301}", "é"]
    #expect(try roundTrip(texts).map { $0.unicodeScalars.count } == [1, 2, 1])
  }

  @Test func keepsDatesAndDataAndFoundationsValues() throws {
    #expect(
      try roundTrip(Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)).timeIntervalSinceReferenceDate
        == 0.1 + 0.2)
    #expect(try roundTrip([Date.distantPast, .distantFuture]) == [.distantPast, .distantFuture])
    #expect(try roundTrip(Data()) == Data())
    #expect(try roundTrip(Data((0...255).map { UInt8($0) })) == Data((0...255).map { UInt8($0) }))
    let url = URL(string: "b?c=d", relativeTo: URL(string: "http://a"))
    #expect(try roundTrip(url) == url)
    let uuid = UUID()
    #expect(try roundTrip(uuid) == uuid)
    let decimal = try #require(Decimal(string: "-12345678901234567890123456789012345678e-20"))
    #expect(try roundTrip([decimal, .nan]) == [decimal, .nan])
  }

  @Test func keepsNilsAndEmptiness() throws {
    #expect(try roundTrip(Int?.none) == nil)
    #expect(try roundTrip([Int?]([nil, 1, nil])) == [nil, 1, nil])
    let absent: [String: Int?] = ["a": Int?.none]
    #expect(try roundTrip(absent) == absent)
    #expect(try roundTrip([[Int]]()) == [])
    #expect(try roundTrip([[Int](), []]) == [[], []])
    #expect(try roundTrip([String: Int]()) == [:])
    #expect(try roundTrip(Nothing()) == Nothing())
  }

  /// Both kinds of nil are encoded alike, so `.some(nil)` came back as nil.
  @Test func refusesNilsInsideOptionals() throws {
    struct Guess: Codable, Equatable { var number: Int?? }
    #expect(try roundTrip(Guess(number: 1)) == Guess(number: 1))
    #expect(try roundTrip([Int??]([nil, 1])) == [nil, 1])
    for write in [
      { try KeyedArchive.archive(Guess(number: .some(nil))) },
      { try KeyedArchive.archive([Int??]([.some(nil)])) },
    ] {
      let error = #expect(throws: KeyedArchiveError.self) { try write() }
      #expect(error?.code == .cannotArchive)
    }
  }

  @Test func aTypeMayMarkANilInsideAnOptionalItself() throws {
    let replies = [Reply(number: nil), Reply(number: .some(nil)), Reply(number: 1)]
    #expect(try roundTrip(replies) == replies)
  }

  // MARK: All kinds of encoders

  @Test func passesThroughSuperAndNestedContainers() throws {
    #expect(try roundTrip(Nested(a: 1, b: "two", c: [3, 4])) == Nested(a: 1, b: "two", c: [3, 4]))
    let child = Child(name: "x", age: 7)
    let back = try roundTrip(child)
    #expect(back.name == "x" && back.age == 7)
  }

  @Test func aClassAndItsSuperclassShareNestedContainers() throws {
    struct Listed: Decodable { var list: [String] }
    let bytes = try KeyedArchive.archive(Book(id: 7, title: "Emma"))
    let back = try unarchive(Book.self, bytes)
    #expect(back.id == 7 && back.title == "Emma")
    #expect(try unarchive(Listed.self, bytes).list == ["item", "book"])
  }

  @Test func showsUserInfoToEncodersAndDecoders() throws {
    var options = KeyedArchiveOptions()
    options.userInfo[.factor] = 3
    let bytes = try KeyedArchive.archive(Scaled(value: 5), options: options)
    #expect(try unarchive([Int].self, bytes) == [15])
    #expect(try unarchive(Scaled.self, bytes, options: options).value == 5)
  }

  @Test func keepsTheLastValueOfAKeyEncodedTwice() throws {
    #expect(
      try unarchive([String: Int].self, try KeyedArchive.archive(Twice())) == ["a": 2, "b": 3])
    let nested = try KeyedArchive.archive(NestedTwice())
    #expect(try unarchive([String: [String: Int]].self, nested) == ["a": ["b": 2]])
  }

  // MARK: Errors

  @Test func namesThePathOfAMismatch() throws {
    struct Inner: Codable { var values: [Int] }
    struct WrongInner: Codable { var values: [String] }
    let bytes = try KeyedArchive.archive(["x": Inner(values: [1, 2])])
    let error = #expect(throws: DecodingError.self) {
      try unarchive([String: WrongInner].self, bytes)
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["x", "values", "Index 0"])
    #expect(context.debugDescription == "String is expected where the archive has an integer")
  }

  @Test func refusesNumbersThatDoNotFit() throws {
    let bytes = try KeyedArchive.archive([300.0, 0.1])
    #expect(throws: DecodingError.self) { try unarchive([UInt8].self, bytes) }
    #expect(throws: DecodingError.self) { try unarchive([Float].self, bytes) }
    #expect(try unarchive([Float].self, try KeyedArchive.archive([0.5])) == [0.5])
    #expect(try unarchive([Int].self, try KeyedArchive.archive([3.0])) == [3])
    #expect(try unarchive([Double].self, try KeyedArchive.archive([3])) == [3])
  }

  @Test func saysWhenKeysAndElementsAreMissing() throws {
    struct A: Codable { var a = 1 }
    struct B: Codable { var b: Int }
    let bytes = try KeyedArchive.archive(A())
    #expect(throws: DecodingError.self) { try unarchive(B.self, bytes) }
    #expect(throws: DecodingError.self) { try unarchive([Int].self, bytes) }
    #expect(throws: DecodingError.self) { try unarchive(Int.self, bytes) }
  }

  @Test func failsForAValueThatAsksForTwoContainers() {
    #expect(throws: EncodingError.self) { try KeyedArchive.archive(TwoContainers()) }
    #expect(throws: EncodingError.self) { try KeyedArchive.archive(TwoNestedContainers()) }
  }

  @Test func writesNothingThatItsOwnLimitsForbidToRead() throws {
    var options = KeyedArchiveOptions()
    options.maximumDepth = 20
    options.maximumObjectCount = 100
    options.maximumRawLength = 10_000
    let shallow = Chain(length: 4), deep = Chain(length: 40)
    _ = try unarchive(
      Chain.self, try KeyedArchive.archive(shallow, options: options), options: options)
    expectLimit { _ = try KeyedArchive.archive(deep, options: options) }
    expectLimit { _ = try KeyedArchive.archive(Array(0..<101), options: options) }
    expectLimit {
      _ = try KeyedArchive.archive(String(repeating: "a", count: 10_001), options: options)
    }
    expectLimit {
      let same = String(repeating: "a", count: 1000)
      _ = try KeyedArchive.archive(Array(repeating: same, count: 11), options: options)
    }
    expectLimit { _ = try unarchive(Chain.self, try KeyedArchive.archive(deep), options: options) }
    options.maximumDepth = 1
    expectLimit { _ = try KeyedArchive.archive(Child(name: "x", age: 7), options: options) }
  }

  /// Opening a container cannot throw, so a type may go on for long after the limit.
  @Test(arguments: [LongLadder.Kind.keyed, .unkeyed, .superOfKeyed, .superOfUnkeyed])
  func containersInsideEachOtherEndAtTheLimit(_ kind: LongLadder.Kind) throws {
    for encodesMore in [false, true] {
      let ladder = LongLadder(kind: kind, length: 100_000, encodesMore: encodesMore)
      expectLimit { _ = try KeyedArchive.archive([ladder]) }
    }
    let short = LongLadder(kind: kind, length: 100, encodesMore: true)
    #expect(throws: Never.self) { try KeyedArchive.archive([short]) }
  }

  private func expectLimit(_ body: () throws -> Void) {
    let error = #expect(throws: KeyedArchiveError.self, performing: body)
    #expect(error?.code == .limitExceeded)
  }

  // MARK: Foundation

  @Test func foundationReadsValues() throws {
    var value = Everything()
    let object = try #require(
      try foundationObject(try KeyedArchive.archive(value)) as? NSDictionary)
    let expected = try PropertyListSerialization.propertyList(
      from: try PropertyListEncoder().encode(value), format: nil)
    #expect(object == expected as? NSDictionary)
    let copy = object.mutableCopy() as? NSMutableDictionary
    copy?["flag"] = nil  // On Linux, Foundation's archiver writes true and 1 as a single object.
    value.flag = nil
    #expect(try unarchive(Everything.self, try foundationArchive(copy as Any)) == value)
  }

  @Test func readsAnySingleRoot() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode([1, 2] as NSArray, forKey: "other")
    archiver.finishEncoding()
    #expect(try unarchive([Int].self, Array(archiver.encodedData)) == [1, 2])
  }
}

// MARK: - Models

private struct Nothing: Codable, Equatable {}

/// A value that may be absent, nil or a number, and encodes each differently.
private struct Reply: Codable, Equatable {
  var number: Int??

  enum CodingKeys: CodingKey { case number }

  init(number: Int??) { self.number = number }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard fields.contains(.number) else { return }
    number = try .some(fields.decode(Int?.self, forKey: .number))
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch number {
    case .none: break
    case .some(.none): try fields.encodeNil(forKey: .number)
    case .some(.some(let number)): try fields.encode(number, forKey: .number)
    }
  }
}

/// A value that opens containers, or encoders of a superclass, inside each other in a loop.
struct LongLadder: Encodable {
  enum Kind: Sendable { case keyed, unkeyed, superOfKeyed, superOfUnkeyed }
  enum Key: CodingKey { case next, value }

  let kind: Kind
  let length: Int
  let encodesMore: Bool

  func encode(to encoder: any Encoder) throws {
    switch kind {
    case .keyed: try encodeKeyed(to: encoder)
    case .unkeyed: try encodeUnkeyed(to: encoder)
    case .superOfKeyed, .superOfUnkeyed: try encodeSuper(to: encoder)
    }
  }

  private func encodeKeyed(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for _ in 0..<length {
      container = container.nestedContainer(keyedBy: Key.self, forKey: .next)
    }
    if encodesMore { try container.encode(1, forKey: .value) }
  }

  private func encodeUnkeyed(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for _ in 0..<length { container = container.nestedUnkeyedContainer() }
    if encodesMore { try container.encode(1) }
  }

  private func encodeSuper(to encoder: any Encoder) throws {
    var encoder = encoder
    for _ in 0..<length { encoder = superEncoder(of: encoder) }
    if encodesMore { try 1.encode(to: encoder) }
  }

  private func superEncoder(of encoder: any Encoder) -> any Encoder {
    if kind == .superOfKeyed {
      var container = encoder.container(keyedBy: Key.self)
      return container.superEncoder()
    }
    var container = encoder.unkeyedContainer()
    return container.superEncoder()
  }
}

private struct Wide: Codable, Equatable {
  var signed: Int128
  var unsigned: UInt128
  var absent: Int128?, present: Int128?
}

private struct WidePair: Codable, Equatable {
  var signed: Int128
  var unsigned: UInt128

  init(signed: Int128, unsigned: UInt128) { (self.signed, self.unsigned) = (signed, unsigned) }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    signed = try container.decode(Int128.self)
    unsigned = try container.decode(UInt128.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(signed)
    try container.encode(unsigned)
  }
}

private struct Everything: Codable, Equatable {
  var text = "héllo"
  var ascii = "hello"
  var flag: Bool? = true
  var small = 7, negative = -1, big = Int64.max, huge = UInt64.max
  var real = 0.1
  var float = Float(0.1)
  var date = Date(timeIntervalSinceReferenceDate: 1234.5678)
  var data = Data([1, 2, 3])
  var list = [1, 2, 3], nested = [["a"], []]
  var table = ["one": 1, "two": 2], numbered = [1: "a"]
  var nothing: Int?, something: Int? = 5
}

private struct Nested: Codable, Equatable {
  var a: Int
  var b: String
  var c: [Int]

  enum Key: String, CodingKey { case outer, inner, list, b }

  init(a: Int, b: String, c: [Int]) { (self.a, self.b, self.c) = (a, b, c) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var outer = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
    var list = outer.nestedUnkeyedContainer(forKey: .list)
    try outer.encode(a, forKey: .inner)
    try container.encode(b, forKey: .b)
    for number in c {
      var element = list.nestedUnkeyedContainer()
      try element.encode(number)
      var pair = list.nestedContainer(keyedBy: Key.self)
      try pair.encode(number, forKey: .inner)
    }
    var last = list.superEncoder().singleValueContainer()
    try last.encode("last")
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let outer = try container.nestedContainer(keyedBy: Key.self, forKey: .outer)
    var list = try outer.nestedUnkeyedContainer(forKey: .list)
    a = try outer.decode(Int.self, forKey: .inner)
    b = try container.decode(String.self, forKey: .b)
    c = []
    while list.currentIndex < (list.count ?? 0) - 1 {
      var element = try list.nestedUnkeyedContainer()
      c.append(try element.decode(Int.self))
      #expect(
        try list.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .inner) == c.last)
    }
    #expect(try list.superDecoder().singleValueContainer().decode(String.self) == "last")
    #expect(list.isAtEnd)
  }
}

private class Parent: Codable {
  var name: String
  init(name: String) { self.name = name }
}

private final class Child: Parent {
  var age: Int
  enum Key: CodingKey { case age }

  init(name: String, age: Int) {
    self.age = age
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    age = try container.decode(Int.self, forKey: .age)
    try super.init(from: try container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try super.encode(to: container.superEncoder())
    try container.encode(age, forKey: .age)
  }
}

private class Item: Codable {
  let id: Int
  enum Key: CodingKey { case attributes, list, id, title }

  init(id: Int) { self.id = id }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let attributes = try container.nestedContainer(keyedBy: Key.self, forKey: .attributes)
    id = try attributes.decode(Int.self, forKey: .id)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var attributes = container.nestedContainer(keyedBy: Key.self, forKey: .attributes)
    try attributes.encode(id, forKey: .id)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    try list.encode("item")
  }
}

private final class Book: Item {
  let title: String

  init(id: Int, title: String) {
    self.title = title
    super.init(id: id)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let attributes = try container.nestedContainer(keyedBy: Key.self, forKey: .attributes)
    title = try attributes.decode(String.self, forKey: .title)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    var attributes = container.nestedContainer(keyedBy: Key.self, forKey: .attributes)
    try attributes.encode(title, forKey: .title)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    try list.encode("book")
  }
}

extension CodingUserInfoKey {
  fileprivate static var factor: CodingUserInfoKey {
    CodingUserInfoKey(rawValue: "factor") ?? { preconditionFailure("every text is a key") }()
  }
}

private struct Scaled: Codable {
  var value: Int

  init(value: Int) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(value * (encoder.userInfo[.factor] as? Int ?? 1))
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    value = try container.decode(Int.self) / (decoder.userInfo[.factor] as? Int ?? 1)
  }
}

private struct Twice: Encodable {
  enum Key: CodingKey { case a, b }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: .a)
    try container.encode(3, forKey: .b)
    try container.encode(2, forKey: .a)
  }
}

/// A value replaces the first nested container, and another container replaces the value.
private struct NestedTwice: Encodable {
  enum Key: CodingKey { case a, b }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var first = container.nestedContainer(keyedBy: Key.self, forKey: .a)
    try first.encode(1, forKey: .a)
    try container.encode(5, forKey: .a)
    var second = container.nestedContainer(keyedBy: Key.self, forKey: .a)
    try second.encode(2, forKey: .b)
  }
}

private struct TwoNestedContainers: Encodable {
  enum Key: CodingKey { case a }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var table = container.nestedContainer(keyedBy: Key.self, forKey: .a)
    try table.encode(1, forKey: .a)
    var list = container.nestedUnkeyedContainer(forKey: .a)
    try list.encode(1)
  }
}

private struct TwoContainers: Encodable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(1)
    var table = encoder.container(keyedBy: CodingKeys.self)
    try table.encode(1, forKey: .a)
  }

  enum CodingKeys: CodingKey { case a }
}

private indirect enum Chain: Codable {
  case end
  case link(Chain)

  init(length: Int) { self = length == 0 ? .end : .link(Chain(length: length - 1)) }
}
