import CSQLite
import PersistentObjectsDriver

/// A batch of rows as SQLite reads it while a statement runs (`row_batch.h`).
final class BoundRows {
  /// The parameter that stands for the batch, counted from 0.
  let index: Int
  /// The rows, which own the cells.
  @exclusivity(unchecked) private var rows: RowBatch
  private let place = UnsafeMutablePointer<po_row_batch>.allocate(capacity: 1)

  init(_ rows: RowBatch, at index: Int) {
    self.rows = rows
    self.index = index
    place.initialize(to: po_row_batch(rows))
  }

  deinit { place.deallocate() }

  /// Passes the rows to a statement, which must be reset before this object is freed.
  func bind(to statement: OpaquePointer) -> Int32 {
    po_row_batch_bind(statement, Int32(index + 1), place)
  }

  /// Replaces the rows when the running statement has reached their end.
  func goOn(with rows: RowBatch) {
    if rows !== self.rows { self.rows = rows }
    place.pointee = po_row_batch(rows)
    place.pointee.is_next = 1
  }

  /// Enables the statements of a database to take rows.
  static func enable(in database: DatabaseHandle) -> Int32 {
    po_row_batch_register(database.pointer) { context, cells, index in
      guard let cell = cells?.assumingMemoryBound(to: Cell.self)[Int(index)] else { return }
      give(cell, to: context)
    }
  }
}

extension po_row_batch {
  fileprivate init(_ rows: RowBatch) {
    let layout = rows.layout
    self.init(
      cells: layout.cells, width: Int32(layout.width), count: Int64(layout.count), is_next: 0)
  }
}

/// Sets a cell as the result of a column. Its bytes keep their address until the statement has
/// ended, so SQLite need not copy them.
private func give(_ cell: Cell, to context: OpaquePointer?) {
  switch cell {
  case .null: sqlite3_result_null(context)
  case .integer(let value): sqlite3_result_int64(context, value)
  case .real(let value): sqlite3_result_double(context, value)
  case .text(let utf8):
    sqlite3_result_text64(
      context, utf8.baseAddress, UInt64(utf8.count), nil, UInt8(SQLITE_UTF8))
  case .bytes(let bytes):
    sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), nil)
  }
}
