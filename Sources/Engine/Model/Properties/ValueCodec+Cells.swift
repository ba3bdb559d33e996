// The use of a codec on single cells, and the column that it writes.

extension ValueCodec: ValueCoding {
  func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    var writer = ColumnWriter(cells, at: index)
    try encode(value, into: &writer)
  }

  func decodeResult(from row: Row, at index: Int) throws -> Value {
    // The reader needs a name: passed directly, it crashes the optimizer of Swift 6.3.1.
    let reader = ColumnReader(row[index])
    return try decode(reader)
  }
}

extension ValueCodec {
  /// Returns the column that this codec writes.
  func requiredColumn(
    _ name: String, property: String, renamedFrom: String? = nil, defaultValue: Value? = nil
  ) throws -> RequiredColumn {
    let codec = codec
    try requireVersion(of: codec.identifier, property: property)
    return RequiredColumn(
      definition: ColumnDefinition(
        name: name, storage: storage, meaning: codec.meaning,
        defaultValue: try defaultValue.map { try storedDefault($0, property: property) }),
      property: property, renamedFrom: renamedFrom, codec: codec.identifier,
      canRead: { codec.canRead(version: $0) }, admitsNull: self.admitsNull)
  }

  /// Throws if the codec's version is out of range: a file that names such a version is treated as
  /// damaged.
  private func requireVersion(of codec: CodecIdentifier, property: String) throws {
    guard !CodecIdentifier.versions.contains(codec.version) else { return }
    throw PersistenceError(
      .invalidModel,
      "the version of a codec must be from 1 to 2147483647, but that of '\(codec)' is not",
      context: .init(property: property))
  }

  /// Returns the stored form of a property's default value, for rows that are older than the
  /// property.
  private func storedDefault(_ value: Value, property: String) throws -> StoredValue {
    let cells = RowBatch(width: 1)
    do {
      try encodeArgument(value, into: cells, at: 0)
    } catch {
      throw PersistenceError(
        .encodingFailed, "the default value cannot be stored: \(error)",
        context: .init(property: property), cause: error)
    }
    return cells.row.value(at: 0)
  }
}
