import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A value in criteria. It is written with the codec of the column it is compared with, or with the
/// store's codec for its type.
struct CriteriaArgument: Sendable {
  /// Writes the value to a cell. The binding is that of the column the value is compared with.
  let encode: @Sendable (PropertyBinding?, CodecRegistry, RowBatch, Int) throws -> Void
  /// Returns the type of an empty list's values, if this stands for such a list.
  let typeOfNone: (@Sendable (CodecRegistry) -> ColumnType)?

  /// Makes what an empty list contains: databases refuse empty parentheses.
  init<Value: Sendable>(noneOf type: Value.Type) {
    encode = { _, _, _, _ in }
    typeOfNone = { registry in
      registry.codec(for: Value.self).map { ColumnType($0.storage, $0.meaning) } ?? .text
    }
  }

  init<Value: Sendable>(_ value: Value) {
    typeOfNone = nil
    encode = { binding, registry, cells, index in
      if let binding, let coding = binding as? any ValueCoding,
        let write = ConditionArgument.writer(of: value, as: coding)
      {
        guard binding.isSearchable else { throw binding.notSearchable }
        do {
          try write(cells, index)
        } catch {
          throw binding.encodingFailed(error, pk: nil)
        }
      } else {
        try Self.encode(value, by: registry, comparedWith: binding, into: cells, at: index)
      }
    }
  }

  private static func encode<Value>(
    _ value: Value, by registry: CodecRegistry, comparedWith binding: PropertyBinding?,
    into cells: RowBatch, at index: Int
  ) throws {
    guard let codec = registry.codec(for: Value.self) else {
      throw PersistenceError(
        .noCodec, "no codec stores values of type \(Value.self), which criteria compare with")
    }
    if let binding { try binding.requireComparable(with: codec) }
    do {
      try ValueCodec.of(codec).encodeArgument(value, into: cells, at: index)
    } catch let error as CodecError {
      throw PersistenceError(
        .encodingFailed, "criteria cannot compare with this \(Value.self): \(error)", cause: error)
    }
  }
}

extension PropertyBinding {
  /// Throws if SQL would compare numbers with text or bytes, which is never intended.
  fileprivate func requireComparable<Value>(with codec: any ColumnCodec<Value>) throws {
    let own = columns[0].definition.storage
    guard let group = own.group, let other = codec.storage.group, group != other else { return }
    throw PersistenceError(
      .invalidQuery,
      """
      the criteria compare the property with a value of type \(Value.self), which is stored as \
      \(codec.storage); the column holds \(own). Compare it with a value of the property's own type
      """,
      context: place(pk: nil))
  }
}

extension StorageClass {
  /// The group of values that can be compared with each other: numbers, texts or bytes; nil if rows
  /// differ.
  fileprivate var group: Int? {
    switch self {
    case .integer, .real: 0
    case .text: 1
    case .bytes: 2
    case .any: nil
    }
  }
}

extension SQLText {
  /// Creates the SQL of criteria. Values are stored by the codecs of their types.
  init(_ sql: Criteria, registry: CodecRegistry, dialect: any Dialect) throws {
    self = ""
    for part in sql.parts {
      switch part {
      case .text(let text): appendLiteral(text)
      case .value(let value):
        try append(value, comparedWith: nil, registry: registry, dialect: dialect)
      }
    }
  }

  /// Adds a value of criteria.
  mutating func append(
    _ value: CriteriaArgument, comparedWith binding: PropertyBinding?, registry: CodecRegistry,
    dialect: any Dialect
  ) throws {
    if let type = value.typeOfNone {
      let null = dialect.typed("NULL", binding?.columns[0].definition.type ?? type(registry))
      self += "SELECT \(null) WHERE \(dialect.constant(false))"
      return
    }
    let cells = RowBatch(width: 1)
    try value.encode(binding, registry, cells, 0)
    appendInterpolation(cells.row.value(at: 0))
  }
}
