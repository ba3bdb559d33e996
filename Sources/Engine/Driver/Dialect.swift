/// How one database writes the SQL that the engine needs. Everything that differs between
/// databases is asked here; all other SQL is standard.
public protocol Dialect: Sendable {
  /// A name quoted for use in SQL. A plain lower-case name that is no keyword may stay bare.
  func quoted(_ name: String) -> String
  /// The placeholder for a parameter, counted from 1, such as `?1`. Numbers from 100 on stand in a
  /// text once each and in ascending order, so they may be left to the database to count.
  func placeholder(_ number: Int) -> String
  /// A value as it is written in a DEFAULT clause.
  func literal(_ value: StoredValue) -> String

  /// `CREATE TABLE`.
  func createTable(_ table: TableDefinition) -> String
  /// `ALTER TABLE … ADD COLUMN`.
  func addColumn(_ column: ColumnDefinition, to table: String) -> String
  /// `CREATE INDEX`.
  func createIndex(_ index: IndexDefinition, on table: String) -> String
  /// `DROP INDEX`, which does nothing if there is none with this name.
  func dropIndex(_ name: String) -> String

  /// A query for the indices and triggers of the table that the first placeholder is bound to, which
  /// have to be made again when the table or a column is. Each row has the name, the SQL that makes
  /// it, and 1 if it is an index that the column of the second placeholder takes part in, else 0.
  func dependents(ofTable table: String, column: String) -> String
  /// A query that gives a row if the column of the second placeholder, in the table of the first,
  /// has a DEFAULT.
  func defaults(ofTable table: String, column: String) -> String

  /// A condition that `expression` equals the parameter, where NULL equals NULL.
  func isSame(_ expression: String, _ placeholder: String) -> String
  /// A condition that `expression` is in a list bound as *one* parameter.
  func isMember(_ expression: String, _ placeholder: String) -> String
  /// The value that is bound for the list of ``isMember(_:_:)``.
  func listParameter(_ integers: [Int64]) -> StoredValue
  /// The same for values of any kind, none of which is NULL; nil if a list cannot hold them exactly.
  func listParameter(_ values: [StoredValue]) -> StoredValue?
  /// Whether a statement reads its rows one by one, each when it is asked for. Then the engine need not
  /// say up to which key it wants rows that come in the order of keys: it stops there.
  var readsRowByRow: Bool { get }
  /// A condition that the text `expression` contains the parameter, letter by letter.
  func contains(_ expression: String, _ placeholder: String) -> String
  /// A condition that the text `expression` ends with the parameter, letter by letter. The parameter
  /// will be `suffix`, which is not empty.
  func hasSuffix(_ expression: String, _ suffix: String, _ placeholder: String) -> String
  /// How many parameters a statement can have.
  var maximumParameters: Int { get }
  /// A statement that tells how the database runs `sql`. Each row has a number, that of the row it
  /// belongs to or 0, and a text.
  func explain(_ sql: String) -> String

  /// A query for columns of the row whose column `key` is an integer that the driver puts in at each
  /// step, for ``Connection/seekingStatement(_:)``. All are NULL where there is no such row. nil, the
  /// default, for a driver that has no such statement. All names are quoted.
  func seek(_ columns: [String], in table: String, by key: String) -> String?

  /// A query for columns of the one row that meets a condition, for ``Connection/statement(_:)``, which may
  /// take cells over as they are read. nil, the default, for a driver that has no such statement. All
  /// names are quoted.
  func copy(
    _ columns: [(name: String, storage: StorageClass)], in table: String, where condition: String
  ) -> CopyingText?

  /// A statement that inserts rows which the driver takes from the program, for
  /// ``Connection/rowInsertion(_:columns:)``. nil, the default, for a driver that has no such
  /// statement. All names are quoted.
  func insertRows(_ columns: [String], into table: String) -> String?

  /// An UPDATE of columns of those rows of a table that are staged, for ``Connection/update(_:_:)``;
  /// `key` is the column of the primary key. With an `expression` only of rows in which that equals the
  /// cell that follows those of the columns. nil, the default, for a driver that has no such statement.
  /// All names are quoted.
  func updateStaged(
    _ columns: [String], matching expression: String?, in table: String, by key: String
  ) -> String?

