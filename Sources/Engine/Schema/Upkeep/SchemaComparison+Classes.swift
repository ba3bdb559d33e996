// A class that has become final: a reference to it no longer names a class, and would take the key
// of any row for one of the class.

import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

extension SchemaComparison {
  /// Throws if rows refer, or may come to refer, to objects of subclasses, while this program's
  /// class is final. The file then has a column for the class of each target.
  func requireOneClass(of table: RequiredTable, in existing: ExistingTable) throws {
    guard table.refersToObjects else { return }
    let names = table.columnNames
    for (column, found) in table.found(in: existing) where column.isReference {
      guard let found, !names.contains(found + ColumnName.classSuffix) else { continue }
      let classKey = SchemaCatalog.ColumnKey(
        table: existing.name, column: found + ColumnName.classSuffix)
      guard catalog.has(classKey), catalog.columns[classKey]?.namesClass == true else { continue }
      let reason = try unknownSubclass(of: column) ?? otherClasses(in: classKey, of: column)
      guard let reason else { continue }
      throw table.mismatch(
        "the class that the property refers to is final, but \(reason)", in: existing.name,
        column: column.definition.name)
    }
  }

  /// Returns the error's text for a table of a subclass that the program does not know: a program
  /// that does may add rows that refer to its objects at any time.
  private func unknownSubclass(of column: RequiredColumn) -> String? {
    SchemaCatalog.tables(inheritingFrom: targets(of: column), catalog.records)
      .first { catalog.tables[$0] != nil && !isKnown($0) }.map { subclass in
        """
        the file has a table '\(subclass)' of a subclass, to whose objects rows may refer; nothing was changed. Use \
        the version of the program that has the subclass. If none has it any more, drop the table with \
        store.prune(table: "\(subclass)")
        """
      }
  }

  /// Returns the error's text for rows that refer to objects of other classes. The program may
  /// still know these, no longer as subclasses.
  private func otherClasses(
    in classKey: SchemaCatalog.ColumnKey, of column: RequiredColumn
  ) throws -> String? {
    let dialect = catalog.dialect
    let names = targets(of: column).sorted().map { "\(.text($0))" as SQLText }
    let others: SQLText = """
      SELECT 1 FROM \(dialect.quoted(classKey.table)) WHERE \(dialect.quoted(classKey.column)) \
      NOT IN (\(names.joined(separator: ", "))) LIMIT 1
      """
    guard try hasRow(others) else { return nil }
    return """
      rows name other classes in the column '\(classKey.column)': they refer to objects of what were its subclasses; \
      nothing was changed. Change these references first, with the version of the program that has the subclasses
      """
  }

  /// Returns the current and the former tables of the class that a column refers to.
  private func targets(of column: RequiredColumn) -> Set<String> {
    let codecs = [column.codec] + column.formerCodecs
    return Set(codecs.compactMap { CodecIdentifier.target(ofReference: $0.name) })
  }
}
