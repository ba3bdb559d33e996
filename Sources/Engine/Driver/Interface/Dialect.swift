/// The SQL of one database product. This protocol and ``ComputingDialect`` cover what differs
/// between databases; `Documentation/Reference/Drivers.md` lists the SQL that the engine writes for
/// all of them alike. Requirements with a default are those that most databases meet alike.
///
/// ```swift
/// struct ShopDialect: Dialect {
///   let character = DatabaseCharacter()
///   func quoted(_ name: String) -> String { "\"\(character.shortened(name))\"" }
///   func placeholder(_ number: Int) -> String { "$\(number)" }
///   func contains(_ text: SQLText, _ part: SQLText) -> SQLText { "instr(\(text), \(part)) > 0" }
///   …
/// }
/// ```
public protocol Dialect: ComputingDialect {
  /// The ways in which the database differs from others, apart from its SQL syntax.
  var character: DatabaseCharacter { get }

  /// Returns a name quoted for use in SQL, shortened by `character.shortened`. A
  /// plain lower-case name that is not a keyword may stay unquoted.
  func quoted(_ name: String) -> String
  /// Returns the placeholder for a parameter, counted from 1, such as `?1`. Numbers from 100 on
  /// occur in a text once each and in ascending order, so the database may count them itself.
  func placeholder(_ number: Int) -> String
  /// Returns a value as an SQL literal.
  func literal(_ value: StoredValue) -> String
  /// Returns a condition that always holds, or never.
  func constant(_ value: Bool) -> String

  /// Returns a `CREATE TABLE` statement without the table's indices, with foreign keys if these may
  /// refer to tables that are created later.
  func createTable(_ table: TableDefinition) -> String
  /// Returns statements that add the foreign keys of columns and of an owner when all tables exist;
  /// none if ``createTable(_:)`` and ``addColumn(_:to:)`` have added them.
  func addForeignKeys(
    _ columns: [ColumnDefinition], owner: RowReference?, to table: String
  ) -> [String]
  /// Returns an `ALTER TABLE … ADD COLUMN` statement.
  func addColumn(_ column: ColumnDefinition, to table: String) -> String
  /// Returns a statement that gives an existing column the type that `addColumn` would
  /// give it, and keeps its values; nil if the column already has that type.
  ///
  /// - Parameters:
  ///   - column: the column as it is to be.
  ///   - table: the table's name.
  ///   - type: the column's type, as in ``ExistingTable/types``.
  func retypeColumn(_ column: ColumnDefinition, of table: String, from type: String) -> String?
  /// Returns a `CREATE INDEX` statement.
  /// - Parameters:
  ///   - index: the index.
  ///   - table: the table's name.
  ///   - types: the types of the table's columns by their names, as far as they are known: for
  ///     databases that index only the beginning of long texts.
  func createIndex(
    _ index: IndexDefinition, on table: String, types: [String: ColumnType]
  ) -> String
  /// The dialect in which conditions and expressions of indices are recorded, so that the records
  /// are the same in every database: with stored forms, plain literals and SQLite's functions. By
  /// default nil, if it is this one.
  var recordingDialect: (any Dialect)? { get }
  /// Returns the statements after which the database estimates that an index whose first column is
  /// the tenant finds many rows for a tenant alone, and few for all columns; none, the default, if
  /// it finds that out by itself.
  /// - Parameters:
  ///   - index: the index's name; nil for the primary key.
  ///   - table: the table's name.
  ///   - columns: the number of columns of the index.
  ///   - isUnique: whether no two rows agree in all of them.
  func estimates(
    ofIndex index: String?, on table: String, columns: Int, isUnique: Bool
  ) -> [String]
  /// Returns the statements after which a table is as it has to be where tenants share tables: for
  /// databases that check by themselves that a statement meets rows of one tenant, or that keep
  /// those of each in another place. By default none.
  ///
  /// - Parameters:
  ///   - table: the table's name.
  ///   - tenant: the column of tenants; nil for a table that all have in common.
  func sharing(_ table: String, by tenant: ColumnDefinition?) -> [String]
  /// Returns a `DROP INDEX` statement, which does nothing if the table has no index with this name.
  func dropIndex(_ name: String, on table: String) -> String
  /// Returns a `DROP TRIGGER` statement.
  func dropTrigger(_ name: String, on table: String) -> String

