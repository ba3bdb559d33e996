import PersistentObjectsKeyedArchive
import Testing

/// The envelope around archives.
struct KeyedArchiveEnvelopeTests {
  private static let text = Array(repeating: Array("compressible ".utf8), count: 100).flatMap { $0 }

  @Test(arguments: [0, 1, 32, 33, 511, 512, 600, 1300])
  func givesBackWhatWasSealed(_ length: Int) throws {
    let raw = Array(Self.text.prefix(length))
    #expect(try open(try seal(raw)) == raw)
  }

  @Test func hasTheDocumentedForm() throws {
    #expect(
      try seal(Array("123456789".utf8))
        == Array("POKA".utf8) + [1, 0] + [9, 0, 0, 0, 0, 0, 0, 0] + [0x26, 0x39, 0xF4, 0xCB]
        + Array("123456789".utf8))
  }

  @Test func compressesOnlyWhatBecomesClearlySmaller() throws {
    var random = ArchiveRandom(seed: 1)
    let noise = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(try seal(noise).count == noise.count + 18)
    #expect(try seal(Self.text).count < 100)
    #expect(try seal(Array(Self.text.prefix(511)))[5] == 0)
    var options = KeyedArchiveOptions()
    options.compressionLevel = 0
    #expect(try seal(Self.text, options).count == Self.text.count + 18)
    options.compressionLevel = 99
    #expect(try open(try seal(Self.text, options)) == Self.text)
  }

  @Test func tellsKindsOfDamageApart() throws {
    let sealed = try seal(Self.text)
    let plain = try seal([1, 2, 3])
    expect(.notAnEnvelope, []) { _ in }
    expect(.notAnEnvelope, sealed) { $0[0] = 0 }
    expect(.notAnEnvelope, sealed) { $0.removeLast($0.count - 17) }
    expect(.unknownVersion, sealed) { $0[4] = 2 }
    expect(.unknownFlags, sealed) { $0[5] |= 2 }
    expect(.limitExceeded, sealed) { $0[13] = 0xFF }
    expect(.limitExceeded, sealed) { $0[10] = 1 }
    expect(.wrongLength, sealed) { $0[8] = 1 }
    expect(.wrongLength, sealed) { $0.append(0) }
    expect(.wrongLength, sealed) { $0[6] &+= 1 }
    expect(.damagedCompression, sealed) { $0[6] &-= 1 }
    expect(.damagedCompression, sealed) { $0.removeLast() }
    expect(.damagedCompression, sealed) { $0[18] = 0 }
    expect(.wrongChecksum, sealed) { $0[14] ^= 1 }
    expect(.wrongLength, plain) { $0.append(0) }
    expect(.wrongLength, plain) { $0.removeLast() }
    expect(.wrongChecksum, plain) { $0[18] ^= 1 }
    expect(.wrongChecksum, plain) { $0[14] ^= 1 }
  }

  @Test func refusesToSealMoreThanItWouldOpen() {
    var options = KeyedArchiveOptions()
    options.maximumRawLength = 100
    let error = #expect(throws: KeyedArchiveError.self) { try seal(Self.text, options) }
    #expect(error?.code == .limitExceeded)
  }

  private func seal(
    _ raw: [UInt8], _ options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> [UInt8] {
    try raw.withUnsafeBytes { try ArchiveEnvelope.seal($0, options: options) }
  }

  private func open(_ envelope: [UInt8]) throws -> [UInt8] {
    try envelope.withUnsafeBytes { try ArchiveEnvelope.open($0) { Array($0) } }
  }

  private func expect(
    _ code: KeyedArchiveError.Code, _ envelope: [UInt8],
    sourceLocation: SourceLocation = #_sourceLocation, _ damage: (inout [UInt8]) -> Void
  ) {
    var damaged = envelope
    damage(&damaged)
    let error = #expect(throws: KeyedArchiveError.self, sourceLocation: sourceLocation) {
      try open(damaged)
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
  }
}
