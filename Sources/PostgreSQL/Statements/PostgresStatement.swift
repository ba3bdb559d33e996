import CPostgreSQL
import PersistentObjectsDriver

/// A statement that the server keeps prepared, unless the server keeps none.
final class PostgresStatement: DriverStatement, GradualReading {
  let sql: String
  let server: ServerConnection
  private let text: ParameterText
  private var form: PreparedForm
  /// The forms for parameters of other kinds than the server infers from the text.
  private var otherForms: [[ServerType?]: PreparedForm] = [:]
  /// The maximum number of other forms that are kept: a statement with ten values of any kind has a
  /// million. Others are prepared for each run, since runs that wait to be sent may need those that
  /// are kept.
  private static let keptForms = 16

  private var parameters: Row?
  private var batches: [Int: RowBatch] = [:]
  /// The value of the last parameter, if it is bound for all runs.
  private var lastingValue: (row: RowBatch, index: Int)?
  private var isRunning = false
  /// The rows that have been read.
  private var result: ServerResult?
  private var nextRow = 0
  /// The source of the following rows, if they are read gradually.
  private var cursor: ServerCursor?
  /// Whether the next run leaves its rows on the server until they are requested.
  var readsByAndBy = false
  /// The number of rows that the next run is likely to return: that of the last run that was read
  /// to its end, or, before the first, the server's estimate.
  private var likelyRowCount: Int
  private var readRowCount = 0
  private var row: ResultRow
  /// Whether `row` has the columns of one of the other forms.
  private var rowIsOfOtherForm = false
  private(set) var changes = 0
  private var layout = CheckedLayout()
  /// The same statement, in a form that fails if it changes no row.
  private var demandingForm: PostgresStatement?

  init(_ sql: String, on server: ServerConnection) throws {
    self.sql = sql
    self.server = server
    if sql.utf8.contains(0) {
      throw PersistenceError(.invalidQuery, "The SQL contains a NUL character.", sql: sql)
    }
    text = ParameterText(sql)
    if text.command.isEmpty {
      throw PersistenceError(.invalidQuery, "The SQL contains no statement.", sql: sql)
    }
    try Self.refuseCopy(text, of: sql)
    try Self.refuseHugeParameterNumber(text, of: sql)
    form = try PreparedForm(
      text, types: [], of: sql, on: server,
      estimatesRows: text.isQuery && text.parameterCount == 0)
    row = ResultRow(form.columns)
    likelyRowCount = form.estimatedRowCount
  }

  /// Throws if the server would wait for rows from the program, or send it rows that are no result.
  private static func refuseCopy(_ text: ParameterText, of sql: String) throws {
    guard text.command == "COPY", !text.names.isDisjoint(with: ["stdin", "stdout"]) else { return }
    throw PersistenceError(
      .unsupported,
      "COPY cannot exchange rows with the program; use a file of the server, or the program psql.",
      sql: sql)
  }

  /// Throws if a parameter has a number to which no value can be bound.
  private static func refuseHugeParameterNumber(_ text: ParameterText, of sql: String) throws {
    guard text.parameterCount > PostgresDialect.maximumParameters else { return }
    throw PersistenceError(
      .invalidQuery,
      """
      The SQL has the parameter $\(text.parameterCount), and a statement takes at most \
      \(PostgresDialect.maximumParameters); number the parameters from $1.
      """, sql: sql)
  }

  deinit { freeForms() }

  private func freeForms() {
    for form in [form] + otherForms.values where form.generation == server.statements.generation {
      if case .prepared(let name) = form.call {
        server.transaction.queued.free("DEALLOCATE \(name)")
      }
    }
  }

  // MARK: Description

  var parameterCount: Int { text.parameterCount }
  var columnCount: Int { form.columns.count }
  func columnName(at index: Int) -> String { form.description.columnName(index) }

  /// Runs a query, unless the column is computed.
  func origin(at index: Int) -> (table: String, column: String)? {
    guard let (table, column) = form.description.origin(index),
      let found = try? server.run(
        """
        SELECT relname, attname FROM pg_catalog.pg_attribute JOIN pg_catalog.pg_class AS c ON c.oid = attrelid \
        JOIN pg_catalog.pg_namespace AS n ON n.oid = relnamespace \
        WHERE attrelid = \(table) AND attnum = \(column) AND nspname = current_schema()
        """), found.rowCount == 1, let name = found.text(0), let own = found.text(1)
    else { return nil }
    return (name, own)
  }

  /// Whether the statement only reads, judging by its first word and its words for writing.
  var isReadOnly: Bool {
    text.isQuery
      || ["SHOW", "EXPLAIN", "BEGIN", "COMMIT", "ROLLBACK"].contains(text.command)
        && !text.hasWritingWord
  }

