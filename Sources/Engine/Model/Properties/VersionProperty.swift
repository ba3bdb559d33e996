/// The role of the property in which the engine counts how often an object was saved:
/// `@Column(.version)`.
public enum VersionRole: Sendable {
  /// The property is the version.
  case version
}

/// The version property of a class: an integer, with its type erased.
struct VersionProperty {
  /// The property's position in its class.
  let index: Int
  /// The operations of the type; nil if it is not an integer type that can count.
  private let counting: Counting?

  /// The operations on values of the property's own type.
  private struct Counting {
    let greatest: Int64
    let get: (AnyObject) -> Int64
    let set: (AnyObject, Int64) -> Void
    let encode: (Int64, PropertyBinding, RowBatch, _ index: Int) throws -> Void
    let decode: (PropertyBinding, Row, _ index: Int) throws -> Int64
  }

  /// Makes the version of a class; nil for a property that is not one.
  init?(_ property: PropertyDescription, at index: Int) {
    guard property.declaration.isVersion else { return nil }
    self.index = index
    counting =
      Self.counting(property as? ValueProperty<Int>)
      ?? Self.counting(property as? ValueProperty<Int64>)
      ?? Self.counting(property as? ValueProperty<Int32>)
  }

  /// The bindings are those of the property, which are of its type.
  private static func counting<Value: FixedWidthInteger & SendableMetatype>(
    _ property: ValueProperty<Value>?
  ) -> Counting? {
    property.map { property in
      Counting(
        greatest: Int64(Value.max), get: { Int64(property.get($0)) },
        set: { property.set($0, Value(truncatingIfNeeded: $1)) },
        encode: { value, binding, cells, index in
          try unsafeDowncast(binding, to: TypedBinding<Value>.self)
            .encodeArgument(Value(truncatingIfNeeded: value), into: cells, at: index)
        },
        decode: { binding, row, index in
          Int64(
            try unsafeDowncast(binding, to: TypedBinding<Value>.self)
              .decodeResult(from: row, at: index))
        })
    }
  }

  /// Whether its type is one that versions are counted in.
  var isInteger: Bool { counting != nil }

  /// The greatest version that there can be.
  var greatest: Int64 { counting?.greatest ?? 0 }

  func value(of object: AnyObject) -> Int64 { counting?.get(object) ?? 0 }

  /// Sets a version, which is not greater than the greatest.
  func set(_ value: Int64, in object: AnyObject) { counting?.set(object, value) }

  func encode(
    _ value: Int64, by binding: PropertyBinding, into cells: RowBatch, at index: Int
  ) throws { try counting?.encode(value, binding, cells, index) }

  func decode(by binding: PropertyBinding, from row: Row, at index: Int) throws -> Int64 {
    try counting?.decode(binding, row, index) ?? 0
  }
}
