import PersistentObjects

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
/// Any bytes may be given: each read is checked against the bounds and throws. Cycles, and objects that
/// are referred to many times, are for the caller to bound.
struct BinaryPropertyList {
  let bytes: [UInt8]
  /// The number of objects.
  let objectCount: Int
  /// The number of the outermost object.
  let top: Int
  private let offsetTable: Int
  private let offsetSize: Int
  private let referenceSize: Int

  static let header = Array("bplist00".utf8)

  init(_ bytes: [UInt8]) throws(PersistenceError) {
    let trailer = bytes.count - 32
    guard trailer > Self.header.count, bytes.starts(with: Self.header) else {
      throw Self.damaged("it is no binary property list")
    }
    self.bytes = bytes
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)]),
      let top = Self.number(bytes[(trailer + 16)..<(trailer + 24)]),
      let table = Self.number(bytes[(trailer + 24)..<(trailer + 32)]),
      top < count, table > Self.header.count, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw Self.damaged("its trailer is wrong") }
    objectCount = count
    self.top = top
    offsetTable = table
  }

  static func damaged(_ message: String) -> PersistenceError {
    PersistenceError(.decodingFailed, "The archive is damaged: \(message).")
  }
}

/// One object of a binary property list.
enum LegacyPropertyListNode {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  case float(Float)
  case real(Double)
  /// Seconds since 2001-01-01 00:00 UTC.
  case date(Double)
  case data(Range<Int>)
  case ascii(Range<Int>)
  case utf16(Range<Int>)
  case uid(Int)
  case array([Int])
  case set([Int])
  case dictionary(keys: [Int], values: [Int])
}

// MARK: - Objects

extension BinaryPropertyList {
  /// The object of a number.
  func node(_ number: Int) throws(PersistenceError) -> LegacyPropertyListNode {
    let start = try offset(of: number)
    let low = Int(bytes[start] & 0x0F)
    switch bytes[start] >> 4 {
    case 0x0: return try constant(bytes[start])
    case 0x1: return try integer(at: start + 1, exponent: low)
    case 0x2: return try real(at: start + 1, exponent: low)
    case 0x3 where low == 3: return .date(Double(bitPattern: try bits(at: start + 1)))
    case 0x4: return .data(try range(start, low, unit: 1))
    case 0x5: return .ascii(try range(start, low, unit: 1))
    case 0x6: return .utf16(try range(start, low, unit: 2))
    case 0x8: return .uid(try unsigned(at: start + 1, size: low + 1))
    case 0xA: return .array(try references(start, low, each: 1))
    case 0xC: return .set(try references(start, low, each: 1))
    case 0xD: return try dictionary(start, low)
    default: throw Self.damaged("an object is of an unknown kind")
    }
  }

  private func offset(of number: Int) throws(PersistenceError) -> Int {
    guard number >= 0, number < objectCount else {
      throw Self.damaged("a reference points at nothing")
    }
    let entry = offsetTable + number * offsetSize
    guard let start = Self.number(bytes[entry..<(entry + offsetSize)]),
      start >= Self.header.count, start < offsetTable
    else { throw Self.damaged("an object lies outside of it") }
    return start
  }

  /// The number of references that the array or dictionary of a number has, counted without reading them; 0 for others.
  func referenceCount(of number: Int) throws(PersistenceError) -> Int {
    let start = try offset(of: number)
    let kind = bytes[start] >> 4
    guard [0xA, 0xC, 0xD].contains(kind) else { return 0 }
    let each = kind == 0xD ? 2 : 1
    return try range(start, Int(bytes[start] & 0x0F), unit: each * referenceSize).count
      / referenceSize
  }
}

// MARK: - Numbers

extension BinaryPropertyList {
  private func constant(_ marker: UInt8) throws(PersistenceError) -> LegacyPropertyListNode {
    switch marker {
    case 0x00: return .null
    case 0x08: return .bool(false)
    case 0x09: return .bool(true)
    default: throw Self.damaged("an object is of an unknown kind")
    }
  }

