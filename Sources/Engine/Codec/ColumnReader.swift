import Foundation

/// Where a codec reads one value. Each read checks the kind of what is stored and throws when it
/// is another, so a column that someone else wrote to is an error and never a wrong value.
public struct ColumnReader: ~Copyable {
  @usableFromInline let cells: Cells
  /// The engine moves one reader along a row, which costs less than a reader for each cell.
  @usableFromInline var index: Int

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
  public var isNull: Bool { cells.isNull(at: index) }

  /// The double that is stored; nil if something else is.
  @inlinable
  public var storedReal: Double? { cells.storedReal(at: index) }

  /// The integer that is stored.
  @inlinable
  public func integer() throws -> Int64 {
    guard let value = cells.storedInteger(at: index) else { throw mismatch(.integer) }
    return value
  }

  /// The double that is stored.
  @inlinable
  public func real() throws -> Double {
    guard let value = cells.storedReal(at: index) else { throw mismatch(.real) }
    return value
  }

  /// The text that is stored; throws when its bytes are not valid UTF-8.
  @inlinable
  public func text() throws -> String {
    guard let utf8 = cells.storedText(at: index) else { throw mismatch(.text) }
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
    guard let utf8 = cells.storedText(at: index) else { throw mismatch(.text) }
    return try body(utf8)
  }

  /// A copy of the bytes that are stored.
  @inlinable
  public func bytes() throws -> [UInt8] {
    try withBytes { Array($0) }
  }

  /// Calls `body` with the stored bytes, without copying them. They are valid within `body` only.
  @inlinable
  public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard let bytes = cells.storedBlob(at: index) else { throw mismatch(.blob) }
    return try body(bytes)
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
  func mismatch(_ expected: StoredKind) -> CodecError {
    CodecError("\(expected) is expected where \(kind) is stored")
  }
}
