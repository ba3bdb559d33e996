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
