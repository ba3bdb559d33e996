import CSQLite
import PersistentObjectsEngine

/// A prepared SQLite statement: thin calls into the C interface.
class SQLiteStatement: Statement {
  /// Whether it was stepped and not yet reset. While it runs it is not handed out again.
  final var isRunning = false
  /// A second statement of the same text, for use while this one runs.
  final var twin: SQLiteStatement?
  /// When the cache handed it out last, for finding the least recently used.
  final var lastUse: UInt64 = 0

  final let pointer: OpaquePointer
  final let database: DatabaseHandle
  private let count: Int
  private let memory: ParameterMemory
  private let row = RowMemory()
  /// How many cells a row has; negative until the first row of a run, since a statement that is
  /// prepared again, as the schema has changed, may have others.
  private var cellCount = -1
  private let storesUTF8: Bool
  private let mayWrite: Bool
  /// Whether it reads rows whose layout another program may change.
  private let watchesLayout: Bool
  /// How often SQLite had prepared it anew when its layout was checked; negative before that.
  private var checkedPreparations: Int32 = -1
  /// The first failure of a `set`, which cannot throw; `step()` throws it.
  private var bindFailure = SQLITE_OK
  /// Whether this run is traced; beside `started`, since asking an optional instant is slow.
  final var isTraced = false
  private var started: ContinuousClock.Instant?
  /// Whether the time of this run is limited, and how much of it was spent in the steps before.
  private var isLimited = false
  private var spent = Duration.zero

  /// Takes `pointer`, a statement of `database`, over.
  init(_ pointer: OpaquePointer, sql: String, in database: DatabaseHandle) {
    self.pointer = pointer
    self.database = database
    count = Int(sqlite3_bind_parameter_count(pointer))
    memory = ParameterMemory(parameterCount: count)
    storesUTF8 = database.storesUTF8
    mayWrite = sqlite3_stmt_readonly(pointer) == 0
    // A transaction that writes looks at the layout once, when it begins.
    watchesLayout = database.role == .reader && sqlite3_column_count(pointer) > 0
    super.init(sql: sql)
  }

  deinit {
    close()
    sqlite3_finalize(pointer)
  }

  // MARK: Parameters

  override func setNull(at index: Int) { note(sqlite3_bind_null(pointer, Int32(index + 1))) }

  override func set(_ value: Int64, at index: Int) {
    note(sqlite3_bind_int64(pointer, Int32(index + 1), value))
  }

  override func set(_ value: Double, at index: Int) {
    note(sqlite3_bind_double(pointer, Int32(index + 1), value))
  }

