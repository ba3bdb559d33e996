import Foundation
import PersistentObjectsCodec
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsEngine
import PersistentObjectsKeyedArchive
import Testing

/// `NSCoding` objects in keyed archives.
struct KeyedArchiveObjectTests {
  // MARK: Round trips

  @Test func keepsAllFieldsOfAnObject() throws {
    let object = Sample()
    #expect(try roundTrip(object) == object)
  }

  @Test func foundationReadsWhatWeWrite() throws {
    let object = Sample()
    #expect(try foundationObject(try KeyedArchive.archive(object: object)) as? Sample == object)
  }

  /// Each field was searched from the first one on, which was more than the reader allows.
  @Test func anObjectMayHaveManyFields() throws {
    let ledger = Ledger()
    #expect(try roundTrip(ledger).numbers == ledger.numbers)
  }

  @Test func readsWhatFoundationWrites() throws {
    let object = Sample()
    let bytes = try foundationArchive(object)
    #expect(try unarchive(Sample.self, bytes) == object)
  }

  @Test(arguments: FoundationSample.all)
  func exchangesFoundationsObjectsWithFoundation(_ sample: FoundationSample) throws {
    let ours = try KeyedArchive.archive(object: Box(sample.object))
    let here = try unarchive(Box.self, ours).content
    #expect(here as? NSObject == sample.object)
    #expect((here as? NSObject).map { type(of: $0) } == type(of: sample.object))
    guard sample.isKnownToFoundation else { return }
    let there = try foundationObject(ours) as? Box
    #expect(there?.content as? NSObject == sample.object)
    let back = try unarchive(Box.self, try foundationArchive(Box(sample.object)))
    #expect(back.content as? NSObject == sample.object)
  }

  @Test func keepsDecimalsOf38Digits() throws {
    var random = ArchiveRandom(name: "keepsDecimalsOf38Digits")
    for _ in 0..<200 {
      let digits = (0..<random.below(38) + 1).map { _ in String(random.below(10)) }.joined()
      let text = (random.below(2) == 0 ? "-" : "") + digits + "e\(random.below(180) - 100)"
      let decimal = try #require(Decimal(string: text))
      let bytes = try KeyedArchive.archive(object: NSDecimalNumber(decimal: decimal))
      let back = try unarchive(NSDecimalNumber.self, bytes)
      #expect(back.decimalValue == decimal)
    }
  }

  /// Foundation on Linux, like earlier versions of this package, writes the mantissa as an object.
  @Test(arguments: ["NSDecimalNumber", "NSDecimalNumberPlaceholder"], [nil, 2] as [Int?])
  func readsDecimalsOfOtherArchivers(_ name: String, mantissa: Int?) throws {
    let archive = HandMade(entries: [
      .decimal(className: name, mantissa: mantissa), .raw(HandMade.mantissa),
    ])
    #expect(try unarchive(NSDecimalNumber.self, archive.bytes).decimalValue == 1.25)
  }

  @Test func writesMantissasInline() throws {
    let archive = try KeyedArchive.archive(object: NSDecimalNumber(string: "1.25"))
    let list = try PropertyListSerialization.propertyList(from: Data(archive), format: nil)
    let objects = (list as? [String: Any])?["$objects"] as? [Any]
    let number = objects?[1] as? [String: Any]
    #expect((number?["NS.mantissa"] as? Data)?.count == 16)
  }

  @Test func writesTheSameBytesForTheSameDictionary() throws {
    let one = NSMutableDictionary(), other = NSMutableDictionary()
    for key in (0..<50).map(String.init) { one[key] = key }
    for key in (0..<50).reversed().map(String.init) { other[key] = key }
    #expect(try KeyedArchive.archive(object: one) == KeyedArchive.archive(object: other))
  }

  // MARK: Graphs

