import PersistentObjects
import PersistentObjectsInspection
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

  /// The SQL of the rows and their keys. ``sql(of:in:)`` names the columns of its rows.
  var rows: String {
    let dialect = SQLiteDialect()
    let columns = table.columns.enumerated().map {
      "\(dialect.quoted($1.name)) AS \(Self.alias(at: $0))"
    }
    let list = columns + ["\(key) AS \(Self.keyAlias)"]
    return "(SELECT \(list.joined(separator: ", ")) FROM \(dialect.quoted(table.name)))"
  }

  /// Returns the name of a column in ``rows``. SQLite does not keep all names in a subquery: it
  /// gives other ones to columns called true and false.
  private static func alias(at place: Int) -> String { "_persistent_column_\(place)" }

  /// Returns the SQL of a column of a row of ``rows``; NULL if the table lacks the column.
  func sql(of column: String, in row: String) -> String {
    table.place(of: column).map { "\(row).\(Self.alias(at: $0))" } ?? "NULL"
  }

  /// Returns the SQL of the key of this class's row to which a row `t` of another class refers.
  func lookup(_ reference: ForeignReference, from other: ForeignClass) -> String {
    guard let columns = table.columns(of: reference) else { return "NULL" }
    // A foreign key compares by the affinity of its target's column: the plus removes that of its
    // own.
    let conditions = zip(columns, reference.columns).map {
      "\(sql(of: $0, in: "o")) = +\(other.sql(of: $1, in: "t"))"
    }
    return "(SELECT o.\(Self.keyAlias) FROM \(rows) AS o WHERE "
      + conditions.joined(separator: " AND ") + " LIMIT 1)"
  }
}