  /// Whether an error says that a table, column or index cannot be dropped since another needs it, rather
  /// than that the database failed.
  func refusesDrop(_ error: PersistenceError) -> Bool

  /// Statements that leave everything as it is, but after which others see another
  /// ``Connection/layoutVersion()``. For changes of what is recorded about a column where no table changes.
  /// None, the default, where there is no such version.
  var announceLayout: [String] { get }

  /// Starts a transaction that only reads.
  var beginRead: String { get }
  /// Starts a transaction that writes, waiting for the write lock first.
  var beginWrite: String { get }
}

extension Dialect {
  /// No statements.
  public var announceLayout: [String] { [] }

  /// No such query.
  public func copy(
    _ columns: [(name: String, storage: StorageClass)], in table: String, where condition: String
  ) -> CopyingText? { nil }

  /// No such query.
  public func seek(_ columns: [String], in table: String, by key: String) -> String? { nil }

  /// No such statement.
  public func insertRows(_ columns: [String], into table: String) -> String? { nil }

  /// No such statement.
  public func updateStaged(
    _ columns: [String], matching expression: String?, in table: String, by key: String
  ) -> String? { nil }
}

/// A table to be made.
public struct TableDefinition: Sendable, Hashable {
  /// The table's name.
  public let name: String
  /// Its columns, in order.
  public var columns: [ColumnDefinition]
  /// The columns of its primary key.
  public let primaryKey: [String]
  /// Whether rows lie in the primary key's own tree, without a row id of their own.
  public let isClustered: Bool
  /// Its indices.
  public var indices: [IndexDefinition]
  /// The row of another table that each row belongs to, where columns together refer to it.
  public let owner: RowReference?

  /// Describes a table.
  public init(
    name: String, columns: [ColumnDefinition], primaryKey: [String], isClustered: Bool,
    indices: [IndexDefinition] = [], owner: RowReference? = nil
  ) {
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.isClustered = isClustered
    self.indices = indices
    self.owner = owner
  }
}

/// A reference to the primary key of another table, whose columns have the same names. Rows follow
/// when that row gets another key, and go when it is deleted.
public struct RowReference: Sendable, Hashable {
  /// The table referred to.
  public let table: String
  /// The columns, in both tables.
  public let columns: [String]

  /// Describes a reference.
  public init(table: String, columns: [String]) {
    self.table = table
    self.columns = columns
  }
}

/// A column to be made.
public struct ColumnDefinition: Sendable, Hashable {
  /// The column's name.
  public let name: String
  /// What it holds.
  public let storage: StorageClass
  /// Whether NULL is refused.
  public let isRequired: Bool
  /// What rows hold that were there before the column.
  public let defaultValue: StoredValue?
  /// What it refers to.
  public let foreignKey: ForeignKey?

  /// Describes a column.
  public init(
    name: String, storage: StorageClass, isRequired: Bool = false,
    defaultValue: StoredValue? = nil, foreignKey: ForeignKey? = nil
  ) {
    self.name = name
    self.storage = storage
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.foreignKey = foreignKey
  }
}

/// A reference to the `pk` of another table, checked when the transaction ends.
public struct ForeignKey: Sendable, Hashable {
  /// The table referred to.
  public let table: String
  /// What happens to the row when the one it refers to is deleted.
  public let onDelete: Action

  /// What happens to a row when the one it refers to is deleted.
  public enum Action: Sendable, Hashable {
    /// The deletion is refused.
    case restrict
    /// The column becomes NULL.
    case setNull
    /// The row is deleted, too.
    case cascade
  }

  /// Describes a foreign key.
  public init(table: String, onDelete: Action) {
    self.table = table
    self.onDelete = onDelete
  }
}

/// What a column may hold; the codec says so.
public enum StorageClass: Sendable, Hashable, CaseIterable {
  /// Signed 64-bit integers.
  case integer
  /// IEEE 754 doubles.
  case real
  /// Unicode text.
  case text
  /// Bytes.
  case blob
  /// Any of them, row by row.
  case any
}

extension StorageClass {
  /// Whether a value of `kind` may lie in such a column. NULL always may.
  @inlinable
  public func admits(_ kind: StoredKind) -> Bool {
    switch (self, kind) {
    case (_, .null), (.any, _), (.integer, .integer), (.real, .real), (.text, .text),
      (.blob, .blob):
      true
    default: false
    }
  }
}