  private func integer(at start: Int, exponent: Int) throws(PersistenceError)
    -> LegacyPropertyListNode
  {
    switch exponent {
    case 0...2: return .integer(Int64(try unsigned(at: start, size: 1 << exponent)))
    case 3: return .integer(Int64(bitPattern: try bits(at: start)))
    case 4: return try wideInteger(high: try bits(at: start), low: try bits(at: start + 8))
    default: throw Self.damaged("an integer is too long")
    }
  }

  private func wideInteger(high: UInt64, low: UInt64) throws(PersistenceError)
    -> LegacyPropertyListNode
  {
    switch (high, low >> 63) {
    case (0, 0), (.max, 1): return .integer(Int64(bitPattern: low))
    case (0, 1): return .unsigned(low)
    default: throw Self.damaged("an integer does not fit 64 bits")
    }
  }

  private func real(at start: Int, exponent: Int) throws(PersistenceError) -> LegacyPropertyListNode
  {
    switch exponent {
    case 2: return .float(Float(bitPattern: UInt32(try unsigned(at: start, size: 4))))
    case 3: return .real(Double(bitPattern: try bits(at: start)))
    default: throw Self.damaged("a real number has a wrong length")
    }
  }

  private func bits(at start: Int) throws(PersistenceError) -> UInt64 {
    guard start <= offsetTable - 8 else { throw Self.damaged("an object is cut off") }
    return bytes[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func unsigned(at start: Int, size: Int) throws(PersistenceError) -> Int {
    guard start <= offsetTable - size else { throw Self.damaged("an object is cut off") }
    guard let number = Self.number(bytes[start..<(start + size)]) else {
      throw Self.damaged("a number is too large")
    }
    return number
  }

  /// Nil if the number does not fit an `Int`.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var number: UInt64 = 0
    for byte in bytes {
      guard number >> 56 == 0 else { return nil }
      number = number << 8 | UInt64(byte)
    }
    return Int(exactly: number)
  }
}

// MARK: - Texts, data and containers

extension BinaryPropertyList {
  /// The string of a text; nil if the object is no text.
  func string(_ node: LegacyPropertyListNode) throws(PersistenceError) -> String? {
    switch node {
    case .ascii(let range):
      guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
        throw Self.damaged("a text is not ASCII")
      }
      return String(decoding: bytes[range], as: UTF8.self)
    case .utf16(let range): return try utf16String(range)
    default: return nil
    }
  }

  private func utf16String(_ range: Range<Int>) throws(PersistenceError) -> String {
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    guard let string = String(validating: units, as: UTF16.self) else {
      throw Self.damaged("a text is not valid UTF-16")
    }
    return string
  }

  private func range(_ start: Int, _ low: Int, unit: Int) throws(PersistenceError) -> Range<Int> {
    var (start, count) = (start + 1, low)
    if low == 0x0F {
      guard start < offsetTable, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else {
        throw Self.damaged("a count is missing")
      }
      let size = 1 << Int(bytes[start] & 0x0F)
      count = try unsigned(at: start + 1, size: size)
      start += 1 + size
    }
    guard count <= (offsetTable - start) / unit else { throw Self.damaged("an object is cut off") }
    return start..<(start + count * unit)
  }

  private func references(
    _ start: Int, _ low: Int, each: Int
  ) throws(PersistenceError) -> [Int] {
    let range = try range(start, low, unit: each * referenceSize)
    var references: [Int] = []
    references.reserveCapacity(range.count / referenceSize)
    for place in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
      references.append(try unsigned(at: place, size: referenceSize))
    }
    return references
  }

  private func dictionary(_ start: Int, _ low: Int) throws(PersistenceError)
    -> LegacyPropertyListNode
  {
    let references = try references(start, low, each: 2)
    let half = references.count / 2
    return .dictionary(keys: Array(references[..<half]), values: Array(references[half...]))
  }
}
