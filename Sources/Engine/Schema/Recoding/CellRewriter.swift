package import PersistentObjectsCodec
package import PersistentObjectsDriver

/// A rewriter that reads a cell as one codec wrote it, and writes it as another does.
package struct CellRewriter: Sendable {
  /// The codec that reads.
  let old: CodecIdentifier
  /// Whether the codec can read a version of its form.
  let canRead: @Sendable (Int) -> Bool
  /// Rewrites the value of `source` at `index`, which may have several cells, into the first cells
  /// of `target`. Throws `decodingFailed` or `encodingFailed`, without a place.
  let rewrite: @Sendable (_ source: Row, _ index: Int, _ target: RowBatch) throws -> Void

  package init(
    old: CodecIdentifier, canRead: @escaping @Sendable (Int) -> Bool,
    rewrite: @escaping @Sendable (_ source: Row, _ index: Int, _ target: RowBatch) throws -> Void
  ) {
    self.old = old
    self.canRead = canRead
    self.rewrite = rewrite
  }
}

/// A value to be rewritten in the form of its current codec.
package struct RecodedColumn: Sendable {
  /// The table as its class now needs it.
  package let table: RequiredTable
  /// The columns of the current form.
  let columns: [RequiredColumn]
  /// The columns of the old form, if one of the forms has several; nil if both have one column, the
  /// same.
  let former: [FormerColumn]?
  let rewriter: CellRewriter

  package init(
    table: RequiredTable, columns: [RequiredColumn], former: [FormerColumn]? = nil,
    rewriter: CellRewriter
  ) {
    self.table = table
    self.columns = columns
    self.former = former
    self.rewriter = rewriter
  }

  /// The column of the current form, or the first of several.
  package var column: RequiredColumn { columns[0] }

  /// Whether the property has one column before and after.
  package var hasOneColumn: Bool { former == nil }

  /// Returns the place of a cell, for errors. In a child table, the key of its object identifies
  /// the cell.
  func place(pk: Int64?) -> PersistenceError.Context {
    PersistenceError.Context(
      className: table.className, property: column.property, table: table.definition.name,
      column: column.definition.name, pk: pk)
  }

  func error(_ code: PersistenceError.Code, message: String) -> PersistenceError {
    PersistenceError(code, message, context: place(pk: nil))
  }
}

/// A column of the form in which a value was written before it was written in, or as one of,
/// several columns.
package struct FormerColumn: Sendable {
  /// The names that the column may have.
  let names: [String]
  /// The codec that wrote it.
  let codec: CodecIdentifier
  let canRead: @Sendable (Int) -> Bool
  /// Whether it was a part of a value.
  let isPart: Bool

  package init(
    names: [String], codec: CodecIdentifier, canRead: @escaping @Sendable (Int) -> Bool,
    isPart: Bool
  ) {
    self.names = names
    self.codec = codec
    self.canRead = canRead
    self.isPart = isPart
  }

  /// Whether a column of the file is this one.
  func isRecorded(as record: SchemaCatalog.RecordedColumn) -> Bool {
    record.codec == codec.name && record.versions.allSatisfy(canRead)
      && (record.values ?? "").isEmpty != isPart
  }
}
