import PersistentObjects

/// A table of a database that another program has made.
struct ForeignTable {
  let name: String
  let columns: [Column]
  let foreignKeys: [ForeignReference]
  let indices: [ForeignIndex]
  /// Whether its rows have no row id.
  let isWithoutRowID: Bool

  struct Column {
    let name: String
    /// The declared type, in capitals.
    let declaredType: String
    let isRequired: Bool
    /// The SQL of its default.
    let defaultText: String?
    /// Its place in the primary key, from 1; 0 if it is not part of it.
    let keyPlace: Int
  }

  /// The columns of the primary key, in its order.
  var primaryKey: [String] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
  }

  func column(_ name: String) -> Column? {
    columns.first { $0.name.lowercased() == name.lowercased() }
  }
}

/// A foreign key.
struct ForeignReference {
  let columns: [String]
  let target: String
  /// The columns of the target; empty for its primary key.
  let targetColumns: [String]
  let onDelete: String
}

/// An index, or a constraint that makes columns unique.
struct ForeignIndex {
  let name: String
  let columns: [Column]
  let isUnique: Bool
  /// Whether it covers something that no index of a class can: an expression, another order of
  /// texts, some rows.
  let isPeculiar: Bool

  struct Column {
    let name: String
    let isDescending: Bool
  }
}
