/// A value in criteria. It writes itself with the codec of the column that it is compared with, or
/// with the store's codec for its type.
struct CriteriaArgument: Sendable {
  /// Writes the value to a cell. The binding is that of the column that it is compared with.
  let encode: @Sendable (PropertyBinding?, CodecRegistry, RowBatch, Int) throws -> Void

  init<Value: Sendable>(_ value: Value) {
    encode = { binding, registry, cells, index in
      if let binding, try Self.encode(value, through: binding, into: cells, at: index) { return }
      try Self.encode(value, by: registry, comparedWith: binding, into: cells, at: index)
    }
  }

  /// Encodes the value; false if it is not of the property's type.
  private static func encode<Value>(
    _ value: Value, through binding: PropertyBinding, into cells: RowBatch, at index: Int
  ) throws -> Bool {
    guard let write = writer(of: value, through: binding) else { return false }
    guard binding.isSearchable else { throw binding.notSearchable }
    do {
      try write(cells, index)
      return true
    } catch {
      throw binding.encodingFailed(error, pk: nil)
    }
  }

  /// The closure that encodes a value. The property may be optional where the value is not, and the
  /// other way round.
  private static func writer<Value>(
    of value: Value, through binding: PropertyBinding
  ) -> ((RowBatch, Int) throws -> Void)? {
    if let binding = binding as? TypedBinding<Value> {
      return { try binding.encodeArgument(value, into: $0, at: $1) }
    }
    if let binding = binding as? TypedBinding<Value?> {
      return { try binding.encodeArgument(value, into: $0, at: $1) }
    }
    return (value as? any OptionalArgument)?.writer(through: binding)
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

/// An `Optional` that is compared with a property that is not.
private protocol OptionalArgument {
  func writer(through binding: PropertyBinding) -> ((RowBatch, Int) throws -> Void)?
}

extension Optional: OptionalArgument {
  fileprivate func writer(through binding: PropertyBinding) -> ((RowBatch, Int) throws -> Void)? {
    guard let binding = binding as? TypedBinding<Wrapped> else { return nil }
    return { cells, index in
      guard let value = self else { return cells.setNull(at: index) }
      try binding.encodeArgument(value, into: cells, at: index)
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
  /// The kind of values that compare with each other: numbers, texts or bytes; nil where rows
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