  @Test func keepsSharedObjectsShared() throws {
    let shared = Node("shared")
    let root = Node("root", children: [shared, Node("between", children: [shared]), shared])
    let back = try roundTrip(root)
    #expect(back.children[0] === back.children[2])
    #expect(back.children[1].children[0] === back.children[0])
  }

  @Test func keepsCyclesAndBackReferences() throws {
    let root = Node("root", children: [Node("a"), Node("b")])
    for child in root.children { child.parent = root }
    root.children[0].friend = root.children[1]
    root.children[1].friend = root
    let back = try roundTrip(root)
    #expect(back.children.map(\.name) == ["a", "b"])
    #expect(back.children.allSatisfy { $0.parent === back })
    #expect(back.children[0].friend === back.children[1])
    #expect(back.children[1].friend === back)
    back.cut()
    root.cut()
  }

  /// The texts of the innermost objects counted as a level when they were read.
  @Test func readsWhatIsAsDeepAsCanBeWritten() throws {
    var options = KeyedArchiveOptions()
    options.maximumDepth = 20
    let url = try #require(NSURL(string: "http://a/b"))
    for (count, content) in [(20, NSString("$null")), (19, url)] as [(Int, NSObject)] {
      let box = (1..<count).reduce(Box(content)) { inner, _ in Box(inner) }
      let bytes = try KeyedArchive.archive(object: box, options: options)
      var back: Any? = try bytes.withUnsafeBytes {
        try KeyedArchive.unarchive(objectOf: Box.self, from: $0, options: options)
      }
      for _ in 0..<count { back = (back as? Box)?.content }
      #expect(back as? NSObject == content)
      let envelope = try bytes.withUnsafeBytes { try ArchiveEnvelope.seal($0) }
      try envelope.withUnsafeBytes {
        _ = try ArchiveOutline.read(envelope: $0, options: options)
      }
    }
  }

  /// The time to put objects of one hash into a set grows with the square of their number.
  @Test func objectsOfOneHashCountAsOftenAsTheyAreCompared() throws {
    var options = KeyedArchiveOptions()
    options.maximumObjectCount = 1000
    let set = NSSet(array: (0..<400).map { _ in Twin() })
    expect(.limitExceeded) { _ = try KeyedArchive.archive(object: set, options: options) }
    let bytes = try KeyedArchive.archive(object: set)
    #expect(try unarchive(NSSet.self, bytes, [Twin.self]).count == 400)
    expect(.limitExceeded) {
      _ = try bytes.withUnsafeBytes {
        try KeyedArchive.unarchive(
          objectOf: NSSet.self, allowing: [Twin.self], from: $0, options: options)
      }
    }
  }

  /// Foundation on Linux gives dates of a second, and more, the same hash. Each comparison counted
  /// as a value.
  @Test func aDictionaryMayHaveManyDatesOfOneSecondAsKeys() throws {
    var options = KeyedArchiveOptions()
    options.maximumObjectCount = 10_000
    let times = NSMutableDictionary()
    for index in 0..<400 {
      times[NSDate(timeIntervalSinceReferenceDate: Double(index) / 1000)] = index
    }
    let bytes = try KeyedArchive.archive(object: times, options: options)
    let back = try bytes.withUnsafeBytes {
      try KeyedArchive.unarchive(objectOf: NSMutableDictionary.self, from: $0, options: options)
    }
    #expect(back == times && back.count == 400)
  }

  @Test func refersConditionallyOnlyToWhatIsEncodedElsewhere() throws {
    let outside = Node("outside"), child = Node("child")
    child.parent = outside
    #expect(try roundTrip(child).parent == nil)
    let list = NSArray(array: [child, outside])
    let back = try unarchive(NSArray.self, try KeyedArchive.archive(object: list), [Node.self])
    #expect((back[0] as? Node)?.parent === back[1] as? Node)
  }

