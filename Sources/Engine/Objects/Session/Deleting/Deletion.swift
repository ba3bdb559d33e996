import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A single deletion: the rows to delete, those deleted with them, and what happens to references
/// to them.
///
/// First it finds all rows in the file, level by level, without changing anything. Then it releases
/// the references that no foreign key handles, and deletes table by table.
struct Deletion {
  let session: Session
  let transaction: OpenTransaction
  let rules: DeletionRules
  /// Whether all references are followed.
  let isCascade: Bool
  /// The rows found, by table; `tables` has the tables in the order in which they were found.
  private(set) var rows: [String: Set<Int64>] = [:]
  private(set) var tables: [String] = []
  /// The number of rounds in which new rows were found.
  private(set) var rounds = 0

  private var connection: Connection { transaction.connection }
  private var dialect: any Dialect { session.store.dialect }

  // MARK: Finding rows

  private typealias Rows = (table: String, pks: [Int64])

  /// Adds rows and all rows that are deleted with them.
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

  /// The rows whose dependents are still to be found, grouped by table.
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

  /// Adds rows, and returns those that were not found before.
  private mutating func insert(_ found: Rows) -> Rows {
    if rows[found.table] == nil { tables.append(found.table) }
    let new = found.pks.filter { rows[found.table, default: []].insert($0).inserted }
    return (found.table, new)
  }

  private func referring(by reference: RecordedReference, to rows: Rows) throws -> Rows {
    let text: SQLText = """
      SELECT \(reference.owner) FROM \(dialect.quoted(reference.table)) \
      WHERE \(reference.points(at: rows.pks, of: rows.table, dialect))
      """
    return (reference.ownerTable, try connection.rows(text) { $0.integer(at: 0) })
  }

  private func targets(of reference: RecordedReference, in rows: Rows) throws -> [Rows] {
    let key = dialect.quoted(reference.key)
    let table = reference.classColumn.map(dialect.quoted) ?? "NULL"
    let text: SQLText = """
      SELECT \(key), \(table) FROM \(dialect.quoted(reference.table)) \
      WHERE \(reference.owner, isIn: RowBatch(column: rows.pks), of: .integer) AND \(key) IS NOT NULL
      """
    var found: [String: [Int64]] = [:]
    try connection.forEachRow(text) { row in
      if case .text(let table) = row.value(at: 1) {
        found[table, default: []].append(row.integer(at: 0))
      } else if let table = reference.target {
        found[table, default: []].append(row.integer(at: 0))
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  // MARK: Carrying out

  /// Whether the deletion is one statement, so that nothing would have to be undone if a later one
  /// failed.
  var isOneStatement: Bool {
    tables.count == 1 && !needsUntying && tables.allSatisfy { rules.released(from: $0).isEmpty }
  }

  func run() throws {
    for table in tables {
      let pks = rows[table, default: []].sorted()
      for reference in rules.released(from: table) {
        let condition = reference.points(at: pks, of: table, dialect)
        try connection.run("\(releasing(reference)) WHERE \(condition)")
      }
    }
    if needsUntying { try untie() }
    for table in tables { try delete(rows[table, default: []], of: table) }
  }

  /// The number of rounds up to which foreign keys may cascade by themselves. Their depth is
  /// limited to some hundreds of levels; SQLite stops at a thousand.
  private static let safeRounds = 100
  private var needsUntying: Bool { rounds > Self.safeRounds }

  /// Sets foreign keys that would cascade to NULL: the rows that they would delete are already
  /// known.
  private func untie() throws {
    for reference in Set(tables.flatMap(rules.cascading)) where reference.isWatched {
      let owners = RowBatch(column: rows[reference.ownerTable, default: []].sorted())
      try connection.run(
        """
        UPDATE \(dialect.quoted(reference.table)) SET \(dialect.quoted(reference.key)) = NULL \
        WHERE \(reference.owner, isIn: owners, of: .integer)
        """)
    }
  }

  /// Returns the beginning of the statement that releases a reference: an element leaves its
  /// collection; any other reference becomes NULL.
  private func releasing(_ reference: RecordedReference) -> String {
    let table = dialect.quoted(reference.table)
    if reference.isElement { return "DELETE FROM \(table)" }
    let columns = [reference.key, reference.classColumn].compactMap(\.self)
    let assignments = columns.map { "\(dialect.quoted($0)) = NULL" }
    return "UPDATE \(table) SET \(assignments.joined(separator: ", "))"
  }

  private func delete(_ pks: Set<Int64>, of table: String) throws {
    let single = pks.count == 1 ? pks.first : nil
    let isOneOfThem: SQLText =
      if let single {
        "\(ColumnName.pk) = \(.integer(single))"
      } else {
        "\(ColumnName.pk, isIn: RowBatch(column: pks.sorted()), of: .integer)"
      }
    do {
      try connection.run("DELETE FROM \(dialect.quoted(table)) WHERE \(isOneOfThem)")
    } catch let error as PersistenceError {
      let entity = session.store.directory.entity(table: table)
      throw error.adding(.init(className: entity?.className, table: table, pk: single))
    }
    session.didDelete(pks, of: table, in: transaction)
  }
}

extension RecordedReference {
  /// Returns the condition that the reference points at one of the rows of a table.
  func points(at pks: [Int64], of table: String, _ dialect: any Dialect) -> SQLText {
    .points(
      "\(dialect.quoted(key), isIn: RowBatch(column: pks), of: .integer)", at: table,
      named: classColumn.map(dialect.quoted), mayLackName: target == table)
  }
}
