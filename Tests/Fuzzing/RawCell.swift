import PersistentObjectsEngine

/// One cell of any content: text in it need not be valid UTF-8.
final class RawCell: Cells {
  private let storedKind: StoredKind
  private let number: UInt64
  private let content: UnsafeMutableRawBufferPointer

  init(_ kind: StoredKind, number: UInt64 = 0, bytes: [UInt8] = []) {
    // A driver never reads NaN.
    storedKind = kind == .real && Double(bitPattern: number).isNaN ? .null : kind
    self.number = number
    content = .allocate(byteCount: bytes.count, alignment: 1)
    content.copyBytes(from: bytes)
  }

  deinit { content.deallocate() }

  override func kind(at index: Int) -> StoredKind { storedKind }
  override func integer(at index: Int) -> Int64 { Int64(bitPattern: number) }
  override func real(at index: Int) -> Double { Double(bitPattern: number) }
  override func bytes(at index: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(content) }
}

extension StoredValue {
  /// The content as bytes: of a number, those of its bits.
  var fuzzBytes: [UInt8] {
    switch self {
    case .null: []
    case .integer(let value): withUnsafeBytes(of: value.bigEndian) { Array($0) }
    case .real(let value): withUnsafeBytes(of: value.bitPattern.bigEndian) { Array($0) }
    case .text(let value): Array(value.utf8)
    case .blob(let value): value
    }
  }

  /// A cell of the same kind with other bytes.
  func cell(_ bytes: [UInt8]) -> RawCell {
    let number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return RawCell(kind, number: number, bytes: bytes)
  }
}
