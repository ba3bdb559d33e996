import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection

/// One pass over a table that gathers the statistics of its columns, as far as a damaged table can
/// be read.
struct TableScan {
  /// The number of rows read.
  private(set) var rows = 0
  /// The reason why the remaining rows were not read; nil if all were.
  private(set) var failure: String?
  private let table: String
  private var statistics: [String: ReportStatistics] = [:]

  init(
    _ table: String, _ readings: [ColumnReading], _ file: InspectedFile,
    _ progress: ReportProgress
  ) throws {
    self.table = table
    let shown = ShownValues(classNames: file.classNames)
    let capacity = FrequentValues.capacity / max(readings.count, 1)
    var columns = readings.map { reading in
      ColumnStatistics(
        of: reading, ValueAspect(of: file.catalog.columns[reading.place]), shown, capacity: capacity
      )
    }
    try forEachRow(file) { row in
      for index in columns.indices { columns[index].add(row) }
      try progress.countRow()
    }
    statistics = Dictionary(
      zip(readings.map(\.place.column), columns.map(\.statistics)),
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the statistics of a column.
  func statistics(of column: ColumnReading?) -> ReportStatistics? {
    column.flatMap { statistics[$0.place.column] }
  }

  // MARK: Reading

  /// Calls `body` with each row that can be read, and throws its errors.
  private mutating func forEachRow(
    _ file: InspectedFile, _ body: (Row) throws -> Void
  ) throws {
    let sql = "SELECT * FROM \(file.catalog.rows(of: table))"
    guard let statement = try attempt({ try file.connection.statement(sql: sql) }) else { return }
    defer { statement.reset() }
    statement.readByAndBy()
    while let row = try attempt({ try statement.next() }) {
      rows += 1
      try body(row)
    }
  }

  /// Returns the result of a read. If the read fails, notes the reason and returns nil.
  private mutating func attempt<Value>(_ read: () throws -> Value?) throws -> Value? {
    do {
      return try read()
    } catch let error as PersistenceError {
      failure = "The table \(table) could not be read to its end: \(error.message)"
      return nil
    }
  }
}
