import PersistentObjectsDriver

/// The contents of a cell, bit by bit. Unlike `StoredValue`, it can hold text that is not valid
/// UTF-8.
enum StoredForm: Hashable, Sendable {
  case null
  case integer(Int64)
  /// The bits of a double.
  case real(UInt64)
  case text([UInt8])
  case bytes([UInt8])

  var kind: StoredKind {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .bytes: .bytes
    }
  }

  /// The number of bytes that the form takes, which decides which of two forms is smaller.
  var size: Int {
    switch self {
    case .null: 0
    case .integer(let number): (71 - number.magnitude.leadingZeroBitCount) / 8
    case .real: 8
    case .text(let bytes), .bytes(let bytes): bytes.count
    }
  }

  init(_ value: StoredValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number.bitPattern)
      case .text(let text): .text(Array(text.utf8))
      case .bytes(let bytes): .bytes(bytes)
      }
  }
}

extension StoredForm {
  /// Makes a copy of the value in a cell.
  init(_ cell: Cell) {
    self =
      switch cell {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number.bitPattern)
      case .text(let bytes): .text(Array(bytes))
      case .bytes(let bytes): .bytes(Array(bytes))
      }
  }

  /// Calls `body` with the form as a driver presents it: as NULL for NaN, which no driver reads.
  /// Bytes are in memory of exactly their length, so that a sanitizer detects a read past the end.
  /// If there are none, they have no address, as in SQLite.
  func withCell<R>(_ body: (Cell) throws -> R) rethrows -> R {
    switch self {
    case .null: return try body(.null)
    case .integer(let number): return try body(.integer(number))
    case .real(let bits):
      let number = Double(bitPattern: bits)
      return try body(number.isNaN ? .null : .real(number))
    case .text(let bytes): return try Self.pinning(bytes) { try body(.text($0)) }
    case .bytes(let bytes): return try Self.pinning(bytes) { try body(.bytes($0)) }
    }
  }

  private static func pinning<R>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    if bytes.isEmpty { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return try body(UnsafeRawBufferPointer(copy))
  }
}

extension StoredForm: CustomStringConvertible {
  /// A literal such as `INTEGER 9`, `TEXT "a"` or `BLOB x'00ff'`; long values are cut.
  var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "INTEGER \(number)"
    case .real(let bits): "REAL \(Double(bitPattern: bits))"
    case .text(let bytes):
      if let text = String(validating: bytes, as: UTF8.self) {
        "TEXT \(Wording.excerpt(text.debugDescription))"
      } else {
        "TEXT \(Self.hex(bytes)) (not valid UTF-8)"
      }
    case .bytes(let bytes): "BLOB \(Self.hex(bytes))"
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(64).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "x'\(digits.joined())'" + (bytes.count > 64 ? "… (\(bytes.count) bytes)" : "")
  }
}
