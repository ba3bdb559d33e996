import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import PersistentObjectsKeyedArchive
import Testing

struct CompressedCodecTests {
  @Test func textsAndBytesComeBack() async throws {
    try await verifyCodec(
      CompressedCodec(StringCodec()),
      samples: ["", "a\0", String(repeating: "ab", count: 5000)], generator: { $0.text() },
      isSame: { $0.unicodeScalars.elementsEqual($1.unicodeScalars) })
    try await verifyCodec(
      CompressedCodec(BytesCodec()), samples: [[], Array(repeating: 0, count: 100_000)],
      generator: { $0.bytes() })
  }

  @Test func wrapsACodecThatWrapsAnother() async throws {
    let codec = CompressedCodec(JSONCodec<[String: Int]>())
    #expect(codec.identifier == CodecIdentifier("compressed(json)"))
    #expect(codec.storage == .bytes && !codec.isSearchable)
    #expect(codec.canRead(version: 1) && !codec.canRead(version: 2))
    try await verifyCodec(codec, samples: [[:], ["a": 1]])
  }

  @Test func makesTextsSmaller() throws {
    let text = String(repeating: "PersistentObjects ", count: 1000)
    guard case .bytes(let bytes) = try codec().stored(text) else { return #expect(Bool(false)) }
    #expect(bytes.count < text.utf8.count / 20)
    guard case .bytes(let plain) = try codec(level: 0).stored(text) else {
      return #expect(Bool(false))
    }
    #expect(plain.count == text.utf8.count + 18)
    #expect(try codec().decoded(.bytes(plain)) == text, "how it was compressed is in the envelope")
  }

  /// A zlib stream of 1 MiB that inflates to 1 GiB of zeros is refused: the size is checked before
  /// memory is allocated.
  @Test func refusesWhatWouldGrowBeyondTheLimit() throws {
    let large = String(repeating: "a", count: 100_000)
    let stored = try codec().stored(large)
    #expect(throws: KeyedArchiveError.self) { try codec(maximum: 99_999).decoded(stored) }
    #expect(throws: KeyedArchiveError.self) { try codec(maximum: 99_999).stored(large) }
    #expect(try codec(maximum: 100_000).decoded(stored) == large)
    guard case .bytes(var bytes) = stored else { return #expect(Bool(false)) }
    bytes.replaceSubrange(6..<14, with: [0, 0, 0, 0, 0, 0, 0, 0x40])
    #expect(throws: KeyedArchiveError.self) { try codec().decoded(.bytes(bytes)) }
  }

  /// The zlib header has bits that no reader checks; if those are damaged, the text is intact.
  @Test func noDamagedBitChangesTheText() throws {
    let text = String(repeating: "PersistentObjects ", count: 100)
    let stored = try codec().stored(text)
    guard case .bytes(let bytes) = stored else { return #expect(Bool(false)) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        if let found = try? codec().decoded(.bytes(damaged)), found != text {
          Issue.record("bit \(bit) of byte \(index) went unnoticed")
        }
      }
      #expect(throws: KeyedArchiveError.self) {
        try codec().decoded(.bytes(Array(bytes[..<index])))
      }
    }
  }

  /// The envelope is intact, but the base cannot read its contents.
  @Test func theBaseChecksWhatIsInTheEnvelope() throws {
    let json = CompressedCodec(JSONCodec<[Int]>())
    let text = try codec().stored("no JSON")
    #expect(throws: CodecError.self) { try json.decoded(text) }
    let bytes = try CompressedCodec(BytesCodec()).stored([0xff])
    #expect(throws: CodecError.self) { try codec().decoded(bytes) }
  }

  @Test func refusesABaseThatBreaksItsPromise() {
    struct Broken: ColumnCodec {
      let identifier = CodecIdentifier("broken")
      let storage = StorageClass.text
      func encode(_ value: Int, into column: inout ColumnWriter) throws {
        if value > 0 { column.write(Int64(value)) }
        if value < 0 { column.write([1]) }
      }
      func decode(from column: borrowing ColumnReader) throws -> Int { 0 }
    }
    for value in [-1, 0, 1] {
      #expect(throws: CodecError.self) {
        try CompressedCodec(Broken()).stored(value)
      }
    }
  }

  @Test func compressingNumbersIsAMistake() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = CompressedCodec(IntCodec()) }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("CompressedCodec needs a codec that stores text or bytes"))
  }

  private func codec(
    level: Int = 6, maximum: Int = 256 << 20
  ) -> CompressedCodec<StringCodec> {
    var options = KeyedArchiveOptions()
    options.compressionLevel = level
    options.maximumRawLength = maximum
    return CompressedCodec(StringCodec(), options: options)
  }
}
