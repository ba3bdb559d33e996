import PersistentObjectsDriver

// Statements that each break one promise in a realistic way.

/// Resets a run only after its last row was read.
final class ForgetsReset: WrappedStatement {
  private var isAtEnd = false

  override func next() throws -> Row? {
    let row = try base.next()
    isAtEnd = row == nil
    return row
  }

  override func reset() {
    if isAtEnd { base.reset() }
  }
}

/// Binds doubles as a library does that first compares them with 0.
final class LosesSignOfZero: WrappedStatement {
  private var parameters = RowBatch()

  override func bind(_ parameters: Row) throws {
    self.parameters = RowBatch(parameters.values.map { $0 == .real(-0.0) ? .real(0) : $0 })
    try base.bind(self.parameters.row)
  }
}

/// Counts all rows that its connection has ever changed.
final class CountsOn: WrappedStatement {
  private var total = 0

  override func reset() {
    base.reset()
    total += base.changes
  }

  override var changes: Int { total + 1 }
}

/// Sends part of a batch.
class SendsPart: WrappedStatement {
  private var rows = RowBatch()

  /// Returns the rows that are sent.
  func part(of rows: [[StoredValue]]) -> [[StoredValue]] { rows }

  override func bind(_ rows: RowBatch, at index: Int) throws {
    self.rows = RowBatch()
    self.rows.begin(width: rows.width)
    for row in part(of: (0..<rows.count).map { rows[$0].values }) {
      self.rows.addRow()
      for (column, value) in row.enumerated() { self.rows.set(value, at: column) }
    }
    try base.bind(self.rows, at: index)
  }
}

/// Takes no more rows than fit in one message.
final class CutsBatches: SendsPart {
  override func part(of rows: [[StoredValue]]) -> [[StoredValue]] { Array(rows.prefix(512)) }
}

/// Takes no more rows than the database has parameters.
final class CutsLargeBatches: SendsPart {
  override func part(of rows: [[StoredValue]]) -> [[StoredValue]] { Array(rows.prefix(1000)) }
}

/// Sends the length of a text in two bytes.
final class CutsLongTexts: SendsPart {
  override func part(of rows: [[StoredValue]]) -> [[StoredValue]] {
    rows.map { row in
      row.map { value in
        guard case .text(let text) = value else { return value }
        return .text(String(text.prefix(65_535)))
      }
    }
  }
}

/// Claims to be read-only.
final class ClaimsToRead: WrappedStatement {
  override var isReadOnly: Bool { true }
}

/// Keeps rows in one place that all statements share.
final class SharesRows: WrappedStatement {
  /// The shared place. Only one test uses it, on one thread at a time.
  private nonisolated(unsafe) static let place = RowBatch(width: 8)

  override func next() throws -> Row? {
    guard let row = try base.next() else { return nil }
    for (index, value) in row.values.enumerated() { Self.place.set(value, at: index) }
    return Row(Self.place.layout.cells, count: row.count)
  }
}

/// Sends text only up to the end of a C string: the first NUL.
final class EndsAtNUL: WrappedStatement {
  private var parameters = RowBatch()

  override func bind(_ parameters: Row) throws {
    self.parameters = RowBatch(
      parameters.values.map { value in
        guard case .text(let text) = value else { return value }
        return .text(String(text.prefix { $0 != "\0" }))
      })
    try base.bind(self.parameters.row)
  }
}

/// Takes a row with an empty text for the end of the rows.
final class EndsAtEmptyText: WrappedStatement {
  override func next() throws -> Row? {
    guard let row = try base.next() else { return nil }
    return row.values.contains(.text("")) ? nil : row
  }
}

/// Does not say which constraint an error is about.
final class TellsNoConstraint: WrappedStatement {
  override func next() throws -> Row? {
    do {
      return try base.next()
    } catch var error as PersistenceError {
      error.constraint = nil
      throw error
    }
  }
}
