/// A codec with the checks that the engine makes around each call.
@usableFromInline
struct CheckedCodec<Value>: @unchecked Sendable {
  // `@unchecked` is safe: codecs are Sendable, the rest are constants.
  @usableFromInline let codec: any ColumnCodec<Value>
  @usableFromInline let storage: StorageClass
  @usableFromInline let admitsNull: Bool

  init(_ codec: any ColumnCodec<Value>) {
    self.codec = codec
    storage = codec.storage
    admitsNull = Value.self is any ExpressibleByNilLiteral.Type
  }

  /// Writes to the writer's cell.
  @inlinable
  func encode(_ value: Value, into column: inout ColumnWriter) throws {
    try codec.encode(value, into: &column)
    let kind = column.kind
    if !storage.admits(kind) || (kind == .null && !admitsNull) { throw brokenPromise(kind) }
  }

  func encode(_ value: Value, into rows: RowBatch, at index: Int) throws {
    var writer = ColumnWriter(rows, at: index)
    try encode(value, into: &writer)
  }

  func decode(from row: Row, at index: Int) throws -> Value {
    // A named reader: passed without a name, it crashes the optimizer of Swift 6.3.1.
    let reader = ColumnReader(row[index])
    return try codec.decode(from: reader)
  }

  @usableFromInline
  func brokenPromise(_ kind: StoredKind) -> CodecError {
    CodecError("the codec '\(codec.identifier)' promises \(storage) but wrote \(kind)")
  }

  /// The column that this codec writes.
  func requiredColumn(
    _ name: String, property: String, renamedFrom: String?, defaultValue: Value?
  ) throws -> RequiredColumn {
    let codec = codec
    try requireVersion(of: codec.identifier, property: property)
    return RequiredColumn(
      definition: ColumnDefinition(
        name: name, storage: storage, meaning: codec.meaning,
        defaultValue: try defaultValue.map { try storedDefault($0, property: property) }),
      property: property, renamedFrom: renamedFrom, codec: codec.identifier,
      canRead: { codec.canRead(version: $0) }, admitsNull: admitsNull)
  }

  /// A file that names another version is taken for damaged.
  private func requireVersion(of codec: CodecIdentifier, property: String) throws {
    guard !CodecIdentifier.versions.contains(codec.version) else { return }
    throw PersistenceError(
      .invalidModel, "versions of codecs go from 1 to 2147483647, which that of '\(codec)' is not",
      context: .init(property: property))
  }

  /// The stored form of a property's default value, for rows that are older than the property.
  private func storedDefault(_ value: Value, property: String) throws -> StoredValue {
    let cells = RowBatch(width: 1)
    do {
      try encode(value, into: cells, at: 0)
    } catch {
      throw PersistenceError(
        .encodingFailed, "the default value cannot be stored: \(error)",
        context: .init(property: property), cause: error)
    }
    return cells.row.value(at: 0)
  }
}
