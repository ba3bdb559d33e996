import PersistentObjectsDriver

/// A statement of the strict database, prepared for the file, the copy, or both, as needed.
final class StrictStatement: DriverStatement {
  private let text: StrictText
  private let connection: StrictConnection
  private var inFile: (any DriverStatement)?
  private var inCopy: (any DriverStatement)?
  /// The statement that is running, or that ran last.
  private var base: any DriverStatement
  private var lastingValue: (value: StoredValue, index: Int)?

  init(_ text: StrictText, on connection: StrictConnection) throws {
    self.text = text
    self.connection = connection
    base = try connection.current.prepare(text.sql)
    if connection.isInCopy { inCopy = base } else { inFile = base }
  }

  var parameterCount: Int { text.parameterCount }
  var columnCount: Int { base.columnCount }
  var isReadOnly: Bool { base.isReadOnly }
  var changes: Int { base.changes }
  func columnName(at index: Int) -> String { base.columnName(at: index) }
  func origin(at index: Int) -> (table: String, column: String)? { base.origin(at: index) }

  func bind(_ parameters: Row) throws {
    try connection.telling(text.kind) {
      if text.kind == .layout { try connection.beginLayout() }
      base = try statement()
      try base.bind(parameters)
    }
  }

  func bind(_ rows: RowBatch, at index: Int) throws {
    try connection.telling(text.kind) { try base.bind(rows, at: index) }
  }

  func bindForAllRuns(_ value: StoredValue, at index: Int) throws {
    lastingValue = (value, index)
    for prepared in [inFile, inCopy] { try prepared?.bindForAllRuns(value, at: index) }
  }

  func next() throws -> Row? {
    try connection.telling(text.kind) {
      switch text.kind {
      case .begin: try connection.begin(text.sql)
      case .commit: try connection.commit()
      case .rollBackTo, .other: return try base.next()
      case .layout:
        if let row = try base.next() { return row }
        connection.endLayout()
      }
      return nil
    }
  }

  func reset() { base.reset() }

  /// The statement for the connection that is now in use.
  private func statement() throws -> any DriverStatement {
    if let prepared = connection.isInCopy ? inCopy : inFile { return prepared }
    let prepared = try connection.current.prepare(text.sql)
    if let lastingValue {
      try prepared.bindForAllRuns(lastingValue.value, at: lastingValue.index)
    }
    if connection.isInCopy { inCopy = prepared } else { inFile = prepared }
    return prepared
  }
}