  override func setText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
    let parameter = Int32(index + 1)
    if let kept = keep(UnsafeRawBufferPointer(utf8), at: index) {
      note(po_sqlite3_bind_kept_text(pointer, parameter, kept, Int32(utf8.count)))
    } else {
      note(po_sqlite3_bind_text(pointer, parameter, utf8.baseAddress, UInt64(utf8.count)))
    }
  }

  override func setBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    let parameter = Int32(index + 1)
    if let kept = keep(bytes, at: index) {
      note(po_sqlite3_bind_kept_blob(pointer, parameter, kept, Int32(bytes.count)))
    } else {
      note(po_sqlite3_bind_blob(pointer, parameter, bytes.baseAddress, UInt64(bytes.count)))
    }
  }

  /// Keeps a value for SQLite to read while the statement runs; nil where SQLite has to copy it. A
  /// statement that runs refuses to be bound, so what it reads is left alone.
  private func keep(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UnsafeRawPointer? {
    isRunning || !(0..<count).contains(index) ? nil : memory.keep(bytes, at: index)
  }

  override func clearParameters() {
    sqlite3_clear_bindings(pointer)
    bindFailure = SQLITE_OK
  }

  override var parameterCount: Int { count }

  private func note(_ code: Int32) {
    if code != SQLITE_OK && bindFailure == SQLITE_OK { bindFailure = code }
  }

  // MARK: Running

  override func step() throws -> Bool { try stepPlainly() }

  /// In line: each return from calls that lead into the kernel is one that the processor foresees
  /// wrongly.
  @inline(__always)
  final func stepPlainly() throws -> Bool {
    let isFirst = !isRunning
    if isFirst { try begin() }
    let code = isLimited ? stepWithinLimit() : sqlite3_step(pointer)
    if code == SQLITE_ROW {
      if isFirst && watchesLayout { try checkLayout() }
      return true
    }
    if code != SQLITE_DONE { throw explained(fail(code)) }
    if isTraced { endTrace() }
    return false
  }

  /// Has the layout checked before the first row is used, if SQLite has prepared the statement for this run.
  @inline(__always)
  final func checkLayout() throws {
    let preparations = sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
    if preparations != checkedPreparations { try checkLayout(preparations) }
  }

  private func checkLayout(_ preparations: Int32) throws {
    do {
      if try database.checkLayout(of: sql) { checkedPreparations = preparations }
    } catch {
      close()
      throw error
    }
  }

  /// What failed may have failed since another program has changed the layout.
  final func explained(_ error: PersistenceError) -> any Error {
    guard watchesLayout, error.databaseCode.map({ $0 & 0xff }) == SQLITE_ERROR else { return error }
    do {
      _ = try database.checkLayout(of: sql)
      return error
    } catch let finding {
      return finding
    }
  }

  private final func stepWithinLimit() -> Int32 {
    let began = ContinuousClock.now
    let outer = database.statementLimit?.beginStep(after: spent) ?? nil
    defer {
      spent += began.duration(to: .now)
      database.statementLimit?.endStep(outer)
    }
    return sqlite3_step(pointer)
  }

  override func reset() { resetPlainly() }

  /// Runs a statement that gives no rows, and whose one parameter is a key.
  @inline(__always)
  final func run(for key: Int64) throws {
    note(sqlite3_bind_int64(pointer, 1, key))
    defer { resetPlainly() }
    while try stepPlainly() {}
  }

  /// In line, too.
  @inline(__always)
  private final func resetPlainly() {
    guard isRunning else { return }
    sqlite3_reset(pointer)
    isRunning = false
    database.runningStatements -= 1
    if isTraced { endTrace() }
  }

  /// Resets it, also where ``reset()`` keeps it open.
  func close() { reset() }

  private func begin() throws {
    try beginUse()
    database.runningStatements += 1
  }

  /// Begins a run, without counting it.
  final func beginUse() throws {
    if bindFailure != SQLITE_OK || database.isClosed { throw refusal() }
    isRunning = true
    cellCount = -1
    if mayWrite { database.writes += 1 }
    if database.isTraced { beginTrace() }
    isLimited = database.hasStatementLimit
    if isLimited { spent = .zero }
  }

  private func refusal() -> PersistenceError {
    if database.isClosed {
      return PersistenceError(.storeClosed, "The database \(database.name) is closed.", sql: sql)
    }
    defer { bindFailure = SQLITE_OK }
    return ResultCode(bindFailure).bindError(sql: sql, parameterCount: parameterCount)
  }

  final func fail(_ code: Int32) -> PersistenceError {
    let error = database.failure(code, sql: sql)
    close()
    return error
  }

  private func beginTrace() {
    isTraced = true
    started = .now
  }

  final func endTrace() {
    isTraced = false
    guard let start = started else { return }
    database.trace?(StatementTrace(sql: sql, duration: .now - start, role: database.role))
  }

  // MARK: Columns

  override var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  override func origin(at index: Int) -> (table: String, column: String)? {
    guard let table = po_sqlite3_origin_table(pointer, Int32(index)),
      let column = po_sqlite3_origin_column(pointer, Int32(index))
    else { return nil }
    return (String(cString: table), String(cString: column))
  }

  override var isReadOnly: Bool { !mayWrite }

  override func columnName(at index: Int) -> String {
    sqlite3_column_name(pointer, Int32(index)).map { String(cString: $0) } ?? ""
  }

  // A connection is opened in multi-thread mode and used by one thread at a time, so its values
  // need no protection, and one look-up serves for kind and content.

  override func cell(at index: Int) -> Cell { plainCell(at: index) }

  /// In line.
  @inline(__always)
  final func plainCell(at index: Int) -> Cell {
    Cell(
      sqlite3_column_value(pointer, Int32(truncatingIfNeeded: index)), storesUTF8: storesUTF8)
  }

  override func readRow() -> UnsafePointer<Cell> {
    if cellCount < 0 { prepareRow() }
    let (cells, count) = (row.cells, cellCount)
    for index in 0..<count { cells[index] = plainCell(at: index) }
    return UnsafePointer(cells)
  }

  private func prepareRow() {
    cellCount = Int(sqlite3_data_count(pointer))
    row.reserve(cellCount)
  }
}
