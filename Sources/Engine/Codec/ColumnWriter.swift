public import PersistentObjectsDriver

/// The cell to which a codec writes one value. A cell that is not written to is NULL.
///
/// ```swift
/// func encode(_ version: Version, into column: inout ColumnWriter) {
///   column.write(Int64(version.major) << 32 | Int64(version.minor))
/// }
/// ```
public struct ColumnWriter: ~Copyable {
  @usableFromInline package let rows: RowBatch
  /// The position of the cell. The engine moves one writer along a row, which costs less than a
  /// writer for each cell.
  @usableFromInline package private(set) var index: Int
  /// The number of writes, for tests of codecs.
  package private(set) var writeCount = 0

  /// Creates a writer for a cell of the row that was added last to `rows`. Codecs receive a writer;
  /// tests of codecs create their own.
  public init(_ rows: RowBatch, at index: Int) {
    self.rows = rows
    self.index = index
  }

  /// The kind of what was written last.
  public var kind: StoredKind { rows.row[index].kind }

  /// Moves to another cell.
  @inlinable
  package mutating func move(to index: Int) { self.index = index }

  /// Writes NULL.
  public mutating func writeNull() { write(.null) }

  /// Writes an integer.
  public mutating func write(_ value: Int64) { write(.integer(value)) }

  /// Writes a double. Throws for NaN, which SQL columns cannot hold.
  public mutating func write(_ value: Double) throws {
    guard !value.isNaN else { throw CodecError("a REAL column cannot hold NaN") }
    write(.real(value))
  }

  /// Writes text.
  public mutating func write(_ value: String) {
    var value = value
    value.withUTF8 { write(utf8: $0) }
  }

  /// Writes text given as UTF-8, which must be valid and is copied.
  public mutating func write(utf8: UnsafeBufferPointer<UInt8>) {
    writeCount += 1
    rows.setText(UnsafeRawBufferPointer(utf8), at: index)
  }

  /// Writes bytes, which are copied.
  public mutating func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write(bytes: $0) }
  }

  /// Writes bytes, which are copied.
  public mutating func write(bytes: UnsafeRawBufferPointer) {
    writeCount += 1
    rows.setBytes(bytes, at: index)
  }

  @inline(__always)
  private mutating func write(_ cell: Cell) {
    writeCount += 1
    rows.set(cell, at: index)
  }
}
