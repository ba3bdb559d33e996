/// One deletion: the rows that go, those that go with them, and what happens to references to them.
///
/// First it finds all rows by what is in the file, level by level; nothing is changed meanwhile. Then
/// it lets go of the references that no foreign key looks after, and deletes table by table.
struct Deletion {
  private let session: Session
  private let transaction: OpenTransaction
  private let rules: DeletionRules
  /// Whether all references are followed.
  private let isCascade: Bool
  /// The rows found, by table, and the tables in the order in which they were met.
  private var rows: [String: Set<Int64>] = [:]
  private var tables: [String] = []
  /// The number of times that rows were found that go with others.
  private var rounds = 0

  init(
    _ session: Session, _ transaction: OpenTransaction, _ rules: DeletionRules, isCascade: Bool
  ) {
    self.session = session
    self.transaction = transaction
    self.rules = rules
    self.isCascade = isCascade
  }

  private var connection: Connection { transaction.connection }
  private var dialect: any Dialect { session.store.dialect }

  // MARK: What goes

  private typealias Rows = (table: String, pks: [Int64])

  /// Adds rows and all that goes with them.
  mutating func add(_ pks: [Int64], of table: String) throws {
    var waiting = WaitingRows()
    waiting.add((table, pks))
    while let next = waiting.next() {
      let new = insert(next)
      if new.pks.isEmpty { continue }
      rounds += 1
      for reference in rules.cascading(to: new.table) {
        waiting.add(try referring(by: reference, to: new))
      }
      for reference in rules.followed(from: new.table, isCascade: isCascade) {
        for rows in try targets(of: reference, in: new) { waiting.add(rows) }
      }
    }
  }

  /// Rows whose dependents are still to be found; those of one table together.
  private struct WaitingRows {
    private var tables: [String] = []
    private var pks: [String: [Int64]] = [:]

    mutating func add(_ rows: Rows) {
      if rows.pks.isEmpty { return }
      if pks[rows.table] == nil { tables.append(rows.table) }
      pks[rows.table, default: []] += rows.pks
    }

    mutating func next() -> Rows? {
      guard !tables.isEmpty else { return nil }
      let table = tables.removeFirst()
      return (table, pks.removeValue(forKey: table) ?? [])
    }
  }

  /// Returns those rows that were not met before.
  private mutating func insert(_ found: Rows) -> Rows {
    if rows[found.table] == nil { tables.append(found.table) }
    let new = found.pks.filter { rows[found.table, default: []].insert($0).inserted }
    return (found.table, new)
  }

  private func referring(by reference: RecordedReference, to rows: Rows) throws -> Rows {
    var pks: [Int64] = []
    let sql = "SELECT \(reference.owner) FROM \(dialect.quoted(reference.table)) WHERE "
    try run(sql, reference: reference, pointingAt: rows.pks, of: rows.table) {
      pks.append($0.integer(at: 0))
    }
    return (reference.ownerTable, pks)
  }

