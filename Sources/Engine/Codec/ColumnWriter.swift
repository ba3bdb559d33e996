/// Where a codec writes one value. Without a write the cell is NULL.
public struct ColumnWriter: ~Copyable {
  @usableFromInline let cells: Cells
  /// The engine moves one writer along a row, which costs less than a writer for each cell.
  @usableFromInline var index: Int
  @usableFromInline var writtenKind = StoredKind.null

  /// A writer for one cell. Codecs are handed one; those who test codecs make their own.
  @inlinable
  public init(_ cells: Cells, at index: Int) {
    self.cells = cells
    self.index = index
  }

  /// The kind of what was written last.
  @inlinable
  public var kind: StoredKind { writtenKind }

  /// Goes to another cell, to which nothing was written yet.
  @inlinable
  mutating func move(to index: Int) {
    self.index = index
    writtenKind = .null
  }

  /// Writes NULL.
  @inlinable
  public mutating func writeNull() {
    cells.setNull(at: index)
    writtenKind = .null
  }

  /// Writes an integer.
  @inlinable
  public mutating func write(_ value: Int64) {
    cells.set(value, at: index)
    writtenKind = .integer
  }

  /// Writes a double; throws for NaN, which SQL columns cannot hold.
  @inlinable
  public mutating func write(_ value: Double) throws {
    guard !value.isNaN else { throw CodecError("a REAL column cannot hold NaN") }
    cells.set(value, at: index)
    writtenKind = .real
  }

  /// Writes text.
  @inlinable
  public mutating func write(_ value: String) {
    var value = value
    value.withUTF8 { cells.setText($0, at: index) }
    writtenKind = .text
  }

  /// Writes text given as UTF-8, which must be valid; it is copied.
  @inlinable
  public mutating func write(utf8: UnsafeBufferPointer<UInt8>) {
    cells.setText(utf8, at: index)
    writtenKind = .text
  }

  /// Writes bytes, which are copied.
  @inlinable
  public mutating func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { cells.setBlob($0, at: index) }
    writtenKind = .blob
  }

  /// Writes bytes, which are copied.
  @inlinable
  public mutating func write(bytes: UnsafeRawBufferPointer) {
    cells.setBlob(bytes, at: index)
    writtenKind = .blob
  }
}
