import Foundation

/// Where a codec reads one value. Each read checks the kind of what is stored and throws when it
/// is another, so a column that someone else wrote to is an error and never a wrong value.
public struct ColumnReader: ~Copyable {
  @usableFromInline let cells: Cells
  @usableFromInline let index: Int

  /// A reader of one cell. Codecs are handed one; those who test codecs make their own.
  @inlinable
  public init(_ cells: Cells, at index: Int) {
    self.cells = cells
    self.index = index
  }

  /// The kind of what is stored.
  @inlinable
  public var kind: StoredKind { cells.kind(at: index) }

  /// Whether the cell is NULL.
  @inlinable
  public var isNull: Bool { kind == .null }

  /// The integer that is stored.
  @inlinable
  public func integer() throws -> Int64 {
    try expect(.integer)
    return cells.integer(at: index)
  }

  /// The double that is stored.
  @inlinable
  public func real() throws -> Double {
    try expect(.real)
    return cells.real(at: index)
  }

  /// The text that is stored; throws when its bytes are not valid UTF-8.
  @inlinable
  public func text() throws -> String {
    try expect(.text)
    let utf8 = cells.bytes(at: index)
    // Decoding repairs what is not valid, so that the bytes differ; this is faster than
    // `String(validating:)`, and as strict.
    var text = String(decoding: utf8, as: UTF8.self)
    guard text.withUTF8({ Self.isSame($0, utf8) }) else {
      throw CodecError("the stored text is not valid UTF-8")
    }
    return text
  }

  /// Calls `body` with the stored text's bytes, which are *not* validated, without copying them.
  @inlinable
  public func withUTF8<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    try expect(.text)
    return try body(cells.bytes(at: index))
  }

  /// A copy of the bytes that are stored.
  @inlinable
  public func bytes() throws -> [UInt8] {
    try withBytes { Array($0) }
  }

  /// Calls `body` with the stored bytes, without copying them. They are valid within `body` only.
  @inlinable
  public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    try expect(.blob)
    return try body(cells.bytes(at: index))
  }

  @inlinable
  func expect(_ expected: StoredKind) throws {
    let found = kind
    if found != expected { throw Self.mismatch(expected, found) }
  }

  @usableFromInline
  static func isSame(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    guard left.count == right.count, let left = left.baseAddress, let other = right.baseAddress
    else { return left.count == right.count }
    return memcmp(left, other, right.count) == 0
  }

  @usableFromInline
  static func mismatch(_ expected: StoredKind, _ found: StoredKind) -> CodecError {
    CodecError("\(expected) is expected where \(found) is stored")
  }
}
