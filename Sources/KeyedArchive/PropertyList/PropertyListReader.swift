/// Reads binary property lists, one object at a time.
///
/// Grammar (all numbers big-endian):
/// ```
/// file      = "bplist00" object* offset* trailer
/// offset    = where object n starts, in offsetSize bytes
/// trailer   = 5 unused bytes, sortVersion(1), offsetSize(1), referenceSize(1),
///             objectCount(8), topObject(8), offsetTableStart(8)
/// object    = marker byte and payload; n is the marker's low half
///   0x00 null · 0x08 false · 0x09 true
///   0x1n integer in 2^n bytes: 1, 2, 4 unsigned; 8, 16 two's complement
///   0x2n real in 2^n bytes (4, 8) · 0x33 date: 8 bytes, seconds since 2001-01-01 UTC
///   0x4n data · 0x5n ASCII text · 0x6n UTF-16 text: n bytes, characters, 16-bit units
///   0x8n UID in n+1 bytes
///   0xAn array · 0xCn set: n references · 0xDn dictionary: n key references, n value references
///   n = 15 in 4…6 and A…D: the count follows as an integer object
/// reference = number of an object, in referenceSize bytes
/// ```
/// Any bytes are safe: each read is checked against the bounds and throws. Objects are read on
/// demand and nothing is copied, so a small file cannot claim much memory. The caller must bound
/// cycles and objects that are referred to many times.
package struct PropertyListReader {
  let bytes: UnsafeRawBufferPointer
  /// The number of objects in the file.
  package let objectCount: Int
  /// The number of the outermost object.
  package let top: Int
  private let offsetTable: Int
  private let offsetSize: Int
  private let referenceSize: Int

  private static let header = Array("bplist00".utf8)
  private static let trailerLength = 32

  /// Makes a reader and checks header and trailer. The bytes must outlive the reader.
  package init(_ bytes: UnsafeRawBufferPointer) throws(KeyedArchiveError) {
    let trailer = bytes.count - Self.trailerLength
    guard trailer > Self.header.count, bytes.starts(with: Self.header) else {
      throw KeyedArchiveError(.notAnArchive, "the bytes are not a binary property list")
    }
    self.bytes = bytes
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard
      let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)]),
      let top = Self.number(bytes[(trailer + 16)..<(trailer + 24)]),
      let table = Self.number(bytes[(trailer + 24)...]),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      top < count, table > Self.header.count, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw .damaged("its trailer is not valid") }
    objectCount = count
    self.top = top
    offsetTable = table
  }

  /// Returns the object with a number.
  package func node(_ reference: Int) throws(KeyedArchiveError) -> PropertyListNode {
    let start = try offset(of: reference)
    let marker = bytes[start]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0: return try constant(marker)
    case 0x1: return try integer(at: start + 1, exponent: low)
    case 0x2: return try real(at: start + 1, exponent: low)
    case 0x3: return try date(at: start + 1, exponent: low)
    case 0x4: return .data(try range(at: start, low: low, unit: 1))
    case 0x5: return .ascii(try range(at: start, low: low, unit: 1))
    case 0x6: return .utf16(try range(at: start, low: low, unit: 2))
    case 0x8: return .uid(try unsigned(at: start + 1, size: low + 1))
    case 0xA: return .array(try references(at: start, low: low))
    case 0xC: return .set(try references(at: start, low: low))
    case 0xD: return try dictionary(at: start, low: low)
    default: throw .damaged("an object is of an unknown kind")
    }
  }

  /// Returns the number of the object at a place in a run of references.
  package func reference(
    in references: PropertyListReferences, at index: Int
  ) throws(KeyedArchiveError) -> Int {
    guard index >= 0, index < references.count else { throw .damaged("a reference is missing") }
    return try unsigned(at: references.start + index * referenceSize, size: referenceSize)
  }

  private func offset(of reference: Int) throws(KeyedArchiveError) -> Int {
    guard reference >= 0, reference < objectCount else {
      throw .damaged("a reference points to a missing object")
    }
    let start = try unsigned(
      at: offsetTable + reference * offsetSize, size: offsetSize, end: bytes.count)
    guard start >= Self.header.count, start < offsetTable else {
      throw .damaged("an object lies outside the file")
    }
    return start
  }
}

// MARK: - Numbers

