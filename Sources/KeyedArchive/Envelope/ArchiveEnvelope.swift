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
public enum ArchiveEnvelope {
  private static let magic = Array("POKA".utf8)
  private static let version: UInt8 = 1
  private static let compressedFlag: UInt8 = 1
  static let headerLength = 18
  /// Deflate never makes data smaller than this.
  private static let highestRatio = 1032

  /// Returns the envelope of `raw`. It is compressed if that saves a tenth and at least 32 bytes,
  /// but never further than the options allow to expand again.
  public static func seal(
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
    let compressed = compressed(raw, expandedSize: expandedSize, options: options)
    let payload = compressed.map { UnsafeRawBufferPointer($0) } ?? raw
    defer { compressed?.deallocate() }
    let length = headerLength + payload.count
    if expandedSize > options.largestExpansion(of: length) {
      throw KeyedArchiveError.tooManyBytes(options.reading(length))
    }
    var envelope: [UInt8] = []
    envelope.reserveCapacity(length)
    envelope += magic
    envelope += [version, compressed == nil ? 0 : compressedFlag]
    append(UInt64(raw.count), to: &envelope)
    append(checksum(raw), to: &envelope)
    envelope += payload
    return envelope
  }

  /// Calls `body` with the raw bytes of an envelope, which are valid only within `body`.
  ///
  /// - Throws: ``KeyedArchiveError`` if the envelope is damaged, or larger than the options allow;
  ///   no memory is allocated before the length is checked.
  public static func open<R>(
    _ envelope: UnsafeRawBufferPointer, options: KeyedArchiveOptions = KeyedArchiveOptions(),
    _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    let head = try readHead(of: envelope, options: options.reading(envelope.count))
    let payload = UnsafeRawBufferPointer(rebasing: envelope[headerLength...])
    guard head.isCompressed else {
      guard payload.count == head.rawLength else { throw wrongLength(payload.count, in: head) }
      return try body(try checked(payload, against: head))
    }
    let raw = try inflate(payload, head: head)
    defer { raw.deallocate() }
    return try body(try checked(UnsafeRawBufferPointer(raw), against: head))
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
    of envelope: UnsafeRawBufferPointer, options: KeyedArchiveOptions
  ) throws(KeyedArchiveError) -> Head {
    guard envelope.count >= headerLength, envelope.starts(with: magic) else {
      throw KeyedArchiveError(.notAnEnvelope, "the bytes are not an archive of this package")
    }
    guard envelope[4] == version else {
      throw KeyedArchiveError(
        .unknownVersion, "the archive has version \(envelope[4]); this code knows \(version)")
    }
    guard envelope[5] & ~compressedFlag == 0 else {
      throw KeyedArchiveError(.unknownFlags, "the archive has unknown flags, \(envelope[5])")
    }
    let length = UInt64(littleEndian: envelope.loadUnaligned(fromByteOffset: 6, as: UInt64.self))
    guard let rawLength = Int(exactly: length), rawLength <= options.mostBytes else {
      throw KeyedArchiveError.tooManyBytes(options)
    }
    return Head(
      isCompressed: envelope[5] == compressedFlag, rawLength: rawLength,
      checksum: UInt32(littleEndian: envelope.loadUnaligned(fromByteOffset: 14, as: UInt32.self)))
  }

  private static func checked(
    _ raw: UnsafeRawBufferPointer, against head: Head
  ) throws(KeyedArchiveError) -> UnsafeRawBufferPointer {
    guard checksum(raw) == head.checksum else {
      throw KeyedArchiveError(
        .wrongChecksum, "the archive is damaged: its checksum does not match its bytes")
    }
    return raw
  }

  private static func wrongLength(_ found: Int, in head: Head) -> KeyedArchiveError {
    KeyedArchiveError(
      .wrongLength,
      "the archive is cut off or has bytes too many: \(found) where \(head.rawLength) are said")
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(
      truncatingIfNeeded: crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
  }
}

// MARK: - zlib

extension ArchiveEnvelope {
  /// Compresses the bytes. Very regular data is first compressed again without a search for
  /// repetitions, where each byte takes at least a bit, before it is left uncompressed. The caller
  /// frees the result.
  private static func compressed(
    _ raw: UnsafeRawBufferPointer, expandedSize: Int, options: KeyedArchiveOptions
  ) -> UnsafeMutableRawBufferPointer? {
    for strategy in [Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY] {
      guard let compressed = deflate(raw, strategy: strategy, options: options) else { return nil }
      let length = headerLength + compressed.count
      if expandedSize <= options.largestExpansion(of: length) { return compressed }
      compressed.deallocate()
    }
    return nil
  }

  /// Compresses the bytes; nil if that does not pay off. The caller frees the result.
  private static func deflate(
    _ raw: UnsafeRawBufferPointer, strategy: Int32, options: KeyedArchiveOptions
  ) -> UnsafeMutableRawBufferPointer? {
    guard options.compressionLevel > 0, raw.count >= max(options.compressionThreshold, 33) else {
      return nil
    }
    let worthwhile = min(raw.count - raw.count / 10, raw.count - 32)
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: worthwhile, alignment: 1)
    guard
      let length = deflate(raw, into: output, level: options.compressionLevel, strategy: strategy)
    else {
      output.deallocate()
      return nil
    }
    return UnsafeMutableRawBufferPointer(rebasing: output[..<length])
  }

  /// Returns the length of the zlib stream; nil if it does not fit, which means that compression
  /// does not pay off.
  private static func deflate(
    _ raw: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, level: Int,
    strategy: Int32
  ) -> Int? {
    guard raw.count <= Int(uInt.max) else { return nil }
    // A window no larger than the data: clearing the largest window costs more than a small
    // archive.
    let windowBits = max(9, min(15, Int.bitWidth - raw.count.leadingZeroBitCount))
    var stream = z_stream()
    let opened = deflateInit2_(
      &stream, Int32(min(level, 9)), Z_DEFLATED, Int32(windowBits), Int32(windowBits - 7),
      strategy, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(mutating: raw.bindMemory(to: UInt8.self).baseAddress)
    stream.avail_in = uInt(raw.count)
    stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.avail_out = uInt(output.count)
    return CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : nil
  }

  /// The caller frees the result.
  private static func inflate(
    _ payload: UnsafeRawBufferPointer, head: Head
  ) throws(KeyedArchiveError) -> UnsafeMutableRawBufferPointer {
    guard head.rawLength > 0, head.rawLength / highestRatio <= payload.count else {
      throw wrongLength(payload.count, in: head)
    }
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: head.rawLength, alignment: 16)
    var length = uLongf(head.rawLength)
    var consumed = uLong(payload.count)
    let result = uncompress2(
      output.bindMemory(to: UInt8.self).baseAddress, &length,
      payload.bindMemory(to: UInt8.self).baseAddress, &consumed)
    if let error = failure(
      result: result, length: Int(length), remaining: payload.count - Int(consumed), head: head)
    {
      output.deallocate()
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
