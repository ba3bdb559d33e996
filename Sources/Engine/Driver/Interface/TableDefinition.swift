/// A table to be created.
///
/// ```swift
/// let table = TableDefinition(
///   name: "person",
///   columns: [
///     ColumnDefinition(name: "pk", storage: .integer),
///     ColumnDefinition(name: "age", storage: .integer),
///   ], primaryKey: ["pk"], isClustered: false)
/// dialect.createTable(table)
/// // CREATE TABLE person (pk INTEGER PRIMARY KEY, age INTEGER) STRICT
/// ```
public struct TableDefinition: Sendable, Hashable {
  /// The table's name.
  public let name: String
  /// Its columns, in order.
  public var columns: [ColumnDefinition]
  /// The columns of its primary key.
  public let primaryKey: [String]
  /// Whether rows are stored in the tree of the primary key, without a separate row id.
  public let isClustered: Bool
  /// Its indices, each of which another statement makes (``Dialect/createIndex(_:on:types:)``).
  public var indices: [IndexDefinition]
  /// The row of another table that each row belongs to, if several columns together refer to it.
  public let owner: RowReference?

  /// Makes a description of a table.
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

  /// The types of its columns by their names.
  package var types: [String: ColumnType] {
    columns.reduce(into: [:]) { $0[$1.name] = $1.type }
  }
}

/// A reference to the primary key of another table, whose columns have the same names. When the key
/// of the referenced row changes, the referring rows are updated; when it is deleted, they are
/// deleted.
///
/// ```swift
/// let owner = RowReference(table: "person_diary", columns: ["parent_pk", "array_index"])
/// // FOREIGN KEY (parent_pk, array_index) REFERENCES person_diary (parent_pk, array_index)
/// //   ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED
/// ```
public struct RowReference: Sendable, Hashable {
  /// The table that is referred to.
  public let table: String
  /// The columns, in both tables.
  public let columns: [String]

  /// Makes a description of a reference.
  public init(table: String, columns: [String]) {
    self.table = table
    self.columns = columns
  }
}

/// A column to be created.
///
/// ```swift
/// let age = ColumnDefinition(name: "age", storage: .integer, defaultValue: .integer(0))
/// dialect.addColumn(age, to: "person")
/// // ALTER TABLE person ADD COLUMN age INTEGER DEFAULT 0
/// ```
public struct ColumnDefinition: Sendable, Hashable {
  /// The column's name.
  public let name: String
  /// The kind of values that it holds.
  public let storage: StorageClass
  /// The meaning of the values, if the codec states one; a driver may choose the column's type by
  /// it.
  public let meaning: StoredMeaning?
  /// Whether NULL is refused.
  public let isRequired: Bool
  /// The value in rows that existed before the column.
  public let defaultValue: StoredValue?
  /// The reference to another row, if the column is one.
  public let foreignKey: ForeignKey?

  /// Makes a description of a column.
  public init(
    name: String, storage: StorageClass, meaning: StoredMeaning? = nil, isRequired: Bool = false,
    defaultValue: StoredValue? = nil, foreignKey: ForeignKey? = nil
  ) {
    self.name = name
    self.storage = storage
    self.meaning = meaning
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.foreignKey = foreignKey
  }

  /// The kind of values, and their meaning.
  public var type: ColumnType { ColumnType(storage, meaning) }

  /// The name of the column that comes first in tables, keys and indices that tenants share.
  package static let tenantName = "_persistent_tenant"
  /// The name of the column of a collection's table that refers to the object with the collection.
  package static let parentName = "parent_pk"
}

/// A reference to the `pk` of another table, checked when the transaction ends.
///
/// ```swift
/// let home = ColumnDefinition(
///   name: "home", storage: .integer, foreignKey: ForeignKey(table: "town", onDelete: .setNull))
/// // home INTEGER REFERENCES town (pk) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
/// ```
public struct ForeignKey: Sendable, Hashable {
  /// The table that is referred to.
  public let table: String
  /// The action on the row when the row it refers to is deleted.
  public let onDelete: Action
  /// The columns that, in both tables, come before the key: it is unique only together with them.
  /// Usually none. A reference with such columns has to be in the `CREATE TABLE`, or is added by
  /// ``Dialect/addForeignKeys(_:owner:to:)``; it never becomes NULL.
  public let leadingColumns: [String]

  /// An action on a row when the row it refers to is deleted.
  ///
  /// See ``ForeignKey``.
  public enum Action: Sendable, Hashable {
    /// The deletion is refused.
    case restrict
    /// The column becomes NULL.
    case setNull
    /// The row is deleted, too.
    case cascade
  }

  /// Makes a description of a foreign key.
  public init(table: String, onDelete: Action, leadingColumns: [String] = []) {
    self.table = table
    self.onDelete = onDelete
    self.leadingColumns = leadingColumns
  }
}
