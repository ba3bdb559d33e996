import PersistentObjects

/// A table of a database made by another program.
struct ForeignTable {
  let name: String
  let columns: [Column]
  let foreignKeys: [ForeignReference]
  let indices: [ForeignIndex]
  /// Whether rows have no row id.
  let isWithoutRowID: Bool

  struct Column {
    let name: String
    /// The declared type, in upper case.
    let declaredType: String
    let isRequired: Bool
    /// The SQL of the column's default.
    let defaultText: String?
    /// The column's position in the primary key, from 1; 0 if it is not part of the key.
    let keyPlace: Int
  }

  /// The columns of the primary key, in its order.
  var primaryKey: [String] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
  }

  func column(_ name: String) -> Column? { place(of: name).map { columns[$0] } }

  /// Returns the position of a column; nil if there is none with that name.
  func place(of name: String) -> Int? {
    // By bytes: Swift considers composed and decomposed letters equal, but SQLite does not.
    columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      ?? columns.firstIndex { $0.name.foldedName.utf8.elementsEqual(name.foldedName.utf8) }
  }

  /// Returns the columns of this table to which those of a foreign key refer; nil if the table
  /// lacks some of them.
  func columns(of reference: ForeignReference) -> [String]? {
    let names = reference.targetColumns.isEmpty ? primaryKey : reference.targetColumns
    let areThere = !names.isEmpty && names.allSatisfy { place(of: $0) != nil }
    return areThere && names.count == reference.columns.count ? names : nil
  }
}

extension String {
  /// The name of a table or a column, as SQLite compares names: only ASCII letters lose their case.
  var foldedName: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
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

/// An index, or a unique constraint.
struct ForeignIndex {
  let name: String
  let columns: [Column]
  let isUnique: Bool
  /// Whether the index keeps the primary key unique.
  let isOfPrimaryKey: Bool
  /// Whether the index contains something that an index of a class cannot: an expression, another
  /// collation, or only some rows.
  let isPeculiar: Bool

  /// Whether the index contains a column more than once.
  var repeatsColumn: Bool { Set(columns.map(\.name.foldedName)).count < columns.count }

  struct Column {
    let name: String
    let isDescending: Bool
  }
}
