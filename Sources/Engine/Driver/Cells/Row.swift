/// The cells of one row, in place: cells that a statement has read or that are to be written. The
/// creator of a row determines how long it is valid; ``value(at:)`` copies values that have to live
/// longer.
///
/// ```swift
/// while let row = try statement.next() {
///   print(row.integer(at: 0), row.isNull(at: 1) ? "nobody" : row.text(at: 1))
/// }
/// ```
@frozen
public struct Row {
  @usableFromInline package let cells: UnsafePointer<Cell>
  /// The number of cells.
  public let count: Int

  /// Creates a row of contiguous cells.
  @inlinable
  public init(_ cells: UnsafePointer<Cell>, count: Int) {
    self.cells = cells
    self.count = count
  }

  /// The cell at an index, counted from 0; NULL beyond the last cell.
  @inlinable
  public subscript(index: Int) -> Cell {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? cells[index] : .null
  }
}

extension Row {
  /// Returns the cells from an index on.
  @inlinable
  package func dropping(_ count: Int) -> Row {
    count <= self.count ? Row(cells + count, count: self.count - count) : Row(cells, count: 0)
  }

  /// The cells of a range of indices.
  package subscript(range: Range<Int>) -> Row {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "there are no such cells")
    return Row(cells + range.lowerBound, count: range.count)
  }

  /// A row without cells.
  package static var empty: Row { RowBatch().row }

  /// Returns the kind of the value in a cell.
  public func kind(at index: Int) -> StoredKind { self[index].kind }

  /// Whether a cell is NULL.
  public func isNull(at index: Int) -> Bool { kind(at: index) == .null }

  /// Returns the integer in a cell; nil if something else is stored.
  public func storedInteger(at index: Int) -> Int64? {
    if case .integer(let value) = self[index] { value } else { nil }
  }

  /// Returns the integer in a cell, or 0.
  public func integer(at index: Int) -> Int64 { storedInteger(at: index) ?? 0 }

  /// Returns the text in a cell, or its bytes decoded as UTF-8; empty for other kinds.
  public func text(at index: Int) -> String { String(decoding: bytes(at: index), as: UTF8.self) }

  /// Returns the bytes of a text or a blob, valid as long as the row; empty for other kinds.
  public func bytes(at index: Int) -> UnsafeRawBufferPointer { self[index].bytes }

  /// Returns a copy of a cell's value. Text that is not valid UTF-8 becomes a blob.
  public func value(at index: Int) -> StoredValue { StoredValue(self[index]) }

  /// Copies of the values of all cells.
  public var values: [StoredValue] { (0..<count).map(value) }
}
