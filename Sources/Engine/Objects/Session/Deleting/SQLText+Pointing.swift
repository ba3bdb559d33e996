// Conditions for rows that refer to an object, or to the rows of a table.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension SQLText {
  /// Returns the condition that a reference points at a row of a table. If no table is named beside
  /// a key, it is that of the declared class.
  ///
  /// - Parameters:
  ///   - isKey: the condition that the key is that of the row.
  ///   - column: the column beside the key that names the table, if there is one.
  ///   - mayLackName: whether the table is that of the declared class.
  static func points(
    _ isKey: SQLText, at table: String, named column: String?, mayLackName: Bool
  ) -> SQLText {
    guard let column else { return isKey }
    let isOfTable: SQLText = "\(column) = \(.text(table))"
    return mayLackName
      ? "\(isKey) AND (\(isOfTable) OR \(column) IS NULL)" : "\(isKey) AND \(isOfTable)"
  }

  /// Returns the condition that the reference in some columns points at objects of a class. `isKey`
  /// returns the condition that compares a column with the objects' keys.
  static func points(
    _ columns: [RequiredColumn], at entity: EntityDescription, _ dialect: any Dialect,
    isKey: (String) -> SQLText
  ) -> SQLText {
    let start = columns.firstIndex(where: \.isReference) ?? 0
    let names = columns[start...].map { dialect.quoted($0.definition.name) }
    return points(
      isKey(names[0]), at: entity.table, named: names.dropFirst().first,
      mayLackName: columns[start].codec == .reference(to: entity.table))
  }
}
