import PersistentObjects
import PersistentObjectsEngine

/// One pass over a table that gathers the statistics of its columns, as far as a damaged table can
/// be read.
struct TableScan {
  /// The number of rows read.
  private(set) var rows = 0
  /// The reason why the remaining rows were not read; nil if all were.
  private(set) var failure: String?
  private var statistics: [String: ReportStatistics] = [:]

  init(
    _ table: String, _ readings: [ColumnReading], _ file: InspectedFile,
    _ progress: ReportProgress
  ) throws {
    let shown = ShownValues(classNames: file.classNames)
    let capacity = FrequentValues.capacity / max(readings.count, 1)
    var columns = readings.map { reading in
      ColumnStatistics(
        of: reading, ValueAspect(of: file.catalog.columns[reading.place]), shown, capacity: capacity
      )
    }
    do {
      let sql = "SELECT * FROM \(file.connection.dialect.quoted(table))"
      let statement = try file.connection.statement(sql: sql)
      defer { statement.reset() }
      statement.readByAndBy()
      while let row = try statement.next() {
        rows += 1
        for index in columns.indices { columns[index].add(row) }
        try progress.countRow()
      }
    } catch let error as PersistenceError {
      failure = "The table \(table) could not be read to its end: \(error.message)"
    }
    statistics = Dictionary(
      zip(readings.map(\.place.column), columns.map(\.statistics)),
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the statistics of a column.
  func statistics(of column: ColumnReading?) -> ReportStatistics? {
    column.flatMap { statistics[$0.place.column] }
  }
}
