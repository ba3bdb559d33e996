public import PersistentObjectsDriver

/// The cell from which a codec reads one value. Each read checks the kind of the stored value and
/// throws if it is not the expected one. A column that someone else wrote to thus causes an error,
/// never a wrong value.
///
/// ```swift
/// func decode(from column: borrowing ColumnReader) throws -> Version {
///   let stored = try column.integer()
///   return Version(major: Int(stored >> 32), minor: Int(stored & 0xffff_ffff))
/// }
/// ```
public struct ColumnReader: ~Copyable {
  @usableFromInline let cell: Cell
  /// The owner of the cell's bytes; nil in the engine, which keeps the row while it is read.
  @usableFromInline let owner: RowBatch?

  /// Creates a reader of a cell of the row that was added last to `rows`. Codecs receive a reader;
  /// tests of codecs create their own.
  public init(_ rows: RowBatch, at index: Int) {
    owner = rows
    cell = rows.row[index]
  }

  /// Creates a reader of a cell whose bytes the caller keeps as long as the reader is in use.
  @inlinable
  public init(_ cell: Cell) {
    owner = nil
    self.cell = cell
  }

  /// The kind of the stored value.
  @inlinable
  public var kind: StoredKind { cell.kind }

  /// Whether the cell is NULL.
  @inlinable
  public var isNull: Bool { if case .null = cell { true } else { false } }

  /// The stored double; nil if the stored value is of another kind, or NaN.
  @inlinable
  public var storedReal: Double? {
    if case .real(let value) = cell, !value.isNaN { value } else { nil }
  }

  /// Returns the stored integer.
  @inlinable
  public func integer() throws -> Int64 {
    guard case .integer(let value) = cell else { throw mismatch(.integer) }
    return value
  }

  /// Returns the stored double. Throws for NaN, which some databases store if SQL has computed it.
  @inlinable
  public func real() throws -> Double {
    guard case .real(let value) = cell else { throw mismatch(.real) }
    guard !value.isNaN else { throw CodecError("the stored value is not a number (NaN)") }
    return value
  }

  /// Returns the stored text. Throws if its bytes are not valid UTF-8.
  @inlinable
  public func text() throws -> String {
    guard case .text(let utf8) = cell else { throw mismatch(.text) }
    guard let text = String(stored: utf8) else {
      throw CodecError("the stored text is not valid UTF-8")
    }
    return text
  }

  /// Calls `body` with the stored text's bytes, which are *not* validated, without copying them.
  @inlinable
  public func withUTF8<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard case .text(let utf8) = cell else { throw mismatch(.text) }
    return try body(utf8)
  }

  /// Returns a copy of the stored bytes.
  @inlinable
  public func bytes() throws -> [UInt8] {
    try withBytes { Array($0) }
  }

  /// Calls `body` with the stored bytes, without copying them. They are valid only within `body`.
  @inlinable
  public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard case .bytes(let bytes) = cell else { throw mismatch(.bytes) }
    return try body(bytes)
  }

  @usableFromInline
  func mismatch(_ expected: StoredKind) -> CodecError {
    CodecError("\(expected) is expected where \(kind) is stored")
  }
}
