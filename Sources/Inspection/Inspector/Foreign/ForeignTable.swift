/// A table of a database made by another program.
package struct ForeignTable {
  package let name: String
  package let columns: [Column]
  package let foreignKeys: [ForeignReference]
  package let indices: [ForeignIndex]
  /// Whether rows have no row id.
  package let isWithoutRowID: Bool
  /// The statement that has created the table.
  package let declaration: ForeignDeclaration

  package struct Column {
    package let name: String
    /// The declared type, in upper case.
    package let declaredType: String
    package let isRequired: Bool
    /// The SQL of the column's default.
    package let defaultText: String?
    /// The column's position in the primary key, from 1; 0 if it is not part of the key.
    package let keyPlace: Int
    /// Whether the database computes the column's values.
    package let isGenerated: Bool
  }

  /// The columns of the primary key, in its order.
  package var primaryKey: [String] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
  }

  package func column(_ name: String) -> Column? { place(of: name).map { columns[$0] } }

  /// Returns the position of a column; nil if there is none with that name.
  package func place(of name: String) -> Int? {
    // By bytes: Swift considers composed and decomposed letters equal, but SQLite does not.
    columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      ?? columns.firstIndex { $0.name.foldedName.utf8.elementsEqual(name.foldedName.utf8) }
  }

  /// Returns the columns of this table to which those of a foreign key refer; nil if the table
  /// lacks some of them.
  package func columns(of reference: ForeignReference) -> [String]? {
    let names = reference.targetColumns.isEmpty ? primaryKey : reference.targetColumns
    let areThere = !names.isEmpty && names.allSatisfy { place(of: $0) != nil }
    return areThere && names.count == reference.columns.count ? names : nil
  }
}

extension String {
  /// The name of a table or a column, as SQLite compares names: only ASCII letters lose their case.
  package var foldedName: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// A foreign key.
package struct ForeignReference {
  package let columns: [String]
  package let target: String
  /// The columns of the target; empty for its primary key.
  package let targetColumns: [String]
  package let onDelete: String
}

/// An index, or a unique constraint.
package struct ForeignIndex {
  package let name: String
  package let columns: [Column]
  package let isUnique: Bool
  /// Whether the index keeps the primary key unique.
  package let isOfPrimaryKey: Bool
  /// Whether the index is that of a constraint UNIQUE, and has no name of its own.
  package let isOfConstraint: Bool
  /// The reason why no index of a class can be the same; nil if one can.
  package let peculiarity: String?

  /// The index in words.
  package var title: String {
    isOfConstraint
      ? "UNIQUE (\(columns.map(\.name).joined(separator: ", ")))" : "the index \(name)"
  }

  /// Whether the index contains a column more than once.
  package var repeatsColumn: Bool { Set(columns.map(\.name.foldedName)).count < columns.count }

  package struct Column {
    package let name: String
    package let isDescending: Bool
  }
}
