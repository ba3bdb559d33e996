import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

/// A value to compare with. It is written in the form of the operand it is compared with.
struct ConditionArgument {
  /// Whether the value is nil.
  let isNil: Bool
  private let write: (Operand, RowBatch, Int) throws -> Void

  init<Value>(_ value: Value) {
    isNil = (value as? any OptionalArgument)?.isNil == true
    write = { operand, cells, index in
      guard let write = Self.writer(of: value, as: operand.coding) else {
        let type = operand.binding?.property.valueType ?? Int64.self
        throw PersistenceError(
          .invalidQuery,
          """
          the property has the type \(PersistenceError.name(of: type)) and is compared with a value \
          of type \(PersistenceError.name(of: Value.self))
          """)
      }
      try write(cells, index)
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

  /// Returns the value in the form of `operand`, one for each of its columns.
  func values(as operand: Operand) throws -> [StoredValue] {
    let cells = RowBatch(width: operand.columns.count)
    try encode(as: operand, into: cells, at: 0)
    return cells.row.values
  }

  /// Returns the closure that writes a value in the form of a coding, or nil if the value is not of
  /// the coding's type. One of the types may be optional when the other is not: a reference on the
  /// path may be nil although the property it leads to cannot.
  static func writer<Value>(
    of value: Value, as coding: any ValueCoding
  ) -> ((RowBatch, Int) throws -> Void)? {
    if let coding = coding as? any ValueCoding<Value> {
      return { try coding.encodeArgument(value, into: $0, at: $1) }
    }
    if let coding = coding as? any ValueCoding<Value?> {
      return { try coding.encodeArgument(value, into: $0, at: $1) }
    }
    if let coding = coding as? ObjectKeyCoding, let object = value as? any PersistentObject {
      return { try coding.encodeArgument(object, into: $0, at: $1) }
    }
    return (value as? any OptionalArgument)?.writer(as: coding)
  }
}

/// An `Optional` that is compared with something that is not optional.
private protocol OptionalArgument {
  var isNil: Bool { get }
  func writer(as coding: any ValueCoding) -> ((RowBatch, Int) throws -> Void)?
}

extension Optional: OptionalArgument {
  fileprivate var isNil: Bool {
    guard let value = self else { return true }
    return (value as? any OptionalArgument)?.isNil == true
  }

  fileprivate func writer(as coding: any ValueCoding) -> ((RowBatch, Int) throws -> Void)? {
    if let value = self { return ConditionArgument.writer(of: value, as: coding) }
    return coding is any ValueCoding<Wrapped> ? { $0.setNull(at: $1) } : nil
  }
}

extension SQLText {
  /// Adds a value, or a row of values in parentheses, in the form of an operand.
  mutating func appendInterpolation(
    _ argument: ConditionArgument, as operand: Operand
  ) throws {
    let values = try argument.values(as: operand)
    if values.count > 1 { return appendInterpolation(values) }
    appendInterpolation(values[0], of: operand.type)
  }
}