  /// Returns a query for the indices and triggers of a table that have to be created again when the
  /// table or a column is. The first placeholder is bound to the table, the second to the column,
  /// both as ``DatabaseCharacter/shortened(_:)`` returns them.
  /// Each row has the name, the SQL that creates it, and 1 if it is an index that uses the column,
  /// else 0.
  func dependents(ofTable table: String, column: String) -> String
  /// Returns a query for the columns with a DEFAULT of the table whose shortened name the
  /// placeholder is bound to.
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

  /// Returns what follows an `INSERT` so that a row whose key exists changes the existing row
  /// instead, preceded by a space; if nothing is to be changed, so that such a row is left out.
  /// - Parameters:
  ///   - key: the quoted names of the columns of the key; empty for any key, if `assignments` is.
  ///   - assignments: quoted names of columns and their new values, in which ``proposed(_:)`` stands
  ///     for a value of the refused row.
  func onConflict(_ key: [String], set assignments: [(column: String, value: String)]) -> String
  /// Returns the value that a refused row has in a column with a quoted name, for
  /// ``onConflict(_:set:)``.
  func proposed(_ column: String) -> String
  /// Returns an `UPDATE` of the rows of a table for which a condition on another table holds, with
  /// values of that table. All assignments see the values from before the statement.
  /// - Parameters:
  ///   - table: the quoted name of the table.
  ///   - assignments: pairs of a column's quoted name and its new value.
  ///   - source: the other table, with a name.
  ///   - condition: the condition, which finds at most one row of the source for each row.
  ///   - returned: the columns to be returned, with the name of the table; none if empty, or if
  ///     not ``DatabaseCharacter/returnsUpdatedRows``.
  func update(
    _ table: String, set assignments: [(column: SQLText, value: SQLText)], from source: SQLText,
    where condition: SQLText, returning returned: [SQLText]
  ) -> SQLText
  /// Returns a term of `ORDER BY`. The placement of NULL is nil where it does not matter, or is
  /// that of ``DatabaseCharacter/nullPlacement``.
  func orderTerm(_ expression: SQLText, isDescending: Bool, nulls: NullPlacement?) -> SQLText

  /// The statement that begins a read-only transaction, which sees one state of the database.
  var beginRead: String { get }
  /// The statement that begins a write transaction. If one transaction writes at a time, it waits
  /// for the others before it begins, as long as the driver's configuration says, and then throws
  /// `busy`.
  var beginWrite: String { get }
  /// The statement that begins a transaction in which only tables are made, for a database in which
  /// making tables beside other work conflicts with other transactions; nil for any other. A
  /// transaction that has done nothing yet is then begun again after it.
  var beginUpkeep: String? { get }
  /// The statement that commits a transaction.
  var commit: String { get }
  /// Returns the statement that makes a savepoint with a plain name.
  func savepoint(_ name: String) -> String
  /// Returns the statement that releases a savepoint and keeps what came after it.
  func release(_ name: String) -> String
  /// Returns the statement that undoes what came after a savepoint, which stays.
  func rollBack(to name: String) -> String
}

extension Dialect {
  /// None: tables are made in the transaction that needs them.
  public var beginUpkeep: String? { nil }

