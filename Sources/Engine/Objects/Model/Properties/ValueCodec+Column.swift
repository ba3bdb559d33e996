// The column that a codec writes.

import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

extension ValueCodec {
  /// Returns the column that this codec writes.
  func requiredColumn(
    _ name: String, property: String, formerNames: [String] = [],
    default defaultValue: ColumnDefault = .none
  ) throws -> RequiredColumn {
    let codec = codec
    try codec.identifier.requireVersion(property: property)
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
    if kind == .constant { return .constant(try evaluated.stored(property: property.name)) }
    return kind == .evaluated ? .evaluated(evaluated) : try evaluated.columnDefault(property.name)
  }
}

extension CodecIdentifier {
  /// Throws if the version is out of range: a file that names such a version is treated as damaged.
  func requireVersion(property: String) throws {
    guard !Self.versions.contains(version) else { return }
    throw PersistenceError(
      .invalidModel,
      "the version of a codec must be from 1 to 2147483647, but that of '\(self)' is not",
      context: .init(property: property))
  }
}

extension EvaluatedDefault {
  /// Returns the default as a constant if it is the same twice. A property with a getter may have
  /// another value each time.
  func columnDefault(_ property: String) throws -> ColumnDefault {
    let value = try stored(property: property)
    return try stored(property: property) == value ? .constant(value) : .evaluated(self)
  }

  /// Returns the stored form of a property's default value, for rows that are older than the
  /// property.
  func stored(property: String) throws -> StoredValue {
    let cells = RowBatch(width: 1)
    do {
      try write(cells, 0)
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
