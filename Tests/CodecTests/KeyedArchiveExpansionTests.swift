import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsKeyedArchive
import Testing

/// The limits on the size in memory of a small cell.
struct KeyedArchiveExpansionTests {
  private static let repeated = String(repeating: "The quick brown fox. ", count: 400)

  /// A small cell inflated to 255 MiB.
  @Test func aSmallCellDoesNotBecomeAHundredMebibytes() throws {
    let bomb = try seal([UInt8](repeating: 0, count: 255 << 20), .unbounded)
    #expect(bomb.count < 270_000)
    let error = #expect(throws: KeyedArchiveError.self) { try open(bomb) }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.message == """
        the archive has more than \(bomb.count * 100) bytes where \(bomb.count) bytes are stored, which \
        KeyedArchiveOptions.maximumExpansion forbids
        """)
    #expect(try open(bomb, .unbounded).count == 255 << 20)
  }

  @Test func aSmallArchiveDoesNotBecomeMillionsOfValues() throws {
    // Each list contains the next one eight times.
    var value = Nested.leaf
    for _ in 0..<3 { value = .list(Array(repeating: value, count: 8)) }
    let texts = Array(repeating: String(repeating: "x", count: 100_000), count: 2000)
    let archive = try KeyedArchive.archive(texts)
    #expect(archive.count < 110_000)
    let envelope = try seal(archive, .unbounded)
    let codec = KeyedArchiveCodec<[String]>()
    let error = #expect(throws: KeyedArchiveError.self) {
      try codec.decoded(.bytes(envelope))
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("maximumExpansion") == true)
    #expect(try KeyedArchiveCodec<[String]>(options: .unbounded).decoded(.bytes(envelope)) == texts)
    #expect(
      try KeyedArchiveCodec<Nested>().decoded(KeyedArchiveCodec<Nested>().stored(value)) == value)
  }

  /// Archives are read within limits without their types, too.
  @Test func theOutlineOfASmallArchiveDoesNotRepeatLongTextsWithoutEnd() throws {
    let texts = Array(repeating: String(repeating: "x", count: 100_000), count: 500)
    let words = (0..<1000).map { _ in Wordy() } as NSArray
    for archive in [try KeyedArchive.archive(texts), try KeyedArchive.archive(object: words)] {
      let envelope = try seal(archive, .unbounded)
      let error = #expect(throws: KeyedArchiveError.self) {
        try envelope.withUnsafeBytes { _ = try ArchiveOutline.read(envelope: $0) }
      }
      #expect(error?.code == .limitExceeded)
      try envelope.withUnsafeBytes {
        _ = try ArchiveOutline.read(envelope: $0, options: .unbounded)
      }
    }
  }

  @Test func veryRegularValuesAreCompressedLessAndComeBack() throws {
    let zeros = [UInt8](repeating: 0, count: 20 << 20)
    let envelope = try seal(zeros)
    #expect(envelope.count > zeros.count / 100 && envelope.count < zeros.count / 7)
    #expect(try open(envelope) == zeros)
    let texts = Array(repeating: Self.repeated, count: 1500)
    let codec = KeyedArchiveCodec<[String]>()
    #expect(try codec.decoded(codec.stored(texts)) == texts)
  }

  @Test func whatCannotBeStoredSoThatItCanBeReadIsRefused() throws {
    let texts = Array(repeating: String(repeating: "x", count: 100_000), count: 2000)
    let error = #expect(throws: KeyedArchiveError.self) {
      try KeyedArchiveCodec<[String]>().stored(texts)
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("KeyedArchiveOptions.maximumExpansion") == true)
  }

  /// Every value that can be written can be read, under any limits.
  @Test(arguments: 0..<60)
  func whatIsWrittenIsRead(_ seed: Int) throws {
    var random = ArchiveRandom(seed: UInt64(seed))
    var options = KeyedArchiveOptions()
    options.maximumExpansion = Int.random(in: 0...40, using: &random)
    options.expansionAllowance = Int.random(in: 0...3000, using: &random)
    options.compressionLevel = Int.random(in: 0...9, using: &random)
    options.compressionThreshold = Int.random(in: 0...600, using: &random)
    let words = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      String(repeating: "abc", count: Int.random(in: 0...200, using: &random))
    }
    let value = (0..<Int.random(in: 0...2000, using: &random)).map { _ in
      words[Int.random(in: words.indices, using: &random)]
    }
    let codec = KeyedArchiveCodec<[String]>(options: options)
    try comesBack(value, codec)
    try comesBack(
      value.map { $0 as NSString } as NSArray, NSCodingCodec<NSArray>(options: options))
    try comesBack(value.joined(), CompressedCodec(StringCodec(), options: options))
  }

  /// Checks that a value comes back, or is refused when it is written.
  private func comesBack<Codec: ColumnCodec>(
    _ value: Codec.Value, _ codec: Codec
  ) throws where Codec.Value: Equatable {
    let stored: StoredValue
    do {
      stored = try codec.stored(value)
    } catch let error as KeyedArchiveError {
      #expect(error.code == .limitExceeded)
      return
    }
    #expect(try codec.decoded(stored) == value)
  }

  /// A type may read a text as other types before it takes it as it is.
  @Test func aTextIsCountedOnceHoweverOftenItsTypeReadsIt() throws {
    var options = KeyedArchiveOptions()
    options.maximumRawLength = 4000
    for text in [String(repeating: "x", count: 3000), String(repeating: "é", count: 1500)] {
      let cell = Cell.text(text)
      let codec = KeyedArchiveCodec<[String: [Cell]]>(options: options)
      #expect(try codec.decoded(codec.stored(["a": [cell]])) == ["a": [cell]])
      let row = KeyedArchiveCodec<CellRow>(options: options)
      #expect(try row.decoded(row.stored(CellRow(cell: cell))) == CellRow(cell: cell))
    }
  }

  /// Each class opens a container of its own, in which the keys of all classes are searched.
  @Test func theFieldsOfAnObjectMayBeReadByFiveClasses() throws {
    var options = KeyedArchiveOptions()
    options.maximumObjectCount = 30
    let bytes = try KeyedArchive.archive(Ranks(), options: options)
    let back = try bytes.withUnsafeBytes {
      try KeyedArchive.unarchive(Ranks.self, from: $0, options: options)
    }
    #expect(back.fields == Ranks().fields)
  }

  @Test func aTextMayBeReadInThreeContainers() throws {
    var options = KeyedArchiveOptions()
    options.maximumRawLength = 4000
    let codec = KeyedArchiveCodec<Tried>(options: options)
    let value = Tried(text: String(repeating: "x", count: 3000))
    #expect(try codec.decoded(codec.stored(value)) == value)
  }

  /// Every key is counted when it is written, since `allKeys` counts it when it is read.
  @Test(arguments: [KeyedPlace.Kind.keyed, .unkeyed, .super])
  func keysOfNestedContainersAreCounted(_ kind: KeyedPlace.Kind) throws {
    var options = KeyedArchiveOptions()
    options.maximumRawLength = 20_000
    let places = Array(repeating: KeyedPlace(kind: kind), count: 100)
    let error = #expect(throws: KeyedArchiveError.self) {
      try KeyedArchive.archive(places, options: options)
    }
    #expect(error?.code == .limitExceeded)
    #expect(throws: Never.self) { try KeyedArchive.archive([places[0]], options: options) }
  }

  /// A list that contains one list many times: each time counts.
  @Test func aListIsCountedEachTimeItOccurs() throws {
    var options = KeyedArchiveOptions()
    options.maximumObjectCount = 1000
    let lists = { (count: Int) in
      HandMade(entries: [
        .array(Array(repeating: 2, count: count)), .array(Array(repeating: 3, count: 200)),
        .raw([0x10, 7]),
      ]).bytes
    }
    let read = { (bytes: [UInt8]) in
      try bytes.withUnsafeBytes {
        try KeyedArchive.unarchive([[Int]].self, from: $0, options: options)
      }
    }
    #expect(try read(lists(4)) == Array(repeating: Array(repeating: 7, count: 200), count: 4))
    let error = #expect(throws: KeyedArchiveError.self) { try read(lists(25)) }
    #expect(error?.code == .limitExceeded)
  }

  private func seal(
    _ raw: [UInt8], _ options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> [UInt8] {
    try raw.withUnsafeBytes { try ArchiveEnvelope.seal($0, options: options) }
  }

  private func open(
    _ envelope: [UInt8], _ options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> [UInt8] {
    try envelope.withUnsafeBytes { try ArchiveEnvelope.open($0, options: options) { Array($0) } }
  }
}

/// A value that finds out what it is by trying.
private enum Cell: Codable, Equatable {
  case id(UUID), day(CalendarDay), kind(CellKind), number(Int), text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let id = try? container.decode(UUID.self) {
      self = .id(id)
    } else if let day = try? CalendarDay(from: decoder) {
      self = .day(day)
    } else if let kind = try? container.decode(CellKind.self) {
      self = .kind(kind)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .id(let id): try container.encode(id)
    case .day(let day): try container.encode(day)
    case .kind(let kind): try container.encode(kind)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

private enum CellKind: String, Codable { case small, large }

/// A value that tries several readings of one field, and of one element.
private struct CellRow: Codable, Equatable {
  var cell: Cell

  init(cell: Cell) { self.cell = cell }

  enum CodingKeys: CodingKey { case cell }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _ = try? container.decode(UUID.self, forKey: .cell)
    _ = try? container.decode(CellKind.self, forKey: .cell)
    _ = try? container.decode(CalendarDay.self, forKey: .cell)
    cell = try container.decode(Cell.self, forKey: .cell)
  }
}

/// A value that is encoded as an object of five classes is: each has some of 13 fields, which it
/// encodes after those of its superclass and decodes before them.
private struct Ranks: Codable {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var fields = Array(0..<13)

  init() {}

  init(from decoder: any Decoder) throws {
    fields = Array(repeating: -1, count: 13)
    for rank in (0..<5).reversed() {
      let container = try decoder.container(keyedBy: Key.self)
      for field in Self.fields(of: rank) {
        fields[field] = try container.decode(Int.self, forKey: Key(stringValue: "\(field)"))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    for rank in 0..<5 {
      var container = encoder.container(keyedBy: Key.self)
      for field in Self.fields(of: rank) {
        try container.encode(fields[field], forKey: Key(stringValue: "\(field)"))
      }
    }
  }

  private static func fields(of rank: Int) -> [Int] { (0..<13).filter { $0 * 5 / 13 == rank } }
}

/// A value that tries three types, each with a container of its own.
private struct Tried: Codable, Equatable {
  var text: String

  init(text: String) { self.text = text }

  enum CodingKeys: CodingKey { case text }

  init(from decoder: any Decoder) throws {
    _ = try? Other<Int>(from: decoder)
    _ = try? Other<UUID>(from: decoder)
    text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
  }

  private struct Other<Value: Decodable>: Decodable { var text: Value }
}

/// A value with a long key for something nested.
struct KeyedPlace: Encodable {
  enum Kind: Sendable { case keyed, unkeyed, `super` }

  struct Key: CodingKey {
    let stringValue = String(repeating: "k", count: 300)
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) {}
    init?(intValue: Int) { nil }
  }

  let kind: Kind

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch kind {
    case .keyed: _ = container.nestedContainer(keyedBy: Key.self, forKey: Key())
    case .unkeyed: _ = container.nestedUnkeyedContainer(forKey: Key())
    case .super: _ = container.superEncoder(forKey: Key())
    }
  }
}

private enum Nested: Codable, Equatable {
  case leaf
  indirect case list([Nested])
}

/// A class with a long name, and a field with a long name.
private final class Wordy: NSObject, NSCoding, ArchiveClassNaming {
  static var archiveClassName: String { String(repeating: "w", count: 20_000) }

  override init() {}
  required init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {
    coder.encode(1, forKey: String(repeating: "f", count: 20_000))
  }
}

extension KeyedArchiveOptions {
  /// The options from before there was a limit for small cells.
  fileprivate static var unbounded: KeyedArchiveOptions {
    var options = KeyedArchiveOptions()
    options.maximumExpansion = .max
    return options
  }
}