  /// None: indices are recorded as they are written.
  public var recordingDialect: (any Dialect)? { nil }
  /// `TRUE` or `FALSE`.
  public func constant(_ value: Bool) -> String { value ? "TRUE" : "FALSE" }
  /// None: tables have their foreign keys.
  public func addForeignKeys(
    _ columns: [ColumnDefinition], owner: RowReference?, to table: String
  ) -> [String] { [] }
  /// None: each storage class has one type.
  public func retypeColumn(
    _ column: ColumnDefinition, of table: String, from type: String
  ) -> String? { nil }
  /// None.
  public func estimates(
    ofIndex index: String?, on table: String, columns: Int, isUnique: Bool
  ) -> [String] { [] }
  /// None.
  public func sharing(_ table: String, by tenant: ColumnDefinition?) -> [String] { [] }
  /// `DROP TRIGGER name`.
  public func dropTrigger(_ name: String, on table: String) -> String {
    "DROP TRIGGER \(quoted(name))"
  }
  /// `x IS NOT DISTINCT FROM y`.
  public func isSame(_ left: SQLText, _ right: SQLText) -> SQLText {
    "\(left) IS NOT DISTINCT FROM \(right)"
  }
  /// The value alone: it has a type of its own.
  public func typed(_ value: SQLText, _ type: ColumnType) -> SQLText { value }
  /// The expression itself: a column holds the stored form.
  public func stored(_ expression: SQLText, _ type: ColumnType) -> SQLText { expression }
  /// The expression itself: a column holds the stored form.
  public func native(_ expression: SQLText, _ type: ColumnType) -> SQLText { expression }
  /// ` AS derived`.
  public var derivedTableName: String { " AS derived" }
  /// ` LIMIT 10 OFFSET 20`; an offset alone has the greatest limit.
  public func limit(_ count: Int?, offset: Int?) -> String {
    let limit = count ?? (offset == nil ? nil : .max)
    return (limit.map { " LIMIT \($0)" } ?? "") + (offset.map { " OFFSET \($0)" } ?? "")
  }
  /// `INSERT INTO`.
  public var insertRows: String { "INSERT INTO" }
  /// `EXPLAIN` and the statement.
  public func explain(_ sql: String) -> String { "EXPLAIN \(sql)" }
  /// A step for each row, with its values.
  public func steps(ofExplanation rows: [[StoredValue]]) -> [StatementPlan.Step] {
    rows.map { row in
      let values = row.compactMap { value -> String? in
        switch value {
        case .null, .bytes: nil
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): text
        }
      }
      return StatementPlan.Step(text: values.joined(separator: " "), steps: [])
    }
  }
  /// Never: every error is a failure.
  public func refusesDrop(_ error: PersistenceError) -> Bool { false }
  /// None: there is no version of the layout.
  public var announceLayout: [String] { [] }
  /// ` ON CONFLICT (pk) DO UPDATE SET a = excluded.a`, or ` ON CONFLICT DO NOTHING`.
  public func onConflict(
    _ key: [String], set assignments: [(column: String, value: String)]
  ) -> String {
    let target = key.isEmpty ? "" : " (\(key.joined(separator: ", ")))"
    if assignments.isEmpty { return " ON CONFLICT\(target) DO NOTHING" }
    let list = assignments.map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
    return " ON CONFLICT\(target) DO UPDATE SET \(list)"
  }
  /// `excluded.a`.
  public func proposed(_ column: String) -> String { "excluded.\(column)" }
  /// `UPDATE t SET a = b.c1 FROM … AS b WHERE t.pk = b.c0 RETURNING t.pk`.
  public func update(
    _ table: String, set assignments: [(column: SQLText, value: SQLText)], from source: SQLText,
    where condition: SQLText, returning returned: [SQLText]
  ) -> SQLText {
    let list = assignments.map { "\($0.column) = \($0.value)" as SQLText }.joined(separator: ", ")
    let end: SQLText =
      returned.isEmpty ? "" : " RETURNING \(returned.joined(separator: ", "))"
    return "UPDATE \(table) SET \(list) FROM \(source) WHERE \(condition)\(end)"
  }
  /// `x DESC NULLS FIRST`.
  public func orderTerm(
    _ expression: SQLText, isDescending: Bool, nulls: NullPlacement?
  ) -> SQLText {
    let direction = isDescending ? " DESC" : ""
    guard let nulls else { return "\(expression)\(direction)" }
    return "\(expression)\(direction)\(nulls == .first ? " NULLS FIRST" : " NULLS LAST")"
  }
  /// `COMMIT`.
  public var commit: String { "COMMIT" }
  /// `SAVEPOINT name`.
  public func savepoint(_ name: String) -> String { "SAVEPOINT \(name)" }
  /// `RELEASE SAVEPOINT name`.
  public func release(_ name: String) -> String { "RELEASE SAVEPOINT \(name)" }
  /// `ROLLBACK TO SAVEPOINT name`.
  public func rollBack(to name: String) -> String { "ROLLBACK TO SAVEPOINT \(name)" }
}