  // MARK: Parameters

  func bind(_ parameters: Row) throws {
    try server.requireOpen()
    self.parameters = parameters
  }

  func bind(_ rows: RowBatch, at index: Int) throws { batches[index] = rows }

  func bindForAllRuns(_ value: StoredValue, at index: Int) throws {
    let row = RowBatch(width: 1)
    row.set(value, at: 0)
    lastingValue = (row, index)
    try demandingForm?.bindForAllRuns(value, at: index)
  }

  private func cell(of parameter: Int) -> Cell {
    if let lastingValue, lastingValue.index == parameter { return lastingValue.row.row[0] }
    return parameters?[parameter] ?? .null
  }

  /// Returns the parameters in the form that the server expects, and the form itself.
  private func bound() throws -> (PreparedForm, BoundParameters) {
    if let bound = try bind(to: form) {
      if rowIsOfOtherForm { (row, rowIsOfOtherForm) = (ResultRow(form.columns), false) }
      return (form, bound)
    }
    let types: [ServerType?] = text.slots.enumerated().map { index, slot in
      let cell = slot.column == nil ? cell(of: slot.parameter) : .null
      return type(of: cell, inferred: form.parameterTypes[index])
    }
    // By the types of these values: another form could take them, and return something else.
    let isKept = otherForms.count < Self.keptForms
    let other =
      try otherForms[types]
      ?? PreparedForm(text, types: types, of: sql, on: server, isKept: isKept)
    if isKept { otherForms[types] = other }
    guard let bound = try bind(to: other) else {
      throw PersistenceError(
        .encodingFailed, "A value has a type that PostgreSQL does not accept here.", sql: sql)
    }
    (row, rowIsOfOtherForm) = (ResultRow(other.columns), true)
    return (other, bound)
  }

  /// Returns the type of a parameter: the one that the server infers if it accepts the value,
  /// otherwise the value's own.
  private func type(of cell: Cell, inferred: ServerType?) -> ServerType? {
    var probe = BoundParameters()
    if probe.append(cell, as: inferred) { return inferred }
    return switch cell {
    // Every type accepts NULL.
    case .null: inferred
    case .integer: .int8
    case .real: .float8
    case .text: .text
    case .bytes: .bytes
    }
  }

  /// Binds the parameters to a form; nil if the form is for values of other kinds.
  private func bind(to form: PreparedForm) throws -> BoundParameters? {
    var bound = BoundParameters()
    for (index, slot) in text.slots.enumerated() {
      let type = form.parameterTypes[index]
      if let column = slot.column {
        let rows = batches[slot.parameter] ?? RowBatch()
        for row in 0..<rows.count { try rows[row][column].refuseNUL(sql: sql) }
        if let row = bound.append(column, of: rows, as: type, isOfAnyKind: slot.isOfAnyKind) {
          throw PersistenceError(
            .encodingFailed,
            "A value in row \(row) of a batch does not have the type of its column.",
            sql: sql)
        }
      } else {
        let cell = cell(of: slot.parameter)
        try cell.refuseNUL(sql: sql)
        if !bound.append(cell, as: type) { return nil }
      }
    }
    return bound
  }

  // MARK: Running

  func next() throws -> Row? {
    if !isRunning { try start() }
    while let result {
      if nextRow < result.rowCount {
        nextRow += 1
        try row.read(result, row: nextRow - 1, of: sql)
        return row.row
      }
      try fetch()
    }
    likelyRowCount = readRowCount
    return nil
  }

  /// Prepares the statement again if the connection was made again, or if tables have changed.
  private func renew() throws {
    try server.reconnectIfLost()
    if form.generation == server.statements.generation && !layout.isOutdated { return }
    let form = try PreparedForm(text, types: [], of: sql, on: server)
    freeForms()
    (self.form, otherForms, layout.isOutdated) = (form, [:], false)
    row = ResultRow(form.columns)
  }

  private func start() throws {
    try renew()
    (isRunning, changes, readRowCount) = (true, 0, 0)
    let (form, bound) = try bound()
    if let pace {
      cursor = try layout.running(sql, on: server) {
        try ServerCursor(
          form.sql, with: bound, types: form.parameterTypes, description: form.description, of: sql,
          on: server, pace: pace)
      }
      try layout.require(for: sql, on: server)
      return try fetch()
    }
    let result = try layout.running(sql, on: server) {
      text.changesLayout
        ? try server.run(changingLayout: form.call, with: bound, of: sql)
        : try run(form, with: bound)
    }
    // A statement that changes a table need not fit the changed table.
    if !text.changesLayout { try layout.require(for: sql, on: server) }
    changes = result.changes
    if ["COMMIT", "END"].contains(text.command) { try result.requireCommitted(sql) }
    if columnCount > 0 { use(result) }
  }