extension PropertyListReader {
  private func constant(_ marker: UInt8) throws(KeyedArchiveError) -> PropertyListNode {
    switch marker {
    case 0x00: return .null
    case 0x08: return .bool(false)
    case 0x09: return .bool(true)
    default: throw .damaged("an object is of an unknown kind")
    }
  }

  private func integer(at start: Int, exponent: Int) throws(KeyedArchiveError) -> PropertyListNode {
    switch exponent {
    case 0...2: return .integer(Int64(try unsigned(at: start, size: 1 << exponent)))
    case 3: return .integer(Int64(bitPattern: try bits(at: start)))
    case 4: return try wideInteger(high: try bits(at: start), low: try bits(at: start + 8))
    default: throw .damaged("an integer is too long")
    }
  }

  private func wideInteger(
    high: UInt64, low: UInt64
  ) throws(KeyedArchiveError) -> PropertyListNode {
    switch (high, low >> 63) {
    case (0, 0), (.max, 1): return .integer(Int64(bitPattern: low))
    case (0, 1): return .unsigned(low)
    default: throw .damaged("an integer does not fit in 64 bits")
    }
  }

  private func real(at start: Int, exponent: Int) throws(KeyedArchiveError) -> PropertyListNode {
    switch exponent {
    case 2:
      return .float(Float(bitPattern: UInt32(truncatingIfNeeded: try unsigned(at: start, size: 4))))
    case 3: return .real(Double(bitPattern: try bits(at: start)))
    default: throw .damaged("a real number has the wrong length")
    }
  }

  private func date(at start: Int, exponent: Int) throws(KeyedArchiveError) -> PropertyListNode {
    guard exponent == 3 else { throw .damaged("a date has the wrong length") }
    return .date(Double(bitPattern: try bits(at: start)))
  }

  private func bits(at start: Int) throws(KeyedArchiveError) -> UInt64 {
    guard start <= offsetTable - 8 else { throw .damaged("an object is cut off") }
    return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
  }

  private func unsigned(
    at start: Int, size: Int, end: Int? = nil
  ) throws(KeyedArchiveError) -> Int {
    guard start <= (end ?? offsetTable) - size else { throw .damaged("an object is cut off") }
    if size == 1 { return Int(bytes[start]) }
    guard let number = Self.number(bytes[start..<(start + size)]) else {
      throw .damaged("a number is too large")
    }
    return number
  }

  /// Reads a number; nil if it does not fit an `Int`. The bounds have been checked.
  private static func number(_ digits: some Sequence<UInt8>) -> Int? {
    var number: UInt64 = 0
    for byte in digits {
      guard number >> 56 == 0 else { return nil }
      number = number << 8 | UInt64(byte)
    }
    return Int(exactly: number)
  }
}

// MARK: - Texts, data and containers

extension PropertyListReader {
  /// Returns the start of the payload and the number of its elements.
  private func count(at start: Int, low: Int) throws(KeyedArchiveError) -> (start: Int, count: Int)
  {
    if low != 0x0F { return (start + 1, low) }
    guard start + 1 < offsetTable, bytes[start + 1] >> 4 == 0x1 else {
      throw .damaged("a count is missing")
    }
    let size = 1 << Int(bytes[start + 1] & 0x0F)
    guard size <= 8 else { throw .damaged("a count is too large") }
    return (start + 2 + size, try unsigned(at: start + 2, size: size))
  }

  private func range(at start: Int, low: Int, unit: Int) throws(KeyedArchiveError) -> Range<Int> {
    let (start, count) = try count(at: start, low: low)
    guard count <= (offsetTable - start) / unit else { throw .damaged("a text is cut off") }
    return start..<start + count * unit
  }

  private func references(
    at start: Int, low: Int
  ) throws(KeyedArchiveError) -> PropertyListReferences {
    let range = try range(at: start, low: low, unit: referenceSize)
    return PropertyListReferences(start: range.lowerBound, count: range.count / referenceSize)
  }

  private func dictionary(at start: Int, low: Int) throws(KeyedArchiveError) -> PropertyListNode {
    let range = try range(at: start, low: low, unit: 2 * referenceSize)
    let count = range.count / (2 * referenceSize)
    let values = range.lowerBound + count * referenceSize
    return .dictionary(
      keys: PropertyListReferences(start: range.lowerBound, count: count),
      values: PropertyListReferences(start: values, count: count))
  }
}
