/// Reads a cell as one codec wrote it, and writes it as another does.
struct CellRewriter: Sendable {
  /// The codec that reads.
  let old: CodecIdentifier
  /// Whether it can read a version of its form.
  let canRead: @Sendable (Int) -> Bool
  /// Rewrites the cell of `source` at `index` into the first of `target`. Throws `decodingFailed`
  /// or `encodingFailed`, without a place.
  let rewrite: @Sendable (_ source: Row, _ index: Int, _ target: RowBatch) throws -> Void
}

/// A column that shall have the form of its present codec.
struct RecodedColumn: Sendable {
  /// The table as its class now needs it, and the class's own table.
  let table: RequiredTable
  let owner: RequiredTable
  let column: RequiredColumn
  let rewriter: CellRewriter

  /// The place of a cell, for errors. In a child table its object's key identifies it.
  func place(pk: Int64?) -> PersistenceError.Context {
    PersistenceError.Context(
      className: table.className, property: column.property, table: table.definition.name,
      column: column.definition.name, pk: pk)
  }

  func error(_ code: PersistenceError.Code, message: String) -> PersistenceError {
    PersistenceError(code, message, context: place(pk: nil))
  }
}