  private func targets(of reference: RecordedReference, in rows: Rows) throws -> [Rows] {
    let key = dialect.quoted(reference.key)
    let table = reference.classColumn.map(dialect.quoted) ?? "NULL"
    let statement = try connection.statement(
      sql: """
        SELECT \(key), \(table) FROM \(dialect.quoted(reference.table)) \
        WHERE \(dialect.isMember(reference.owner, dialect.placeholder(1), .integer)) AND \(key) IS NOT NULL
        """)
    defer { statement.reset() }
    statement.set(RowBatch(column: rows.pks), at: 0)
    var found: [String: [Int64]] = [:]
    while let row = try statement.next() {
      if case .text(let table) = row.value(at: 1) {
        found[table, default: []].append(row.integer(at: 0))
      } else if let table = reference.target {
        found[table, default: []].append(row.integer(at: 0))
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  // MARK: Carrying out

  /// Whether there is nothing that would have to be undone if the rest failed.
  var isOneStatement: Bool {
    tables.count == 1 && tables.allSatisfy { rules.released(from: $0).isEmpty }
  }

  func run() throws {
    for table in tables {
      let pks = rows[table, default: []].sorted()
      for reference in rules.released(from: table) {
        try run(releasing(reference), reference: reference, pointingAt: pks, of: table) { _ in }
      }
    }
    if rounds > Self.safeRounds { try untie() }
    for table in tables { try delete(rows[table, default: []], of: table) }
  }

  /// Foreign keys that delete rows that refer to rows that refer to rows go no deeper than some
  /// hundreds of them; SQLite stops at a thousand.
  private static let safeRounds = 100

  /// Makes foreign keys forget which rows to delete: these are known.
  private func untie() throws {
    for reference in Set(tables.flatMap(rules.cascading)) where reference.isWatched {
      let key = dialect.quoted(reference.key)
      let statement = try connection.statement(
        sql: """
          UPDATE \(dialect.quoted(reference.table)) SET \(key) = NULL \
          WHERE \(dialect.isMember(reference.owner, dialect.placeholder(1), .integer))
          """)
      let pks = rows[reference.ownerTable, default: []].sorted()
      statement.set(RowBatch(column: pks), at: 0)
      try statement.run()
    }
  }

  /// An element leaves its collection; any other reference becomes NULL.
  private func releasing(_ reference: RecordedReference) -> String {
    let table = dialect.quoted(reference.table)
    if reference.isElement { return "DELETE FROM \(table) WHERE " }
    let columns = [reference.key, reference.classColumn].compactMap(\.self)
    let assignments = columns.map { "\(dialect.quoted($0)) = NULL" }
    return "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE "
  }

  private func delete(_ pks: Set<Int64>, of table: String) throws {
    let isSingle = pks.count == 1
    let parameter = dialect.placeholder(1)
    let condition =
      isSingle
      ? "\(ColumnName.pk) = \(parameter)"
      : dialect.isMember(ColumnName.pk, parameter, .integer)
    let statement = try connection.statement(
      sql: "DELETE FROM \(dialect.quoted(table)) WHERE \(condition)")
    if isSingle, let pk = pks.first {
      statement.set(pk, at: 0)
    } else {
      statement.set(RowBatch(column: pks.sorted()), at: 0)
    }
    do {
      try statement.run()
    } catch let error as PersistenceError {
      let entity = session.store.directory.entity(table: table)
      throw error.adding(
        .init(className: entity?.className, table: table, pk: isSingle ? pks.first : nil))
    }
    session.didDelete(pks, of: table, in: transaction)
  }

  private func run(
    _ sql: String, reference: RecordedReference, pointingAt pks: [Int64], of table: String,
    eachRow: (Row) -> Void
  ) throws {
    let statement = try connection.statement(
      sql: sql + reference.condition(table, dialect: dialect))
    defer { statement.reset() }
    reference.bind(pks, of: table, to: statement)
    while let row = try statement.next() { eachRow(row) }
  }
}

extension RecordedReference {
  /// The condition that it points at one of the rows of a table.
  func condition(_ table: String, dialect: any Dialect) -> String {
    let isOne = dialect.isMember(dialect.quoted(key), dialect.placeholder(1), .integer)
    guard let classColumn else { return isOne }
    let column = dialect.quoted(classColumn)
    let isOfTable = "\(column) = \(dialect.placeholder(2))"
    // Where nothing stands beside a key, the table is that of the declared class.
    return target == table
      ? "\(isOne) AND (\(isOfTable) OR \(column) IS NULL)" : "\(isOne) AND \(isOfTable)"
  }

  func bind(_ pks: [Int64], of table: String, to statement: Statement) {
    statement.set(RowBatch(column: pks), at: 0)
    if classColumn != nil { statement.set(.text(table), at: 1) }
  }
}
