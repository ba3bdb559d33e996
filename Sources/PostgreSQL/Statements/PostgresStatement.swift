import CPostgreSQL
import PersistentObjectsEngine

/// A statement that the server keeps prepared.
final class PostgresStatement: DriverStatement {
  let sql: String
  private let server: ServerConnection
  private let text: ParameterText
  private var form: PreparedForm
  /// The forms for parameters of other kinds than the server expects of the text alone.
  private var otherForms: [[ServerType?]: PreparedForm] = [:]

  private var parameters: Row?
  private var batches: [Int: RowBatch] = [:]
  private var isRunning = false
  /// The results that were read while another statement was run.
  private var waiting: [ServerResult] = []
  private var waitingFailure: (any Error)?
  private var current: ServerResult?
  private var nextRow = 0
  private let row: ResultRow
  private(set) var changes = 0

  init(_ sql: String, on server: ServerConnection) throws {
    self.sql = sql
    self.server = server
    if sql.utf8.contains(0) {
      throw PersistenceError(.invalidQuery, "The SQL holds a NUL character.", sql: sql)
    }
    text = ParameterText(sql)
    if text.command.isEmpty {
      throw PersistenceError(.invalidQuery, "The SQL holds no statement.", sql: sql)
    }
    form = try PreparedForm(text, types: [], of: sql, on: server)
    row = ResultRow(form.columnTypes)
  }

  deinit {
    server.discard(form.name)
    for form in otherForms.values { server.discard(form.name) }
  }

  // MARK: Description

  var parameterCount: Int { text.parameterCount }
  var columnCount: Int { form.columnTypes.count }
  func columnName(at index: Int) -> String { form.description.columnName(index) }
  func origin(at index: Int) -> (table: String, column: String)? { nil }

  /// The first word tells, and with WITH the words for writing.
  var isReadOnly: Bool {
    ["SELECT", "VALUES", "TABLE", "SHOW", "EXPLAIN", "WITH", "BEGIN", "COMMIT", "ROLLBACK"]
      .contains(text.command) && !text.hasWritingWord
  }

  // MARK: Parameters

  func bind(_ parameters: Row) throws {
    if server.isClosed { throw server.closedError }
    self.parameters = parameters
  }

  func bind(_ rows: RowBatch, at index: Int) throws { batches[index] = rows }

  /// The parameters in the form that the server expects, and the form itself.
  private func bound() throws -> (PreparedForm, BoundParameters) {
    for form in [form] + otherForms.values {
      if let bound = try bind(to: form) { return (form, bound) }
    }
    let types = text.slots.enumerated().map { index, slot in
      slot.column == nil
        ? type(of: parameters?[slot.parameter] ?? .null) : form.parameterTypes[index]
    }
    let other = try PreparedForm(text, types: types, of: sql, on: server)
    otherForms[types] = other
    guard let bound = try bind(to: other) else {
      throw PersistenceError(
        .encodingFailed, "A value is of a kind that PostgreSQL does not take here.", sql: sql)
    }
    return (other, bound)
  }

  private func type(of cell: Cell) -> ServerType? {
    switch cell {
    case .null: nil
    case .integer: .int8
    case .real: .float8
    case .text: .text
    case .bytes: .bytes
    }
  }

  /// Returns nil if the form is for values of other kinds.
  private func bind(to form: PreparedForm) throws -> BoundParameters? {
    var bound = BoundParameters()
    for (index, slot) in text.slots.enumerated() {
      let type = form.parameterTypes[index]
      if let column = slot.column {
        let rows = batches[slot.parameter] ?? RowBatch()
        if let row = bound.append(column, of: rows, as: type, isOfAnyKind: slot.isOfAnyKind) {
          throw PersistenceError(
            .encodingFailed, "A value in row \(row) of a batch is of another kind than its column.",
            sql: sql)
        }
      } else {
        let cell = parameters?[slot.parameter] ?? .null
        try refuseNUL(cell)
        if !bound.append(cell, as: type) { return nil }
      }
    }
    return bound
  }

  private func refuseNUL(_ cell: Cell) throws {
    guard case .text(let utf8) = cell, utf8.contains(0) else { return }
    throw PersistenceError(
      .encodingFailed,
      "A text holds a NUL character, which PostgreSQL does not keep in a text; store it as bytes.",
      sql: sql)
  }

  // MARK: Running

  func next() throws -> Row? {
    if !isRunning { try start() }
    while true {
      if let current, nextRow < current.rowCount {
        nextRow += 1
        try row.read(current, nextRow - 1, of: self)
        return row.row
      }
      guard let result = try takeResult() else { return nil }
      (current, nextRow) = (result, 0)
      if result.columnCount == 0 || result.tag != "" { changes = result.changes }
    }
  }

  private func start() throws {
    isRunning = true
    changes = 0
    let (form, bound) = try bound()
    try server.start(form.name, bound, for: self)
    // What returns no rows is run to its end at once.
    if columnCount == 0 { try finish() }
  }

  private func finish() throws {
    while let result = try server.nextResult(sql: sql) {
      changes = result.changes
      if text.command == "COMMIT" || text.command == "END", result.tag == "ROLLBACK" {
        while try server.nextResult(sql: sql) != nil {}
        throw PersistenceError(
          .databaseFailed,
          """
          The transaction was rolled back, since a statement in it had failed. Catch the failure of a \
          statement outside of its transaction, or in one inside
          """, sql: sql, databaseCode: "25P02")
      }
    }
    hasEnded = true
  }

  private var hasEnded = false

  private func takeResult() throws -> ServerResult? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    if let failure = waitingFailure {
      waitingFailure = nil
      hasEnded = true
      throw failure
    }
    if hasEnded { return nil }
    do {
      let result = try server.nextResult(sql: sql)
      if result == nil { hasEnded = true }
      return result
    } catch {
      hasEnded = true
      throw error
    }
  }

  /// Takes what is left, so that another statement can be run.
  func readToTheEnd() {
    do {
      while let result = try server.nextResult(sql: sql) { waiting.append(result) }
    } catch {
      waitingFailure = error
    }
    if waitingFailure == nil { hasEnded = true }
  }

  func reset() {
    if isRunning && !hasEnded && !server.isClosed {
      while (try? server.nextResult(sql: sql)) != nil {}
    }
    (isRunning, hasEnded) = (false, false)
    (parameters, current, waitingFailure) = (nil, nil, nil)
    waiting = []
    if !batches.isEmpty { batches = [:] }
  }
}

/// A statement as it is prepared for parameters of certain types.
private struct PreparedForm {
  let name: String
  let description: ServerResult
  let parameterTypes: [ServerType?]
  let columnTypes: [ServerType?]

  /// - Parameter types: the types of the parameters; nil, or none, for those that the server finds out.
  init(
    _ text: ParameterText, types: [ServerType?], of sql: String, on server: ServerConnection
  ) throws {
    name = server.makeStatementName()
    description = try server.prepare(
      text.sql, as: name, types: types.map { $0?.rawValue ?? 0 }, of: sql)
    parameterTypes = description.parameterTypes.map { ServerType(rawValue: $0) }
    columnTypes = description.columnTypes.map { ServerType(rawValue: $0) }
  }
}
