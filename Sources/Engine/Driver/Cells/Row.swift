/// The cells of one row, where they lie: those that a statement has read, or those that are to be
/// written. Valid as long as whoever made it says; copy what is to be kept with ``value(at:)``.
@frozen
public struct Row {
  @usableFromInline let cells: UnsafePointer<Cell>
  /// The number of cells.
  public let count: Int

  /// Describes cells that lie side by side.
  @inlinable
  public init(_ cells: UnsafePointer<Cell>, count: Int) {
    self.cells = cells
    self.count = count
  }

  /// A cell, counted from 0; NULL beyond the last one.
  @inlinable
  public subscript(index: Int) -> Cell {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? cells[index] : .null
  }
}

extension Row {
  /// Some of the cells.
  subscript(range: Range<Int>) -> Row {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "there are no such cells")
    return Row(cells + range.lowerBound, count: range.count)
  }

  /// A row without cells.
  static var empty: Row { RowBatch().row }

  /// The kind of the value in a cell.
  public func kind(at index: Int) -> StoredKind { self[index].kind }

  /// Whether a cell is NULL.
  public func isNull(at index: Int) -> Bool { kind(at: index) == .null }

  /// The integer in a cell; nil if something else is stored.
  public func storedInteger(at index: Int) -> Int64? {
    if case .integer(let value) = self[index] { value } else { nil }
  }

  /// The integer in a cell, or 0.
  public func integer(at index: Int) -> Int64 { storedInteger(at: index) ?? 0 }

  /// The text in a cell, or what its bytes stand for in UTF-8; empty if there are none.
  public func text(at index: Int) -> String { String(decoding: bytes(at: index), as: UTF8.self) }

  /// The bytes of a text or a blob, or none; valid as long as the row.
  public func bytes(at index: Int) -> UnsafeRawBufferPointer { self[index].bytes }

  /// The value of a cell, copied. Text that is not valid UTF-8 comes as a blob.
  public func value(at index: Int) -> StoredValue { StoredValue(self[index]) }

  /// The values of all cells, copied.
  public var values: [StoredValue] { (0..<count).map(value) }
}