  /// Their names would restore other zones and locales.
  @Test func zonesAndLocalesThatAreMoreThanTheirNamesAreRefused() throws {
    let offset = try #require(TimeZone(secondsFromGMT: 3601))
    for zone in [offset, .autoupdatingCurrent] {
      expect(.cannotArchive) { _ = try KeyedArchive.archive(object: zone as NSTimeZone) }
    }
    for locale in [Locale.current, .autoupdatingCurrent] {
      expect(.cannotArchive) { _ = try KeyedArchive.archive(object: locale as NSLocale) }
    }
    let whole = NSTimeZone(forSecondsFromGMT: 3600)
    #expect(try roundTrip(whole) == whole)
  }

  @Test func saysHowToAllowCyclesWhereTheyAreNotAnnounced() throws {
    let knot = Knot(nil)
    knot.other = knot
    defer { knot.other = nil }
    let bytes = try KeyedArchive.archive(object: knot)
    let error = #expect(throws: KeyedArchiveError.self) { try unarchive(Knot.self, bytes) }
    #expect(error?.code == .objectRefused)
    #expect(error?.message.contains("beginDecoding") == true)
  }

  // MARK: Classes

  @Test func namesClassesAsTheyWish() throws {
    let shape = Circle(radius: 2)
    let bytes = try KeyedArchive.archive(object: shape)
    #expect(String(decoding: bytes, as: UTF8.self).contains("ShapeCircle"))
    #expect((try unarchive(Shape.self, bytes) as? Circle)?.radius == 2)
  }

  @Test func makesNoClassThatIsNotAllowed() throws {
    let bytes = try KeyedArchive.archive(object: Box(Node("x")))
    expect(.classNotAllowed) { _ = try unarchive(Box.self, bytes) }
    #expect(try (unarchive(Box.self, bytes, [Node.self]).content as? Node)?.name == "x")
    expect(.unexpectedClass) { _ = try unarchive(Node.self, bytes, [Box.self]) }
    expect(.unexpectedClass) {
      _ = try unarchive(NSString.self, try KeyedArchive.archive(object: NSNumber(value: 1)))
    }
  }

  @Test func refusesObjectsWithoutStableNames() {
    final class Local: Box {}
    expect(.cannotArchive) { _ = try KeyedArchive.archive(object: Local(nil)) }
    expect(.cannotArchive) { _ = try KeyedArchive.archive(object: Square()) }
  }

  @Test func refusesWhatCannotBeArchived() {
    struct Plain {}
    expect(.cannotArchive) { _ = try KeyedArchive.archive(object: Box(Plain())) }
    expect(.cannotArchive) { _ = try KeyedArchive.archive(object: Box(NSObject())) }
    expect(.cannotArchive) { _ = try KeyedArchive.archive(object: NSSet(object: NSArray())) }
    expect(.limitExceeded) {
      var node = Node("end")
      for _ in 0..<600 { node = Node("", children: [node]) }
      _ = try KeyedArchive.archive(object: node)
    }
  }

  @Test(
    arguments: [
      NSRegularExpression.self, NSCountedSet.self, NSAttributedString.self, NSIndexSet.self,
      NSError.self, NSValue.self, NSDateInterval.self, UnitLength.self, Loudness.self,
    ] as [AnyClass])
  func hasNoCodecForFoundationsClassesThatStopTheProcessOnBadArchives(_ type: AnyClass) {
    guard let coding = type as? any (NSObject & NSCoding).Type else {
      Issue.record("\(type) is not NSCoding")
      return
    }
    let codec = codec(for: coding)
    #expect(codec == nil)
  }

  @Test func neverRunsTheCodersOfThoseClasses() throws {
    let pattern = try NSRegularExpression(pattern: "a")
    expect(.cannotArchive) { _ = try KeyedArchive.archive(object: Box(pattern)) }
    expect(.cannotArchive) {
      let cells = RowBatch(width: 1)
      var writer = ColumnWriter(cells, at: 0)
      try NSCodingCodec<NSRegularExpression>().encode(pattern, into: &writer)
    }
    let bytes = try foundationArchive(Box(NSCountedSet(array: [1, 1])))
    expect(.classNotAllowed) { _ = try unarchive(Box.self, bytes, [NSCountedSet.self]) }
    expect(.classNotAllowed) {
      _ = try unarchive(NSCountedSet.self, try foundationArchive(NSCountedSet(array: [1])))
    }
  }

