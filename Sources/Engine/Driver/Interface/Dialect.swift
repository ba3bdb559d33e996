/// The SQL of one database product. This protocol and ``ComputingDialect`` cover everything that
/// differs between databases; all other SQL is standard.
public protocol Dialect: ComputingDialect {
  /// The ways in which the database differs from others, apart from its SQL syntax.
  var character: DatabaseCharacter { get }

  /// Returns a name quoted for use in SQL, shortened by ``DatabaseCharacter/shortened(_:)``. A
  /// plain lower-case name that is not a keyword may stay unquoted.
  func quoted(_ name: String) -> String
  /// Returns the placeholder for a parameter, counted from 1, such as `?1`. Numbers from 100 on
  /// occur in a text once each and in ascending order, so the database may count them itself.
  func placeholder(_ number: Int) -> String
  /// Returns a value as an SQL literal.
  func literal(_ value: StoredValue) -> String
  /// Returns a condition that always holds, or never.
  func constant(_ value: Bool) -> String

  /// Returns a `CREATE TABLE` statement, with foreign keys if these may refer to tables that are
  /// created later.
  func createTable(_ table: TableDefinition) -> String
  /// Returns statements that add the foreign keys of columns and of an owner when all tables exist;
  /// none if ``createTable(_:)`` and ``addColumn(_:to:)`` have added them.
  func addForeignKeys(
    _ columns: [ColumnDefinition], owner: RowReference?, to table: String
  ) -> [String]
  /// Returns an `ALTER TABLE … ADD COLUMN` statement.
  func addColumn(_ column: ColumnDefinition, to table: String) -> String
  /// Returns a statement that gives an existing column the type that ``addColumn(_:to:)`` would
  /// give it, and keeps its values; nil if the column already has that type.
  ///
  /// - Parameter type: the column's type, as in ``ExistingTable/types``.
  func retypeColumn(_ column: ColumnDefinition, of table: String, from type: String) -> String?
  /// Returns a `CREATE INDEX` statement.
  func createIndex(_ index: IndexDefinition, on table: String) -> String
  /// The dialect in which conditions and expressions of indices are recorded, so that the records
  /// are the same in every database: with stored forms, plain literals and SQLite's functions. By
  /// default nil, if it is this one.
  var recordingDialect: (any Dialect)? { get }
  /// Returns a `DROP INDEX` statement, which does nothing if there is no index with this name.
  func dropIndex(_ name: String) -> String
  /// Returns a `DROP TRIGGER` statement.
  func dropTrigger(_ name: String, on table: String) -> String

  /// Returns a query for the indices and triggers of a table that have to be created again when the
  /// table or a column is. The first placeholder is bound to the table, the second to the column.
  /// Each row has the name, the SQL that creates it, and 1 if it is an index that uses the column,
  /// else 0.
  func dependents(ofTable table: String, column: String) -> String
  /// Returns a query for the columns with a DEFAULT of the table that the placeholder is bound to.
  /// Each row has the name and the SQL of the DEFAULT.
  func defaults(ofTable table: String) -> String

  /// Returns a condition that two expressions, or two rows of them in parentheses, are equal, where
  /// NULL equals NULL.
  func isSame(_ left: SQLText, _ right: SQLText) -> SQLText
  /// Returns a value with an explicit type, for places where nothing beside it implies one.
  func typed(_ value: SQLText, _ type: ColumnType) -> SQLText
  /// Returns the stored form of a column's value, the form in which SQL computes. It is
  /// `expression` itself if the database stores that form.
  func stored(_ expression: SQLText, _ type: ColumnType) -> SQLText
  /// Returns a value given in its stored form, computed or a parameter, as a value of the column's
  /// type that it is compared with or written to. It is `expression` itself if the database stores
  /// the stored form.
  func native(_ expression: SQLText, _ type: ColumnType) -> SQLText
  /// The name that a `SELECT` in place of a table must have, preceded by a space; empty if it needs
  /// none.
  var derivedTableName: String { get }
  /// Returns `LIMIT … OFFSET …`, preceded by a space.
  /// - Parameters:
  ///   - count: the number of rows; nil for all.
  ///   - offset: the number of rows to skip; nil for none.
  func limit(_ count: Int?, offset: Int?) -> String
  /// Returns a condition that `expression` is among the cells of a batch of rows with one cell
  /// each. The placeholder stands for the batch (``DriverStatement/bind(_:at:)``).
  func isMember(_ expression: String, _ placeholder: String, _ type: ColumnType) -> String
  /// Returns a batch of rows as a table with the columns `c0`, `c1` and so on, of the types in
  /// `columns`, under a name if the statement uses one; `placeholder` stands for the batch. Returns
  /// nil if a batch cannot have so many columns, or if the driver takes no batches: rows are then
  /// written one by one.
  func rows(_ columns: [ColumnType], from placeholder: String, as name: String?) -> String?
  /// The beginning of a statement that inserts the rows of a batch: `INSERT INTO`, or a form that
  /// need not undo the rows before a refused one.
  var insertRows: String { get }
  /// Returns a condition that a text matches a pattern, in which `%` stands for any text and `_`
  /// for any character, regardless of the case of ASCII letters. The character after `escape`
  /// stands for itself; if `escape` is nil, there is no such character.
  func matches(_ text: SQLText, _ pattern: SQLText, escape: Character?) -> SQLText
  /// Returns a condition that a text contains another, case-sensitively and without wildcards.
  func contains(_ text: SQLText, _ part: SQLText) -> SQLText
  /// Returns a condition that a text ends with `suffix`, which is not empty, case-sensitively and
  /// without wildcards.
  func hasSuffix(_ text: SQLText, _ suffix: String) -> SQLText
  /// Returns a statement that describes how the database runs `sql`.
  func explain(_ sql: String) -> String
  /// Returns the steps that the rows of ``explain(_:)`` describe.
  func steps(ofExplanation rows: [[StoredValue]]) -> [StatementPlan.Step]

  /// Returns whether an error says that a table, column or index cannot be dropped because
  /// something else needs it, rather than that the database failed.
  func refusesDrop(_ error: PersistenceError) -> Bool

  /// The statements that change nothing but the ``LayoutWatching/layoutVersion()`` that others see.
  /// They announce changes in the records about a column when no table changes. Empty if there is
  /// no such version.
  var announceLayout: [String] { get }

  /// The statement that begins a read-only transaction.
  var beginRead: String { get }
  /// The statement that begins a write transaction, waiting for the write lock first.
  var beginWrite: String { get }
}

extension Dialect {
  /// None: indices are recorded as they are written.
  public var recordingDialect: (any Dialect)? { nil }
}
