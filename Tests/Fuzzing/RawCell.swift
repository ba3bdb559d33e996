import PersistentObjectsDriver

/// One cell of any content; its text need not be valid UTF-8.
final class RawCell {
  private let kind: StoredKind
  private let number: UInt64
  private let content: UnsafeMutableRawBufferPointer

  init(_ kind: StoredKind, number: UInt64 = 0, bytes: [UInt8] = []) {
    // A driver never reads NaN.
    self.kind = kind == .real && Double(bitPattern: number).isNaN ? .null : kind
    self.number = number
    content = .allocate(byteCount: bytes.count, alignment: 1)
    content.copyBytes(from: bytes)
  }

  deinit { content.deallocate() }

  /// The cell. Its bytes are valid as long as this object.
  var cell: Cell {
    switch kind {
    case .null: .null
    case .integer: .integer(Int64(bitPattern: number))
    case .real: .real(Double(bitPattern: number))
    case .text: .text(UnsafeRawBufferPointer(content))
    case .bytes: .bytes(UnsafeRawBufferPointer(content))
    }
  }
}

extension StoredValue {
  /// The content as bytes: for a number, its bits.
  var fuzzBytes: [UInt8] {
    switch self {
    case .null: []
    case .integer(let value): withUnsafeBytes(of: value.bigEndian) { Array($0) }
    case .real(let value): withUnsafeBytes(of: value.bitPattern.bigEndian) { Array($0) }
    case .text(let value): Array(value.utf8)
    case .bytes(let value): value
    }
  }

  /// A cell of the same kind with other bytes.
  func cell(_ bytes: [UInt8]) -> RawCell {
    let number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return RawCell(kind, number: number, bytes: bytes)
  }
}
