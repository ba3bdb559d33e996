import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// A table with the class that represents it.
struct ForeignClass {
  let table: ForeignTable
  /// Its name in Swift.
  let name: String
  /// SQL of a row's key.
  let key: String
  /// The column of the key, which needs no property.
  let keyColumn: String?
  var properties: [ForeignProperty] = []
  var indices: [IndexModel] = []
  var notes: [String] = []
}

/// A property of such a class.
struct ForeignProperty {
  var model: PropertyModel
  let source: Source
  /// Whether rows refer to others that are missing.
  var losesReferences = false

  /// The source of its values.
  enum Source {
    case column(String, ForeignColumnKind)
    /// A foreign key, to the class of an index.
    case reference(ForeignReference, target: Int)
    /// The objects that refer to this one, which are not stored.
    case inverse
  }
}

extension ForeignClass {
  /// The name of a row's key in SQL.
  static let keyAlias = "_persistent_key"

  /// The rows with their keys, as SQL.
  var rows: String {
    "(SELECT *, \(key) AS \(Self.keyAlias) FROM \(SQLiteDialect().quoted(table.name)))"
  }

  /// The SQL of the key of this class's row to which a row `t` of another refers.
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
