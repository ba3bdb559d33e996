import CZlib

/// Wraps an archive for storage: compressed if that pays off, and protected by a checksum.
///
/// Grammar (numbers little-endian):
/// ```
/// envelope = "POKA" version(1) flags(1) rawLength(8) checksum(4) payload
/// version  = 1
/// flags    = bit 0: the payload is a zlib stream; the others are 0
/// checksum = CRC-32 of the raw bytes
/// ```
package enum ArchiveEnvelope {
  /// The letters "POKA".
  private static let magic: UInt32 = 0x41_4B_4F_50
  private static let version: UInt8 = 1
  private static let compressedFlag: UInt8 = 1
  static let headerLength = 18
  /// The highest compression ratio of deflate.
  private static let highestRatio = 1032

  /// Returns the envelope of `raw`. It is compressed if that saves a tenth and at least 32 bytes,
  /// but never by more than the options allow it to expand again.
  package static func seal(
    _ raw: UnsafeRawBufferPointer, options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> [UInt8] {
    try seal(raw, expandedSize: raw.count, options: options)
  }

  static func seal(_ archive: WrittenArchive, options: KeyedArchiveOptions) throws -> [UInt8] {
    try archive.bytes.withUnsafeBytes {
      try seal($0, expandedSize: archive.expandedSize, options: options)
    }
  }

  private static func seal(
    _ raw: UnsafeRawBufferPointer, expandedSize: Int, options: KeyedArchiveOptions
  ) throws -> [UInt8] {
    if raw.count > options.maximumRawLength {
      throw KeyedArchiveError.tooManyBytes(options)
    }
    let compressed = compressed(raw.bytes, expandedSize: expandedSize, options: options)
    let length = headerLength + (compressed?.count ?? raw.count)
    if expandedSize > options.largestExpansion(of: length) {
      throw KeyedArchiveError.tooManyBytes(options.reading(length))
    }
    var envelope: [UInt8] = []
    envelope.reserveCapacity(length)
    append(magic, to: &envelope)
    envelope += [version, compressed == nil ? 0 : compressedFlag]
    append(UInt64(raw.count), to: &envelope)
    append(checksum(raw.bytes), to: &envelope)
    if let compressed { envelope += compressed } else { envelope += raw }
    return envelope
  }

  /// Calls `body` with the raw bytes of an envelope, which are valid only within `body`.
  ///
  /// - Throws: ``KeyedArchiveError`` if the envelope is damaged, or larger than the options allow.
  ///   The length is checked before memory is allocated.
  package static func open<R>(
    _ envelope: UnsafeRawBufferPointer, options: KeyedArchiveOptions = KeyedArchiveOptions(),
    _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    let head = try readHead(of: envelope.bytes, options: options.reading(envelope.count))
    let payload = envelope.bytes.extracting(droppingFirst: headerLength)
    guard head.isCompressed else {
      guard payload.byteCount == head.rawLength else {
        throw wrongLength(payload.byteCount, in: head)
      }
      try check(payload, against: head)
      return try payload.withUnsafeBytes(body)
    }
    let raw = try inflate(payload, head: head)
    try check(raw.span.bytes, against: head)
    return try raw.withUnsafeBytes(body)
  }

  private struct Head {
    let isCompressed: Bool
    let rawLength: Int
    let checksum: UInt32
  }
}

// MARK: - Head

extension ArchiveEnvelope {
  private static func readHead(
    of envelope: RawSpan, options: KeyedArchiveOptions
  ) throws(KeyedArchiveError) -> Head {
    guard envelope.byteCount >= headerLength, number(at: 0, of: envelope) == magic else {
      throw KeyedArchiveError(.notAnEnvelope, "the bytes are not an archive of this package")
    }
    let version: UInt8 = number(at: 4, of: envelope)
    guard version == Self.version else {
      throw KeyedArchiveError(
        .unknownVersion, "the archive has version \(version); this code supports \(Self.version)")
    }
    let flags: UInt8 = number(at: 5, of: envelope)
    guard flags & ~compressedFlag == 0 else {
      throw KeyedArchiveError(.unknownFlags, "the archive has unknown flags, \(flags)")
    }
    let length: UInt64 = number(at: 6, of: envelope)
    guard let rawLength = Int(exactly: length), rawLength <= options.mostBytes else {
      throw KeyedArchiveError.tooManyBytes(options)
    }
    return Head(
      isCompressed: flags == compressedFlag, rawLength: rawLength,
      checksum: number(at: 14, of: envelope))
  }

  private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, of envelope: RawSpan
  ) -> Number {
    Number(littleEndian: envelope.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  private static func check(_ raw: RawSpan, against head: Head) throws(KeyedArchiveError) {
    guard checksum(raw) == head.checksum else {
      throw KeyedArchiveError(
        .wrongChecksum, "the archive is damaged: its checksum does not match its bytes")
    }
  }

  private static func wrongLength(_ found: Int, in head: Head) -> KeyedArchiveError {
    KeyedArchiveError(
      .wrongLength,
      "the archive is truncated or too long: it has \(found) bytes rather than \(head.rawLength)")
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func checksum(_ bytes: RawSpan) -> UInt32 {
    bytes.withUnsafeBytes {
      UInt32(truncatingIfNeeded: crc32_z(0, $0.bindMemory(to: UInt8.self).baseAddress, $0.count))
    }
  }
}

// MARK: - zlib

extension ArchiveEnvelope {
  /// Compresses the bytes; nil if they are better left uncompressed. Data so regular that it would
  /// expand beyond the limit is compressed again without a search for repetitions, where each byte
  /// takes at least a bit.
  private static func compressed(
    _ raw: RawSpan, expandedSize: Int, options: KeyedArchiveOptions
  ) -> [UInt8]? {
    for strategy in [Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY] {
      guard let compressed = deflate(raw, strategy: strategy, options: options) else { return nil }
      let length = headerLength + compressed.count
      if expandedSize <= options.largestExpansion(of: length) { return compressed }
    }
    return nil
  }

  /// Compresses the bytes; nil if that does not pay off.
  private static func deflate(
    _ raw: RawSpan, strategy: Int32, options: KeyedArchiveOptions
  ) -> [UInt8]? {
    let size = raw.byteCount
    guard options.compressionLevel > 0, size >= max(options.compressionThreshold, 33),
      size <= Int(uInt.max)
    else { return nil }
    let worthwhile = min(size - size / 10, size - 32)
    let output = [UInt8](unsafeUninitializedCapacity: worthwhile) { output, count in
      count = raw.withUnsafeBytes {
        deflate($0, into: output, level: options.compressionLevel, strategy: strategy)
      }
    }
    return output.isEmpty ? nil : output
  }

  /// Returns the length of the zlib stream; 0 if it does not fit, which means that compression does
  /// not pay off.
  private static func deflate(
    _ raw: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>, level: Int,
    strategy: Int32
  ) -> Int {
    // Use a window no larger than the data: clearing the largest window costs more than a small
    // archive.
    let windowBits = max(9, min(15, Int.bitWidth - raw.count.leadingZeroBitCount))
    var stream = z_stream()
    let opened = deflateInit2_(
      &stream, Int32(min(level, 9)), Z_DEFLATED, Int32(windowBits), Int32(windowBits - 7),
      strategy, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else { return 0 }
    defer { deflateEnd(&stream) }
    stream.next_in = .init(mutating: raw.bindMemory(to: UInt8.self).baseAddress)
    stream.avail_in = uInt(raw.count)
    stream.next_out = output.baseAddress
    stream.avail_out = uInt(output.count)
    return CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
  }

  private static func inflate(
    _ payload: RawSpan, head: Head
  ) throws(KeyedArchiveError) -> [UInt8] {
    guard head.rawLength > 0, head.rawLength / highestRatio <= payload.byteCount else {
      throw wrongLength(payload.byteCount, in: head)
    }
    var length = uLongf(head.rawLength)
    var consumed = uLong(payload.byteCount)
    var result = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: head.rawLength) { output, count in
      result = payload.withUnsafeBytes {
        uncompress2(
          output.baseAddress, &length, $0.bindMemory(to: UInt8.self).baseAddress, &consumed)
      }
      count = result == Z_OK ? Int(length) : 0
    }
    if let error = failure(
      result: result, length: Int(length), remaining: payload.byteCount - Int(consumed), head: head)
    {
      throw error
    }
    return output
  }

  private static func failure(
    result: Int32, length: Int, remaining: Int, head: Head
  ) -> KeyedArchiveError? {
    guard result == Z_OK else {
      return KeyedArchiveError(
        .damagedCompression, "the archive is damaged: it cannot be inflated (zlib \(result))")
    }
    return length == head.rawLength && remaining == 0
      ? nil : wrongLength(length + remaining, in: head)
  }
}
