/// An index to be created.
///
/// ```swift
/// let index = IndexDefinition(
///   name: "index_person_age", columns: [IndexedColumn("age", isDescending: true)])
/// dialect.createIndex(index, on: "person", types: ["age": .integer])
/// // CREATE INDEX index_person_age ON person (age DESC)
/// ```
public struct IndexDefinition: Sendable, Hashable {
  /// The index's name.
  public var name: String
  /// Its columns, in order.
  public let columns: [IndexedColumn]
  /// Whether no two rows may have equal values in the columns.
  public let isUnique: Bool
  /// The condition that the rows in the index satisfy, as SQL without parameters; nil for all rows.
  public let condition: String?
  /// The recorded text that says what it covers, if that is in another dialect.
  package var recordedText: String?

  /// Whether it covers an expression or has a condition.
  package var isComputed: Bool { condition != nil || columns.contains(where: \.isExpression) }

  /// Makes a description of an index.
  public init(
    name: String, columns: [IndexedColumn], isUnique: Bool = false, condition: String? = nil
  ) {
    self.name = name
    self.columns = columns
    self.isUnique = isUnique
    self.condition = condition
  }

  /// Makes a description of an index of columns in ascending order.
  public init(name: String, columns: [String], isUnique: Bool = false) {
    self.init(name: name, columns: columns.map { IndexedColumn($0) }, isUnique: isUnique)
  }
}

/// A column in an index, or an expression of columns.
///
/// See ``IndexDefinition``.
public struct IndexedColumn: Sendable, Hashable {
  /// The column's name, or the expression as SQL.
  public let name: String
  /// Whether it is an expression.
  public let isExpression: Bool
  /// Whether the greatest values come first.
  public let isDescending: Bool

  /// Makes a column of an index.
  public init(_ name: String, isDescending: Bool = false) {
    self.name = name
    self.isDescending = isDescending
    isExpression = false
  }

  /// Makes an expression in an index.
  public init(expression: String, isDescending: Bool = false) {
    name = expression
    self.isDescending = isDescending
    isExpression = true
  }
}

extension Dialect {
  /// Returns a member of an index without its direction: a quoted name, or an expression in
  /// parentheses.
  public func text(of column: IndexedColumn) -> String {
    column.isExpression ? "(\(column.name))" : quoted(column.name)
  }
}

/// An index that exists in the database.
///
/// ```swift
/// let index = ExistingIndex(
///   name: "index_person_age", table: "person", columns: [IndexedColumn("age")], isUnique: false,
///   isPartial: false, sql: "CREATE INDEX index_person_age ON person (age)")
/// ```
public struct ExistingIndex: Sendable, Hashable {
  /// The index's name.
  public let name: String
  /// Its table.
  public let table: String
  /// Its columns, in order; nil for an expression, or for a column that is not ordered by its
  /// stored bytes.
  public let columns: [IndexedColumn?]
  /// Whether no two rows may have equal values in the columns.
  public let isUnique: Bool
  /// Whether it has a condition.
  public let isPartial: Bool
  /// The statement that creates it.
  public let sql: String

  /// Makes a description of an index.
  public init(
    name: String, table: String, columns: [IndexedColumn?], isUnique: Bool, isPartial: Bool,
    sql: String
  ) {
    self.name = name
    self.table = table
    self.columns = columns
    self.isUnique = isUnique
    self.isPartial = isPartial
    self.sql = sql
  }
}
