/// The cell to which a codec writes one value. Without a write it is NULL.
public struct ColumnWriter: ~Copyable {
  @usableFromInline let rows: RowBatch
  /// The engine moves one writer along a row, which costs less than a writer for each cell.
  @usableFromInline private(set) var index: Int
  /// The number of writes, for those who test codecs.
  package private(set) var writeCount = 0

  /// A writer for a cell of the row that was added last to `rows`. Codecs are handed one; those who test
  /// codecs make their own.
  public init(_ rows: RowBatch, at index: Int) {
    self.rows = rows
    self.index = index
  }

  /// The kind of what was written last.
  public var kind: StoredKind { rows.row[index].kind }

  /// Goes to another cell.
  @inlinable
  mutating func move(to index: Int) { self.index = index }

  /// Writes NULL.
  public mutating func writeNull() { write(.null) }

  /// Writes an integer.
  public mutating func write(_ value: Int64) { write(.integer(value)) }

  /// Writes a double; throws for NaN, which SQL columns cannot hold.
  public mutating func write(_ value: Double) throws {
    guard !value.isNaN else { throw CodecError("a REAL column cannot hold NaN") }
    write(.real(value))
  }

  /// Writes text.
  public mutating func write(_ value: String) {
    var value = value
    value.withUTF8 { write(utf8: $0) }
  }

  /// Writes text given as UTF-8, which must be valid; it is copied.
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
