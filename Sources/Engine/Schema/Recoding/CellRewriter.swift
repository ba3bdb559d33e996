package import PersistentObjectsCodec
package import PersistentObjectsDriver

/// A rewriter that reads a cell as one codec wrote it, and writes it as another does.
package struct CellRewriter: Sendable {
  /// The codec that reads.
  let old: CodecIdentifier
  /// Whether the codec can read a version of its form.
  let canRead: @Sendable (Int) -> Bool
  /// Rewrites the cell of `source` at `index` into the first cell of `target`. Throws
  /// `decodingFailed` or `encodingFailed`, without a place.
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

/// A column to be rewritten in the form of its current codec.
package struct RecodedColumn: Sendable {
  /// The table as its class now needs it.
  package let table: RequiredTable
  package let column: RequiredColumn
  let rewriter: CellRewriter

  package init(table: RequiredTable, column: RequiredColumn, rewriter: CellRewriter) {
    self.table = table
    self.column = column
    self.rewriter = rewriter
  }

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
