/// The SQL of one database product. Everything that differs between
/// databases is asked here, and by ``ComputingDialect``; all other SQL is standard.
public protocol Dialect: ComputingDialect {
  /// The ways in which the database differs from others beyond the words of its SQL.
  var character: DatabaseCharacter { get }

  /// A name quoted for use in SQL, shortened by ``DatabaseCharacter/shortened(_:)``. A plain lower-case
  /// name that is no keyword may stay bare.
  func quoted(_ name: String) -> String
  /// The placeholder for a parameter, counted from 1, such as `?1`. Numbers from 100 on stand in a
  /// text once each and in ascending order, so they may be left to the database to count.
  func placeholder(_ number: Int) -> String
  /// A value as it stands in SQL.
  func literal(_ value: StoredValue) -> String
  /// A condition that always holds, or never.
  func constant(_ value: Bool) -> String

  /// `CREATE TABLE`, with foreign keys where these may refer to tables that are made later.
  func createTable(_ table: TableDefinition) -> String
  /// Statements that add the foreign keys of columns and of an owner, when all tables are there; none where
  /// ``createTable(_:)`` and ``addColumn(_:to:)`` have done so.
  func addForeignKeys(
    _ columns: [ColumnDefinition], owner: RowReference?, to table: String
  ) -> [String]
  /// `ALTER TABLE … ADD COLUMN`.
  func addColumn(_ column: ColumnDefinition, to table: String) -> String
  /// A statement that gives a column that is there the type that ``addColumn(_:to:)`` would give it, and keeps its
  /// values; nil where it has that type.
  ///
  /// - Parameter type: its type, as ``ExistingTable/types`` has it.
  func retypeColumn(_ column: ColumnDefinition, of table: String, from type: String) -> String?
  /// `CREATE INDEX`.
  func createIndex(_ index: IndexDefinition, on table: String) -> String
  /// `DROP INDEX`, which does nothing if there is none with this name.
  func dropIndex(_ name: String) -> String
  /// `DROP TRIGGER`.
  func dropTrigger(_ name: String, on table: String) -> String

  /// A query for the indices and triggers of the table that the first placeholder is bound to, which
  /// have to be made again when the table or a column is. Each row has the name, the SQL that makes
  /// it, and 1 if it is an index that the column of the second placeholder takes part in, else 0.
  func dependents(ofTable table: String, column: String) -> String
  /// A query for the columns with a DEFAULT of the table that the placeholder is bound to: each row has the name
  /// and the SQL of the DEFAULT.
  func defaults(ofTable table: String) -> String

  /// A condition that two expressions, or two rows of them in parentheses, are equal, where NULL equals
  /// NULL.
  func isSame(_ left: String, _ right: String) -> String
  /// A parameter of a type, for where nothing beside it says which.
  func typed(_ placeholder: String, _ type: ColumnType) -> String
  /// The stored form of a column's value: the form that SQL computes with. It is `expression` itself where the
  /// database keeps that form.
  func stored(_ expression: String, _ type: ColumnType) -> String
  /// A value in its stored form, computed or a parameter, as one of a column's type, which it is compared with or
  /// written to. It is `expression` itself where the database keeps the stored form.
  func native(_ expression: String, _ type: ColumnType) -> String
  /// The name that a `SELECT` in place of a table has to have, with a space before it; empty where it
  /// needs none.
  var derivedTableName: String { get }
  /// `LIMIT … OFFSET …`, with a space before it.
  /// - Parameters:
  ///   - count: the number of rows; nil for all.
  ///   - offset: the number of rows to pass over; nil for none.
  func limit(_ count: Int?, offset: Int?) -> String
  /// A condition that `expression` is among the cells of a batch of rows with one cell, which the parameter
  /// stands for (``DriverStatement/bind(_:at:)``).
  func isMember(_ expression: String, _ placeholder: String, _ type: ColumnType) -> String
  /// A batch of rows as a table with the columns `c0`, `c1` and so on, which hold what `columns` says, under a
  /// name if the statement uses one; `placeholder` stands for the batch. nil where a batch cannot have so many
  /// columns, or where the driver takes none: then rows are written one by one.
  func rows(_ columns: [ColumnType], from placeholder: String, as name: String?) -> String?
  /// The beginning of a statement that inserts the rows of a batch: `INSERT INTO`, or a form that need not
  /// take back the rows before one that is refused.
  var insertRows: String { get }
  /// A condition that the text `expression` matches the parameter, a pattern in which `%` stands for any
  /// text and `_` for any character; capital and small letters of ASCII are the same. What follows the
  /// character `escape` stands for itself; nil where no character does that.
  func matches(_ expression: String, _ placeholder: String, escape: Character?) -> String
  /// A condition that the text `expression` contains the parameter, letter by letter.
  func contains(_ expression: String, _ placeholder: String) -> String
  /// A condition that the text `expression` ends with the parameter, letter by letter. The parameter
  /// will be `suffix`, which is not empty.
  func hasSuffix(_ expression: String, _ suffix: String, _ placeholder: String) -> String
  /// A statement that tells how the database runs `sql`.
  func explain(_ sql: String) -> String
  /// The steps that the rows of ``explain(_:)`` describe.
  func steps(ofExplanation rows: [[StoredValue]]) -> [StatementPlan.Step]

  /// Whether an error says that a table, column or index cannot be dropped since another needs it, rather
  /// than that the database failed.
  func refusesDrop(_ error: PersistenceError) -> Bool

  /// Statements that leave everything as it is, but after which others see another
  /// ``LayoutWatching/layoutVersion()``. For changes of what is recorded about a column where no table
  /// changes. None where there is no such version.
  var announceLayout: [String] { get }

  /// Starts a transaction that only reads.
  var beginRead: String { get }
  /// Starts a transaction that writes, waiting for the write lock first.
  var beginWrite: String { get }
}