  private func codec<Object: NSObject & NSCoding>(for type: Object.Type) -> (any ColumnCodec)? {
    KeyedArchiveProvider().codec(for: type, in: CodecRegistry())
  }

  // MARK: Failures

  @Test func refusesDatesThatAreNoNumbers() throws {
    let date = NSDate(timeIntervalSinceReferenceDate: .nan)
    expect(.cannotArchive) { _ = try KeyedArchive.archive(object: Box(date)) }
    expect(.damaged) { _ = try unarchive(Box.self, try foundationArchive(Box(date))) }
  }

  @Test func throwsWhatAnObjectFailsWith() throws {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try KeyedArchive.archive(object: Failing(onEncoding: Refusal(), onDecoding: nil))
    }
    let bytes = try KeyedArchive.archive(object: Failing(onEncoding: nil, onDecoding: nil))
    expect(.objectRefused) { _ = try unarchive(Failing.self, bytes) }
  }

  @Test func failsForFieldsOfAnotherType() throws {
    let bytes = try KeyedArchive.archive(object: Mistyped())
    expect(.unexpectedClass) { _ = try unarchive(Mistyped.self, bytes) }
  }

  @Test func keptCodersReadNothing() throws {
    let keeper = try roundTrip(Keeper())
    #expect(keeper.coder?.decodeObject(forKey: "text") == nil)
    #expect(keeper.coder?.containsValue(forKey: "text") == false)
    keeper.coder?.failWithError(CancellationError())
  }

  private func expect(
    _ code: KeyedArchiveError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(
      throws: KeyedArchiveError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error?.code == code, sourceLocation: sourceLocation)
  }
}

func unarchive<Object: NSObject & NSCoding>(
  _ type: Object.Type, _ bytes: [UInt8], _ allowed: [AnyClass] = []
) throws -> Object {
  try bytes.withUnsafeBytes {
    try KeyedArchive.unarchive(objectOf: type, allowing: allowed, from: $0)
  }
}

private func roundTrip<Object: NSObject & NSCoding>(_ object: Object) throws -> Object {
  try unarchive(Object.self, try KeyedArchive.archive(object: object))
}

// MARK: - Models

struct FoundationSample: CustomTestStringConvertible, @unchecked Sendable {
  let object: NSObject  // Never changed.
  /// Whether Foundation's archiver on Linux handles the object; otherwise it crashes or changes the
  /// class.
  var isKnownToFoundation = true

  var testDescription: String { "\(type(of: object)) \(object)" }

  static let all = [
    FoundationSample(object: NSString("")), FoundationSample(object: NSString("héllo")),
    FoundationSample(object: NSMutableString(string: "x")),
    FoundationSample(object: NSNumber(value: true)), FoundationSample(object: NSNumber(value: -5)),
    FoundationSample(object: NSNumber(value: UInt64.max)),
    FoundationSample(object: NSNumber(value: Float(0.1))),
    FoundationSample(object: NSNumber(value: Double.pi)),
    FoundationSample(object: NSDecimalNumber(string: "1.25"), isKnownToFoundation: false),
    FoundationSample(object: NSData(data: Data([1, 2]))), FoundationSample(object: NSData()),
    FoundationSample(object: NSMutableData(data: Data([1, 2]))),
    FoundationSample(object: NSDate(timeIntervalSinceReferenceDate: 0.1)),
    FoundationSample(object: url("http://a/b?c#d")),
    FoundationSample(object: url("b", base: "http://a")),
    FoundationSample(object: NSUUID()), FoundationSample(object: NSNull()),
    FoundationSample(object: NSArray()), FoundationSample(object: NSMutableArray()),
    FoundationSample(object: NSArray(array: [7, "two", 3.5, true, NSNull(), [8]])),
    FoundationSample(object: NSMutableArray(array: ["a"])),
    FoundationSample(object: NSDictionary(dictionary: ["a": 1, "b": [1: "x"]])),
    FoundationSample(object: NSMutableDictionary(dictionary: ["a": 1])),
    FoundationSample(object: NSSet(array: [1, "a"])),
    FoundationSample(object: NSMutableSet(array: [1, "a"])),
    FoundationSample(object: NSOrderedSet(array: [3, "a", 1])),
    FoundationSample(object: NSOrderedSet()),
    FoundationSample(object: NSMutableOrderedSet(array: (0..<20).map { "\($0)" })),
    FoundationSample(object: NSLocale(localeIdentifier: "de_DE")),
    FoundationSample(object: NSTimeZone(name: "Europe/Berlin") ?? NSNull()),
  ]

