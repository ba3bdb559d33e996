import PersistentObjectsDriver
import PersistentObjectsSQLite

/// SQL in which each part that differs between databases is written differently from SQLite's.
struct StrictDialect: ForwardingComputing {
  let maximumWriters: Int
  let commitsLayout: Bool
  let base = SQLiteDialect()

  var character: DatabaseCharacter {
    var character = DatabaseCharacter()
    character.maximumWriters = maximumWriters
    character.failureSpoilsTransaction = true
    character.defersConstraints = false
    character.nullPlacement = .last
    character.longestName = 63
    character.maximumParameters = 1_000
    character.longestChainOfJoins = 8
    character.listsRows = false
    character.reservedPrefixes = ["sqlite_"]
    character.transactsLayout = !commitsLayout
    character.returnsUpdatedRows = !commitsLayout
    character.limitsListedQueries = !commitsLayout
    return character
  }

  // MARK: Names and values

  func quoted(_ name: String) -> String { base.quoted(character.shortened(name)) }
  func placeholder(_ number: Int) -> String { "$\(number)" }
  func literal(_ value: StoredValue) -> String { base.literal(value) }

  // MARK: Tables

  func createTable(_ table: TableDefinition) -> String {
    undeferred(
      base.createTable(
        TableDefinition(
          name: short(table.name), columns: table.columns.map(short),
          primaryKey: table.primaryKey.map(short), isClustered: table.isClustered,
          owner: table.owner.map {
            RowReference(table: short($0.table), columns: $0.columns.map(short))
          })))
  }

  func addColumn(_ column: ColumnDefinition, to table: String) -> String {
    undeferred(base.addColumn(short(column), to: short(table)))
  }

  private func short(_ name: String) -> String { character.shortened(name) }

  private func short(_ column: ColumnDefinition) -> ColumnDefinition {
    ColumnDefinition(
      name: short(column.name), storage: column.storage, meaning: column.meaning,
      isRequired: column.isRequired,
      defaultValue: column.defaultValue,
      foreignKey: column.foreignKey.map {
        ForeignKey(
          table: short($0.table), onDelete: $0.onDelete,
          leadingColumns: $0.leadingColumns.map(short))
      })
  }

  private func undeferred(_ sql: String) -> String {
    sql.replacing(" DEFERRABLE INITIALLY DEFERRED", with: "")
  }

  func createIndex(
    _ index: IndexDefinition, on table: String, types: [String: ColumnType]
  ) -> String {
    base.createIndex(
      IndexDefinition(
        name: short(index.name),
        columns: index.columns.map {
          $0.isExpression ? $0 : IndexedColumn(short($0.name), isDescending: $0.isDescending)
        }, isUnique: index.isUnique, condition: index.condition),
      on: short(table), types: types)
  }

  func dropIndex(_ name: String, on table: String) -> String {
    base.dropIndex(short(name), on: short(table))
  }

  func dropTrigger(_ name: String, on table: String) -> String {
    "DROP TRIGGER \(quoted(name)) ON \(quoted(table))"
  }

  func dependents(ofTable table: String, column: String) -> String {
    base.dependents(ofTable: table, column: column)
  }

  func defaults(ofTable table: String) -> String { base.defaults(ofTable: table) }

  func refusesDrop(_ error: PersistenceError) -> Bool { base.refusesDrop(error) }
  var announceLayout: [String] { base.announceLayout }

  // MARK: Conditions

  func isMember(_ expression: String, _ placeholder: String, _ type: ColumnType) -> String {
    "\(expression) = ANY (\(placeholder))"
  }

  func contains(_ text: SQLText, _ part: SQLText) -> SQLText { base.contains(text, part) }

  func hasSuffix(_ text: SQLText, _ suffix: String) -> SQLText { base.hasSuffix(text, suffix) }

  func matches(_ text: SQLText, _ pattern: SQLText, escape: Character?) -> SQLText {
    let escape = base.literal(.text(escape.map { String($0) } ?? ""))
    return "ilike(\(text), \(pattern), \(escape))"
  }

  func limit(_ count: Int?, offset: Int?) -> String {
    " LIMIT \(count.map { String($0) } ?? "ALL")" + (offset.map { " OFFSET \($0)" } ?? "")
  }

  // MARK: Statements

  func rows(
    _ columns: [ColumnType], from placeholder: String, as name: String?
  ) -> String? {
    base.rows(columns, from: placeholder, as: name)
  }

  func explain(_ sql: String) -> String { "EXPLAIN (COSTS OFF) \(sql)" }

  func steps(ofExplanation rows: [[StoredValue]]) -> [StatementPlan.Step] {
    base.steps(ofExplanation: rows)
  }

  var beginRead: String { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" }
  var beginWrite: String { "BEGIN ISOLATION LEVEL SERIALIZABLE" }
}
