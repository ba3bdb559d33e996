/// A value to compare with. It writes itself in the form of the operand that it is compared with.
struct ConditionArgument {
  /// Whether the value is nil.
  let isNil: Bool
  private let write: (Operand, RowBatch, Int) throws -> Void

  init<Value>(_ value: Value) {
    isNil = (value as? any OptionalArgument)?.isNil == true
    write = { operand, cells, index in
      if try Self.encode(value, as: operand.coding, into: cells, at: index) { return }
      let type = operand.binding?.property.valueType ?? Int64.self
      throw PersistenceError(
        .invalidQuery,
        """
        the property has the type \(PersistenceError.name(of: type)) and is compared with a value of \
        type \(PersistenceError.name(of: Value.self))
        """)
    }
  }

  /// Writes the value in the form of `operand`. Throws an error that names the property.
  func encode(as operand: Operand, into cells: RowBatch, at index: Int) throws {
    do {
      try write(operand, cells, index)
    } catch {
      throw operand.encodingFailed(error)
    }
  }

  /// Encodes the value; false if it is not of the coding's type. One of the types may be optional
  /// where the other is not: a reference on the path may be nil where the property that it leads to
  /// cannot.
  fileprivate static func encode<Value>(
    _ value: Value, as coding: any ValueCoding, into cells: RowBatch, at index: Int
  ) throws -> Bool {
    if let coding = coding as? any ValueCoding<Value> {
      try coding.encodeArgument(value, into: cells, at: index)
      return true
    }
    if let coding = coding as? any ValueCoding<Value?> {
      try coding.encodeArgument(value, into: cells, at: index)
      return true
    }
    return try (value as? any OptionalArgument)?.encode(as: coding, into: cells, at: index) ?? false
  }
}

/// An `Optional` that is compared with something that is not.
private protocol OptionalArgument {
  var isNil: Bool { get }
  func encode(as coding: any ValueCoding, into cells: RowBatch, at index: Int) throws -> Bool
}

extension Optional: OptionalArgument {
  fileprivate var isNil: Bool {
    guard let value = self else { return true }
    return (value as? any OptionalArgument)?.isNil == true
  }

  fileprivate func encode(
    as coding: any ValueCoding, into cells: RowBatch, at index: Int
  ) throws -> Bool {
    guard let value = self else { return false }
    return try ConditionArgument.encode(value, as: coding, into: cells, at: index)
  }
}