  private static func url(_ text: String, base: String? = nil) -> NSObject {
    NSURL(string: text, relativeTo: base.flatMap { URL(string: $0) }) ?? NSNull()
  }
}

class Box: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var content: Any?

  init(_ content: Any?) { self.content = content }
  required init?(coder: NSCoder) { content = coder.decodeObject(forKey: "content") }
  func encode(with coder: NSCoder) { coder.encode(content, forKey: "content") }
}

final class Sample: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  var integer = Int.min, int32 = Int32.max, int64 = Int64(-2)
  var flag = true, real = 0.1, float = Float(0.25), bytes: [UInt8] = [1, 2, 3]
  var text = "té", odd = "dollar", list = [1, 2], table = ["a": "b"],
    date = Date(timeIntervalSince1970: 5)
  var nothing: String?

  override init() {}

  required init?(coder: NSCoder) {
    integer = coder.decodeInteger(forKey: "integer")
    int32 = coder.decodeInt32(forKey: "int32")
    int64 = coder.decodeInt64(forKey: "int64")
    flag = coder.decodeBool(forKey: "flag")
    real = coder.decodeDouble(forKey: "real")
    float = coder.decodeFloat(forKey: "float")
    bytes = coder.withDecodedUnsafeBytes(forKey: "bytes") {
      Array($0 ?? .init(start: nil, count: 0))
    }
    text = coder.decodeObject(of: NSString.self, forKey: "text")?.description ?? ""
    odd = coder.decodeObject(of: NSString.self, forKey: "$odd")?.description ?? ""
    list = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "list") as? [Int] ?? []
    table =
      coder.decodeObject(of: [NSDictionary.self, NSString.self], forKey: "table")
      as? [String: String] ?? [:]
    date = (coder.decodeObject(of: NSDate.self, forKey: "date") as Date?) ?? .distantPast
    nothing = coder.containsValue(forKey: "nothing") ? "something" : nil
  }

  func encode(with coder: NSCoder) {
    coder.encode(integer, forKey: "integer")
    coder.encode(int32, forKey: "int32")
    coder.encode(int64, forKey: "int64")
    coder.encode(flag, forKey: "flag")
    coder.encode(real, forKey: "real")
    coder.encode(float, forKey: "float")
    bytes.withUnsafeBufferPointer {
      coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "bytes")
    }
    coder.encode(text as Any?, forKey: "text")
    coder.encode(odd as Any?, forKey: "$odd")
    coder.encode(list as Any?, forKey: "list")
    coder.encode(table as Any?, forKey: "table")
    coder.encode(date as Any?, forKey: "date")
  }

  override func isEqual(_ other: Any?) -> Bool {
    guard let other = other as? Sample else { return false }
    return integer == other.integer && int32 == other.int32 && int64 == other.int64
      && flag == other.flag && real == other.real && float == other.float && bytes == other.bytes
      && text == other.text && odd == other.odd && list == other.list && table == other.table
      && date == other.date && nothing == other.nothing
  }

  override var hash: Int { integer.hashValue }
}

