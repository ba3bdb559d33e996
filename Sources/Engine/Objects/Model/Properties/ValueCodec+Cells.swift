// The use of a codec on single cells, and the column that it writes.

import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

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
    _ name: String, property: String, formerNames: [String] = [],
    default defaultValue: ColumnDefault = .none
  ) throws -> RequiredColumn {
    let codec = codec
    try requireVersion(of: codec.identifier, property: property)
    var column = RequiredColumn(
      definition: ColumnDefinition(
        name: name, storage: storage, meaning: codec.meaning,
        defaultValue: defaultValue.constant),
      property: property, formerNames: formerNames, codec: codec.identifier,
      values: Value.self, canRead: { codec.canRead(version: $0) }, admitsNull: self.admitsNull)
    column.evaluatedDefault = defaultValue.evaluated
    return column
  }

  /// Returns the default of a property's column.
  func columnDefault(of property: TypedProperty<Value>) throws -> ColumnDefault {
    guard let makeValue = property.defaultValue else { return .none }
    let evaluated = EvaluatedDefault { try self.encodeArgument(makeValue(), into: $0, at: $1) }
    let kind = property.declaration.defaultKind
    if kind == .evaluated { return .evaluated(evaluated) }
    let value = try stored(evaluated, property: property.name)
    if kind == .constant { return .constant(value) }
    // A property with a getter may have another value each time.
    let isConstant = try stored(evaluated, property: property.name) == value
    return isConstant ? .constant(value) : .evaluated(evaluated)
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
  private func stored(_ value: EvaluatedDefault, property: String) throws -> StoredValue {
    let cells = RowBatch(width: 1)
    do {
      try value.write(cells, 0)
    } catch {
      throw PersistenceError(
        .encodingFailed, "the default value cannot be stored: \(error)",
        context: .init(property: property), cause: error)
    }
    return cells.row.value(at: 0)
  }
}

/// The default of a column: the value of rows that are older than the property.
enum ColumnDefault {
  case none
  /// The stored form of a value that all these rows have in common.
  case constant(StoredValue)
  /// A value that is evaluated for each of these rows.
  case evaluated(EvaluatedDefault)

  /// The value that they have in common, if any.
  var constant: StoredValue? { if case .constant(let value) = self { value } else { nil } }

  /// The value that is evaluated for each, if any.
  var evaluated: EvaluatedDefault? { if case .evaluated(let value) = self { value } else { nil } }
}
