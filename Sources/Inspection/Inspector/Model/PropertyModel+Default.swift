import PersistentObjects

extension PropertyModel {
  /// The reason why the property's codec cannot read its default value; nil if it can, if there is
  /// no default, or if the codec is not a standard one.
  package var defaultMisfit: String? {
    guard !type.isCollection, let value = defaultValue?.value, value != .null,
      let codec = codec ?? CodecModel(of: type.unwrapped), codec.type == nil,
      let known = codec.standardCodec
    else { return nil }
    do {
      _ = try known.value(of: value)
      if codec.name != "integer" || isInRange(value) { return nil }
      return "its default value is out of the range of \(type.unwrapped)"
    } catch {
      return """
        its default value is not a stored \(type.unwrapped): \(PersistenceError.clause(of: error))
        """
    }
  }

  /// Whether an integer is one of the type's.
  private func isInRange(_ value: StoredValue) -> Bool {
    guard case .integer(let integer) = value, let range = type.unwrapped.integers else {
      return true
    }
    return range.contains(integer)
  }
}

extension SwiftType {
  /// The integers of the type, as far as a column can hold them; nil for any other type.
  package var integers: ClosedRange<Int64>? {
    guard case .named(let name) = self else { return nil }
    return Self.integers[name]
  }

  private static let integers: [String: ClosedRange<Int64>] = [
    "Int": .min ... .max, "Int64": .min ... .max, "Int32": Int64(Int32.min)...Int64(Int32.max),
    "Int16": Int64(Int16.min)...Int64(Int16.max), "Int8": -128...127, "UInt8": 0...255,
    "UInt16": 0...Int64(UInt16.max), "UInt32": 0...Int64(UInt32.max), "UInt": 0 ... .max,
    "UInt64": 0 ... .max, "UInt128": 0 ... .max,
  ]
}