final class Node: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  let name: String
  var children: [Node] = []
  var friend: Node?
  var parent: Node?

  init(_ name: String, children: [Node] = []) {
    self.name = name
    self.children = children
  }

  required init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name")?.description ?? ""
    super.init()
    coder.beginDecoding(self)
    children =
      coder.decodeObject(of: [NSArray.self, Node.self], forKey: "children") as? [Node] ?? []
    friend = coder.decodeObject(of: Node.self, forKey: "friend")
    parent = coder.decodeObject(of: Node.self, forKey: "parent")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name as Any?, forKey: "name")
    coder.encode(children as Any?, forKey: "children")
    coder.encode(friend as Any?, forKey: "friend")
    coder.encodeConditionalObject(parent, forKey: "parent")
  }

  /// Breaks the cycles, so that all objects are freed.
  func cut() {
    for child in children { (child.parent, child.friend) = (nil, nil) }
    friend = nil
  }
}

private final class Knot: Box {
  var other: Knot? {
    get { content as? Knot }
    set { content = newValue }
  }
}

extension Knot: ArchiveClassNaming {
  static var archiveClassName: String { "Knot" }
}

class Shape: NSObject, NSCoding, ArchiveClassNaming {
  class var archiveClassName: String { "Shape" }
  class var archivableSubclasses: [AnyClass] { [Circle.self] }
  override init() {}
  required init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}

final class Circle: Shape {
  override class var archiveClassName: String { "ShapeCircle" }
  override class var archivableSubclasses: [AnyClass] { [] }
  var radius = 0

  init(radius: Int) {
    self.radius = radius
    super.init()
  }

  required init?(coder: NSCoder) {
    radius = coder.decodeInteger(forKey: "radius")
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) { coder.encode(radius, forKey: "radius") }
}

/// A class that inherits a coder of Foundation's.
private final class Loudness: Dimension, @unchecked Sendable {}

/// An object that differs from all others, which have the same hash.
private final class Twin: NSObject, NSCoding, ArchiveClassNaming {
  static var archiveClassName: String { "Twin" }
  override init() {}
  required init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
  override var hash: Int { 1 }
}

/// A subclass that forgot to declare a name.
final class Square: Shape {}

/// An object with as many fields as it has numbers.
private final class Ledger: NSObject, NSCoding, ArchiveClassNaming {
  static var archiveClassName: String { "Ledger" }
  static let count = 60_000
  let numbers: [Int]

  override init() { numbers = Array(0..<Ledger.count) }
  required init?(coder: NSCoder) {
    numbers = (0..<Ledger.count).map { coder.decodeInteger(forKey: "number\($0)") }
  }
  func encode(with coder: NSCoder) {
    for number in numbers { coder.encode(number, forKey: "number\(number)") }
  }
}

private final class Failing: NSObject, NSCoding, ArchiveClassNaming {
  static var archiveClassName: String { "Failing" }
  let onEncoding: (any Error)?

  init(onEncoding: (any Error)?, onDecoding: (any Error)?) { self.onEncoding = onEncoding }
  required init?(coder: NSCoder) { return nil }
  func encode(with coder: NSCoder) { if let onEncoding { coder.failWithError(onEncoding) } }
}

private final class Mistyped: NSObject, NSCoding, ArchiveClassNaming {
  static var archiveClassName: String { "Mistyped" }
  override init() {}
  required init?(coder: NSCoder) { _ = coder.decodeInteger(forKey: "value") }
  func encode(with coder: NSCoder) { coder.encode(1.5, forKey: "value") }
}

private final class Keeper: NSObject, NSCoding, ArchiveClassNaming {
  static var archiveClassName: String { "Keeper" }
  var coder: NSCoder?
  override init() {}
  required init?(coder: NSCoder) { self.coder = coder }
  func encode(with coder: NSCoder) { coder.encode("text" as Any?, forKey: "text") }
}
