import CSQLite
import PersistentObjectsDriver

/// A prepared SQLite statement: thin calls into the C interface.
final class SQLiteStatement: DriverStatement {
  private let pointer: OpaquePointer
  private let database: DatabaseHandle
  private let sql: String
  let parameterCount: Int
  let isReadOnly: Bool
  @exclusivity(unchecked) private var isRunning = false
  @exclusivity(unchecked) private var row = RowMemory()
  /// The value that is bound for all runs. SQLite reads it in place.
  private var lastingValue: RowBatch?
  /// The number of parameters that each run binds.
  @exclusivity(unchecked) private var boundCount: Int
  /// The batches that are bound to parameters, in the order of their parameters.
  @exclusivity(unchecked) private var batches: [BoundRows] = []

  /// Whether the statement reads rows whose layout another program may change.
  private let watchesLayout: Bool
  /// Whether the statement makes changes final that were made since the files were looked at.
  private let commits: Bool
  /// The number of times that SQLite had prepared the statement again when its layout was checked;
  /// negative before that.
  @exclusivity(unchecked) private var checkedPreparations: Int32 = -1
  /// The time that was spent in earlier steps of this run, since a batch was last replaced. Not
  /// private, since a test sets it rather than waiting.
  var spent = Duration.zero

  /// Takes ownership of `pointer`, a statement of `database`.
  init(_ pointer: OpaquePointer, sql: String, in database: DatabaseHandle) {
    self.pointer = pointer
    self.database = database
    self.sql = sql
    parameterCount = Int(sqlite3_bind_parameter_count(pointer))
    boundCount = parameterCount
    isReadOnly = sqlite3_stmt_readonly(pointer) != 0
    commits = database.role == .writer && sql == "COMMIT"
    // A write transaction checks the layout once, when it begins.
    watchesLayout = database.role == .reader && sqlite3_column_count(pointer) > 0
  }

  deinit { sqlite3_finalize(pointer) }

  // MARK: Parameters

  func bind(_ parameters: Row) throws {
    if database.isClosed { throw database.closedError(sql: sql) }
    for index in 0..<boundCount {
      let code = bind(parameters[index], to: Int32(truncatingIfNeeded: index + 1))
      if code != SQLITE_OK { throw ResultCode(code).bindError(sql: sql) }
    }
  }

  func bindForAllRuns(_ value: StoredValue, at index: Int) throws {
    let row = RowBatch(width: 1)
    row.set(value, at: 0)
    let code = bind(row.row[0], to: Int32(truncatingIfNeeded: index + 1))
    if code != SQLITE_OK { throw ResultCode(code).bindError(sql: sql) }
    (lastingValue, boundCount) = (row, index)
  }

  /// Binds a cell. SQLite reads texts and blobs in place, since they keep their addresses until the
  /// statement is reset.
  @inline(__always)
  private func bind(_ cell: Cell, to parameter: Int32) -> Int32 {
    switch cell {
    case .null: sqlite3_bind_null(pointer, parameter)
    case .integer(let value): sqlite3_bind_int64(pointer, parameter, value)
    case .real(let value): sqlite3_bind_double(pointer, parameter, value)
    case .text(let utf8):
      sqlite3_bind_text64(
        pointer, parameter, utf8.baseAddress, UInt64(utf8.count), nil, UInt8(SQLITE_UTF8))
    case .bytes(let bytes):
      sqlite3_bind_blob64(pointer, parameter, bytes.baseAddress, UInt64(bytes.count), nil)
    }
  }

  func bind(_ rows: RowBatch, at index: Int) throws {
    if isRunning {
      // By position: a loop over the array would do reference counting.
      for position in batches.indices where batches[position].index == index {
        // Each batch is what another run would be, and may take as long.
        if database.hasStatementLimit { spent = .zero }
        return batches[position].goOn(with: rows)
      }
    }
    let bound = BoundRows(rows, at: index)
    let code = bound.bind(to: pointer)
    if code != SQLITE_OK { throw ResultCode(code).bindError(sql: sql) }
    batches.append(bound)
  }

  // MARK: Running

  @inline(__always)
  func next() throws -> Row? {
    let isFirst = !isRunning
    if isFirst && database.isWatched { try look() }
    isRunning = true
    let code = database.hasStatementLimit ? stepWithinLimit(isFirst) : sqlite3_step(pointer)
    if code == SQLITE_ROW {
      if isFirst && watchesLayout { try checkLayout() }
      return row.read(pointer, isFirst: isFirst, storesUTF8: database.storesUTF8)
    }
    return code == SQLITE_DONE ? nil : try goOn(after: code, isFirst: isFirst)
  }

  /// Looks whether the files are where they were, if a transaction begins or is about to end.
  @inline(__always)
  private func look() throws {
    guard commits || sqlite3_get_autocommit(database.pointer) != 0 else { return }
    try database.watch?.look(for: sql)
  }

  /// Starts again if the failure's reason can be removed; throws otherwise.
  @inline(never)
  private func goOn(after code: Int32, isFirst: Bool) throws -> Row? {
    let table = isFirst && code & 0xff == SQLITE_ERROR ? database.refusedTable : nil
    let error = database.failure(code, sql: sql)
    guard let table, database.admit(table) else { throw explained(error) }
    database.endingFailure = nil
    sqlite3_reset(pointer)
    isRunning = false
    return try next()
  }

  private func stepWithinLimit(_ isFirst: Bool) -> Int32 {
    if isFirst { spent = .zero }
    let began = ContinuousClock.now
    let outer = database.statementLimit?.beginStep(after: spent) ?? nil
    defer {
      spent += began.duration(to: .now)
      database.statementLimit?.endStep(outer)
    }
    return sqlite3_step(pointer)
  }

  func reset() {
    isRunning = false
    sqlite3_reset(pointer)
    if !batches.isEmpty { batches.removeAll(keepingCapacity: true) }
  }

  var changes: Int { database.isClosed ? 0 : Int(sqlite3_changes64(database.pointer)) }

  // MARK: Layout

  /// Checks the layout before the first row is used, if SQLite has prepared the statement for this
  /// run.
  @inline(__always)
  private func checkLayout() throws {
    let preparations = sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
    if preparations == checkedPreparations { return }
    if try database.checkLayout(of: sql) { checkedPreparations = preparations }
  }

  /// Returns the error of the layout, if another program has changed the layout meanwhile.
  private func explained(_ error: PersistenceError) -> any Error {
    guard watchesLayout, error.databaseCode == "SQLITE_ERROR" else { return error }
    do {
      _ = try database.checkLayout(of: sql)
      return error
    } catch let finding {
      return finding
    }
  }

  // MARK: Description

  var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  func columnName(at index: Int) -> String {
    sqlite3_column_name(pointer, Int32(index)).map { String(cString: $0) } ?? ""
  }

  func origin(at index: Int) -> (table: String, column: String)? {
    guard let table = po_sqlite3_origin_table(pointer, Int32(index)),
      let column = po_sqlite3_origin_column(pointer, Int32(index))
    else { return nil }
    return (String(cString: table), String(cString: column))
  }
}
