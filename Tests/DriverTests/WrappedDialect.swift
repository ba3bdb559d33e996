import PersistentObjectsDriver
import PersistentObjectsSQLite
import StrictDriver

/// SQLite's SQL, with some part replaced.
struct WrappedDialect: ForwardingComputing {
  let base = SQLiteDialect()
  var character = SQLiteDialect().character
  var insertRows = SQLiteDialect().insertRows
  var containing: (@Sendable (_ text: SQLText, _ part: SQLText) -> SQLText)?
  var summing: (@Sendable (_ expression: SQLText) -> SQLText)?

  func contains(_ text: SQLText, _ part: SQLText) -> SQLText {
    containing?(text, part) ?? base.contains(text, part)
  }

  func sum(_ expression: SQLText, _ kind: NumberKind) -> SQLText {
    summing?(expression) ?? base.sum(expression, kind)
  }

  func greatest(_ left: SQLText, _ right: SQLText) -> SQLText { base.greatest(left, right) }
  func literal(_ value: StoredValue) -> String { base.literal(value) }

  func quoted(_ name: String) -> String { base.quoted(name) }
  func placeholder(_ number: Int) -> String { base.placeholder(number) }
  func constant(_ value: Bool) -> String { base.constant(value) }
  func createTable(_ table: TableDefinition) -> String { base.createTable(table) }

  func addForeignKeys(
    _ columns: [ColumnDefinition], owner: RowReference?, to table: String
  ) -> [String] { base.addForeignKeys(columns, owner: owner, to: table) }

  func addColumn(_ column: ColumnDefinition, to table: String) -> String {
    base.addColumn(column, to: table)
  }

  func createIndex(
    _ index: IndexDefinition, on table: String, types: [String: ColumnType]
  ) -> String {
    base.createIndex(index, on: table, types: types)
  }

  func dropIndex(_ name: String, on table: String) -> String {
    base.dropIndex(name, on: table)
  }
  func dropTrigger(_ name: String, on table: String) -> String { base.dropTrigger(name, on: table) }

  func dependents(ofTable table: String, column: String) -> String {
    base.dependents(ofTable: table, column: column)
  }

  func defaults(ofTable table: String) -> String { base.defaults(ofTable: table) }

  func isSame(_ left: SQLText, _ right: SQLText) -> SQLText { base.isSame(left, right) }
  var derivedTableName: String { base.derivedTableName }
  func limit(_ count: Int?, offset: Int?) -> String { base.limit(count, offset: offset) }

  func isMember(_ expression: String, _ placeholder: String, _ type: ColumnType) -> String {
    base.isMember(expression, placeholder, type)
  }

  func rows(
    _ columns: [ColumnType], from placeholder: String, as name: String?
  ) -> String? { base.rows(columns, from: placeholder, as: name) }

  func matches(_ text: SQLText, _ pattern: SQLText, escape: Character?) -> SQLText {
    base.matches(text, pattern, escape: escape)
  }

  func hasSuffix(_ text: SQLText, _ suffix: String) -> SQLText { base.hasSuffix(text, suffix) }

  func explain(_ sql: String) -> String { base.explain(sql) }

  func steps(ofExplanation rows: [[StoredValue]]) -> [StatementPlan.Step] {
    base.steps(ofExplanation: rows)
  }

  func refusesDrop(_ error: PersistenceError) -> Bool { base.refusesDrop(error) }
  var announceLayout: [String] { base.announceLayout }
  var beginRead: String { base.beginRead }
  var beginWrite: String { base.beginWrite }
}