  private func use(_ rows: ServerResult) {
    result = rows
    readRowCount += rows.rowCount
  }

  /// The pace of a cursor; nil if all rows are read at once.
  private var pace: ServerCursor.Pace? {
    guard text.isQuery && columnCount > 0 else { return nil }
    // Outside of a transaction, a cursor would have to stay on the server.
    if readsByAndBy {
      return server.statements.isStateless && !server.isInTransaction ? nil : .asAsked
    }
    return likelyRowCount > Self.rowsWorthACursor && server.seesOneState ? .ahead : nil
  }

  /// The number of rows above which a cursor that reads ahead is faster than one result, which
  /// needs memory for all rows.
  private static let rowsWorthACursor = 4096

  /// Runs the statement. Throws `busy` if a statement that was not kept prepared returns columns of
  /// other types than before.
  private func run(_ form: PreparedForm, with bound: BoundParameters) throws -> ServerResult {
    let result = try server.run(form.call, with: bound, of: sql)
    if case .prepared = form.call { return result }
    try result.requireColumns(of: form.description, sql: sql)
    return result
  }

  // MARK: Running with others

  /// Calls `body` with each execution of a run.
  func bind(
    _ run: StatementRun, then body: (StatementCall, BoundParameters) -> Void
  ) throws {
    try renew()
    defer { (parameters, batches) = (nil, [:]) }
    func bindOne() throws {
      let (form, bound) = try bound()
      body(form.call, bound)
    }
    if run.isBatch {
      batches = [0: run.rows]
      return try bindOne()
    }
    for row in 0..<run.rows.count {
      parameters = run.rows[row]
      try bindOne()
    }
  }

  /// Returns the same statement in a form that fails by ``Demand`` if it changes no row.
  func demanding() throws -> PostgresStatement {
    if let demandingForm { return demandingForm }
    let form = try PostgresStatement(Demand.ofChange(by: sql), on: server)
    if let lastingValue {
      try form.bindForAllRuns(lastingValue.row.row.value(at: 0), at: lastingValue.index)
    }
    demandingForm = form
    return form
  }

  /// The layout version for which the engine has found the statement to be valid.
  var checkedLayoutVersion: Int64? { layout.version }

  /// Has the engine check the layout that the statement has met, unless it was checked before.
  func requireLayout() throws { try layout.require(for: sql, on: server) }

  /// Has the engine check the layout if it can be the cause of the failure, and throws.
  func fail(_ error: any Error) throws -> Never {
    try layout.running(sql, on: server) { throw error }
  }

  private func fetch() throws {
    nextRow = 0
    result = nil
    if let rows = try cursor?.fetch(), rows.rowCount > 0 { use(rows) }
  }

  func reset() {
    cursor?.close()
    (isRunning, readsByAndBy, nextRow) = (false, false, 0)
    (parameters, result, cursor) = (nil, nil, nil)
    if !batches.isEmpty { batches = [:] }
  }
}

/// A statement prepared for parameters of certain types.
private struct PreparedForm {
  /// The text that is sent to the server.
  let sql: String
  let call: StatementCall
  /// The connection's generation.
  let generation: Int
  /// The number of rows that the server expects; 0 if it was not queried.
  let estimatedRowCount: Int
  let description: ServerResult
  let parameterTypes: [ServerType?]
  let columns: [ResultColumn]

  /// - Parameters:
  ///   - types: the types of the parameters; nil, or none, for those that the server infers.
  ///   - isKept: whether the server keeps it prepared, if it keeps anything.
  init(
    _ text: ParameterText, types: [ServerType?], of original: String, on server: ServerConnection,
    estimatesRows: Bool = false, isKept: Bool = true
  ) throws {
    sql = text.sql + server.settings.mark
    let kept = isKept ? server.statements.call(for: sql, types: types) : nil
    do {
      (description, estimatedRowCount) = try server.prepare(
        sql, for: kept ?? .text(sql, types), types: types, of: original,
        estimatesRows: estimatesRows)
    } catch let error as PersistenceError where error.mayBeOfLayout {
      _ = try server.checkLayout(of: original)
      throw error
    }
    generation = server.statements.generation
    parameterTypes = description.parameterTypes.map { ServerType(rawValue: $0) }
    call = kept ?? .text(sql, parameterTypes)
    columns = description.columns
  }
}
