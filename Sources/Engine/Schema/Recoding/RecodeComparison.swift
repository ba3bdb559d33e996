import PersistentObjectsCodec
import PersistentObjectsDriver

/// A comparison that finds a column in the file and decides whether it has to be rewritten. It
/// changes nothing.
///
/// | recorded | what happens |
/// |---|---|
/// | no table, or no column | nothing: the first use of the class creates it |
/// | the current codec, only in its current version | nothing: the column has been rewritten before |
/// | the old codec, in versions that it can read | rewrite |
/// | the current codec, in versions that it can read | nothing: rows are rewritten as they are saved |
/// | anything else | `codecMismatch` |
package struct RecodeComparison {
  /// The current place of the column. It may have an older name until its class is used.
  package struct Finding {
    let table: ExistingTable
    /// The columns of the old form.
    let columns: [String]
    let record: SchemaCatalog.RecordedColumn

    /// The column, if the old form has one.
    var column: String { columns[0] }
  }

  private let wanted: RecodedColumn
  private let others: [RequiredTable]
  private let catalog: SchemaCatalog

  /// - Parameter others: the tables of other classes, which may have had the name of the column's.
  package init(_ wanted: RecodedColumn, beside others: [RequiredTable] = [], catalog: SchemaCatalog)
  {
    self.wanted = wanted
    self.others = others
    self.catalog = catalog
  }

  /// Returns the column to rewrite, or nil if nothing has to be rewritten.
  package func finding() throws -> Finding? {
    if let former = wanted.former { return try finding(former) }
    guard let finding = try find(), !isCurrent(finding.record) else { return nil }
    let record = finding.record
    if record.codec == wanted.rewriter.old.name, !isNewer(record),
      record.versions.allSatisfy(wanted.rewriter.canRead)
    {
      return finding
    }
    let isReadable =
      record.codec == wanted.column.codec.name
      && record.versions.allSatisfy(wanted.column.canRead)
    if isReadable && hasStorage(record) { return nil }
    throw mismatch(record)
  }

  /// Whether a later version of the program has written to the column.
  private func isNewer(_ record: SchemaCatalog.RecordedColumn) -> Bool {
    record.codec == wanted.column.codec.name && record.version > wanted.column.codec.version
  }

  private func find() throws -> Finding? {
    guard let table = catalog.existing(wanted.table, beside: others) else { return nil }
    let name = wanted.column.definition.name
    let place = wanted.table.found(in: table).first { $0.column.definition.name == name }
    guard let column = place?.name else { return nil }
    let key = SchemaCatalog.ColumnKey(table: table.name, column: column)
    guard let record = catalog.columns[key] else {
      throw wanted.error(
        .codecMismatch,
        message: "there is no record of the codec that wrote the column; nothing was changed")
    }
    return Finding(table: table, columns: [column], record: record)
  }

  /// Returns the columns of a form with another number of columns; nil if the file has none, since
  /// they have been rewritten, or since the class was never used.
  private func finding(_ former: [FormerColumn]) throws -> Finding? {
    guard let table = catalog.existing(wanted.table, beside: others) else { return nil }
    func record(_ name: String) -> SchemaCatalog.RecordedColumn? {
      catalog.columns[.init(table: table.name, column: name)]
    }
    let present = former.map { column in column.names.first(where: table.columns.contains) }
    let found = zip(former, present).compactMap { column, name in
      name.flatMap { name in
        record(name).flatMap { column.isRecorded(as: $0) ? (name: name, record: $0) : nil }
      }
    }
    if found.count == former.count {
      return Finding(table: table, columns: found.map(\.name), record: found[0].record)
    }
    let isCurrent = wanted.columns.allSatisfy { column in
      record(column.definition.name)?.codec == column.codec.name
    }
    if isCurrent || present.allSatisfy({ $0 == nil }) { return nil }
    let other = present.compactMap(\.self).compactMap(record).first
    throw wanted.error(
      .codecMismatch,
      message: """
        the value was not written by '\(wanted.rewriter.old)'\(other.map { ", but by '\($0)'" } ?? ""); nothing \
        was changed. Pass the codec that wrote it as `from:`
        """)
  }

  private func hasStorage(_ record: SchemaCatalog.RecordedColumn) -> Bool {
    wanted.column.definition.storage.isRecorded(as: record.storage)
  }

  private func isCurrent(_ record: SchemaCatalog.RecordedColumn) -> Bool {
    let codec = wanted.column.codec
    return record.codec == codec.name && record.version == codec.version
      && record.oldestVersion == codec.version && hasStorage(record)
  }

  private func mismatch(_ record: SchemaCatalog.RecordedColumn) -> PersistenceError {
    wanted.error(
      .codecMismatch,
      message: """
        the column was written by the codec '\(record.description)', which '\(wanted.rewriter.old)' \
        does not read; nothing was changed. Pass the codec that wrote it as `from:`
        """)
  }
}

extension SchemaCatalog.RecordedColumn: CustomStringConvertible {
  /// The codec with its versions, such as `celsius 2`, or `celsius 1–2` if rows may have either.
  package var description: String {
    oldestVersion == version ? "\(codec) \(version)" : "\(codec) \(oldestVersion)–\(version)"
  }
}
