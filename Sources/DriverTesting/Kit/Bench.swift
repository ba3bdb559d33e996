import PersistentObjectsDriver

/// The connections and tables of one check.
final class Bench {
  let driver: any Driver
  let dialect: any Dialect
  let options: DriverVerification
  /// The connection that suffices for most checks.
  let connection: any DriverConnection
  private var opened: [any DriverConnection]

  init(_ driver: any Driver, _ options: DriverVerification) throws {
    self.driver = driver
    self.options = options
    dialect = driver.dialect
    connection = try driver.openConnection(.writer)
    opened = [connection]
  }

  var character: DatabaseCharacter { dialect.character }

  /// Whether several connections see the same database. They do not if it is in the memory of a
  /// process.
  var isShared: Bool { driver.maximumReaders > 0 || character.maximumWriters > 1 }

  /// Opens a connection, which is closed when the check ends.
  func open(_ role: ConnectionRole) throws -> any DriverConnection {
    let connection = try driver.openConnection(role)
    opened.append(connection)
    return connection
  }

  /// Opens a second connection of the role in which the engine reads; nil if it would see another
  /// database.
  func openReader() throws -> (any DriverConnection)? {
    isShared ? try open(driver.maximumReaders > 0 ? .reader : .writer) : nil
  }

  /// Closes all connections, each once.
  func close() {
    for connection in opened { connection.finish() }
    opened = []
  }

  // MARK: Running

  /// Runs a statement on the first connection. Its values are those in its text, or `values`.
  @discardableResult
  func run(
    _ text: SQLText, _ values: [StoredValue] = [], batch: RowBatch? = nil, at index: Int = 0
  ) throws -> [[StoredValue]] {
    try connection.rows(text.sql(dialect), text.values + values, batch: batch, at: index)
  }

  /// Runs a statement on the first connection.
  @_disfavoredOverload
  @discardableResult
  func run(
    _ sql: String, _ values: [StoredValue] = [], batch: RowBatch? = nil, at index: Int = 0
  ) throws -> [[StoredValue]] {
    try connection.rows(sql, values, batch: batch, at: index)
  }

  /// Runs a statement and returns the number of rows that it changed.
  func changes(_ sql: String, _ values: [StoredValue] = [], batch: RowBatch? = nil) throws -> Int {
    let statement = try connection.prepare(sql)
    try statement.rows(values, batch: batch)
    return statement.changes
  }

  /// Runs `body` in a transaction that writes, and commits it.
  func transaction(_ body: () throws -> Void) throws {
    try run(dialect.beginWrite)
    try body()
    // A change of tables may have committed it.
    if character.transactsLayout || connection.isInTransaction { try run(dialect.commit) }
  }

  /// Returns the placeholder for a parameter.
  func place(_ number: Int) -> String { dialect.placeholder(number) }

  /// Returns placeholders separated by commas.
  func places(_ numbers: ClosedRange<Int>) -> String {
    numbers.map(place).joined(separator: ", ")
  }

  /// Returns the statement that creates an index of the table `sample`.
  func creation(of index: IndexDefinition) -> String {
    let types = Self.sampleColumns.reduce(into: [:]) { $0[$1.name] = ColumnType($1.storage) }
    return dialect.createIndex(index, on: "sample", types: types)
  }

  // MARK: Demands

  /// Skips the check unless a condition holds.
  func require(_ holds: Bool, _ reason: String) throws {
    if !holds { throw Skip(reason: reason) }
  }

  func demand(_ holds: Bool, _ fact: @autoclosure () -> String, sql: String? = nil) throws {
    if !holds { throw Breach(fact(), sql: sql) }
  }

  /// Demands that a query returns certain rows. Its values are those in its text, or `values`.
  func demand(
    _ rows: [[StoredValue]], of text: SQLText, _ values: [StoredValue] = [],
    on other: (any DriverConnection)? = nil
  ) throws {
    let sql = text.sql(dialect)
    let found = try (other ?? connection).rows(sql, text.values + values)
    try demand(found == rows, Wording.difference(found, rows), sql: sql)
  }

  /// Demands that a query returns certain integers in its first column.
  func demand(
    _ integers: [Int64], of text: SQLText, _ values: [StoredValue] = [],
    on other: (any DriverConnection)? = nil
  ) throws {
    try demand(integers.map { [.integer($0)] }, of: text, values, on: other)
  }

  /// Demands that a call throws an error with one of several codes, and returns the error.
  @discardableResult
  func demandError(
    _ codes: [PersistenceError.Code], of call: String, sql: String? = nil,
    by body: () throws -> Void
  ) throws -> PersistenceError {
    do {
      try body()
    } catch let error as PersistenceError where codes.contains(error.code) {
      return error
    } catch {
      let isShown = (error as? PersistenceError)?.sql != nil
      throw Breach("\(call) threw \(Wording.reason(error))", sql: isShown ? nil : sql)
    }
    throw Breach("\(call) threw nothing", sql: sql)
  }

  /// Demands that running a statement throws an error with one of several codes.
  @discardableResult
  func demandError(
    _ codes: PersistenceError.Code..., from sql: String, _ values: [StoredValue] = []
  ) throws -> PersistenceError {
    try demandError(codes, of: "it", sql: sql) { try run(sql, values) }
  }

  /// Demands that running a statement throws some error of the engine's type.
  @discardableResult
  func demandAnyError(of call: String, running text: SQLText) throws -> PersistenceError {
    try demandAnyError(of: call, sql: text.sql(dialect)) { try run(text) }
  }

  /// Demands that a call throws some error of the engine's type.
  @discardableResult
  func demandAnyError(of call: String, sql: String? = nil, by body: () throws -> Void) throws
    -> PersistenceError
  {
    do {
      try body()
    } catch let error as PersistenceError {
      return error
    }
    throw Breach("\(call) threw nothing", sql: sql)
  }
}
