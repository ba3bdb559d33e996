/// Where a codec writes one value. Without a write the cell is NULL.
public struct ColumnWriter: ~Copyable {
  @usableFromInline let cells: Cells
  @usableFromInline let index: Int
  /// The kind of what was written last.
  public private(set) var kind = StoredKind.null

  /// A writer for one cell. Codecs are handed one; those who test codecs make their own.
  public init(_ cells: Cells, at index: Int) {
    self.cells = cells
    self.index = index
  }

  /// Writes NULL.
  public mutating func writeNull() {
    cells.setNull(at: index)
    kind = .null
  }

  /// Writes an integer.
  public mutating func write(_ value: Int64) {
    cells.set(value, at: index)
    kind = .integer
  }

  /// Writes a double; throws for NaN, which SQL columns cannot hold.
  public mutating func write(_ value: Double) throws {
    guard !value.isNaN else { throw CodecError("a REAL column cannot hold NaN") }
    cells.set(value, at: index)
    kind = .real
  }

  /// Writes text.
  public mutating func write(_ value: String) {
    var value = value
    value.withUTF8 { cells.setText($0, at: index) }
    kind = .text
  }

  /// Writes text given as UTF-8, which must be valid; it is copied.
  public mutating func write(utf8: UnsafeBufferPointer<UInt8>) {
    cells.setText(utf8, at: index)
    kind = .text
  }

  /// Writes bytes, which are copied.
  public mutating func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { cells.setBlob($0, at: index) }
    kind = .blob
  }

  /// Writes bytes, which are copied.
  public mutating func write(bytes: UnsafeRawBufferPointer) {
    cells.setBlob(bytes, at: index)
    kind = .blob
  }
}
