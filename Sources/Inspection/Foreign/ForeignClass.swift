import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// A table and the class that represents it.
struct ForeignClass {
  let table: ForeignTable
  /// The name of the class in Swift.
  let name: String
  /// The SQL of a row's key.
  let key: String
  /// The column of the key, which needs no property.
  let keyColumn: String?
  var properties: [ForeignProperty] = []
  var indices: [IndexModel] = []
  var notes: [String] = []
}

/// A property of a class that represents a table.
struct ForeignProperty {
  var model: PropertyModel
  let source: Source
  /// Whether some rows refer to missing ones.
  var losesReferences = false

  /// The source of a property's values.
  enum Source {
    case column(String, ForeignColumnKind)
    /// A foreign key, and the index of the class that it refers to.
    case reference(ForeignReference, target: Int)
    /// The objects that refer to this one. They are not stored.
    case inverse
  }
}

extension ForeignClass {
  /// The name of a row's key in SQL.
  static let keyAlias = "_persistent_key"

  /// The SQL of the rows and their keys.
  var rows: String {
    "(SELECT *, \(key) AS \(Self.keyAlias) FROM \(SQLiteDialect().quoted(table.name)))"
  }

  /// Returns the SQL of the key of this class's row to which a row `t` of another class refers.
  func lookup(_ reference: ForeignReference) -> String {
    let dialect = SQLiteDialect()
    let columns = reference.targetColumns.isEmpty ? table.primaryKey : reference.targetColumns
    guard columns.count == reference.columns.count else { return "NULL" }
    let conditions = zip(columns, reference.columns).map {
      "o.\(dialect.quoted($0)) = t.\(dialect.quoted($1))"
    }
    return "(SELECT o.\(Self.keyAlias) FROM \(rows) AS o WHERE "
      + conditions.joined(separator: " AND ") + " LIMIT 1)"
  }
}
