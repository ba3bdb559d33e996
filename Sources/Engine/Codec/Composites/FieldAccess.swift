/// A field of a value in several columns as key paths reach it, without a store and whatever its
/// codec.
package struct FieldAccess: Sendable {
  package let name: String
  /// The way from the value to the field; nil for a field that is not a property.
  package let keyPath: (any AnyKeyPath & Sendable)?
  /// The fields of the field.
  package let fields: @Sendable () -> [FieldAccess]
  /// Returns a value with the field replaced by one that `convert` returns for the field's type;
  /// nil if it returns none, or if the field is constant.
  let replacing: @Sendable (_ whole: Any, _ convert: (Any.Type) -> Any?) -> Any?

  init<Root, Value>(
    _ name: String, _ keyPath: (any KeyPath<Root, Value> & Sendable)?, codec: (any CompositeCodec)?
  ) {
    self.name = name
    self.keyPath = keyPath
    fields = { Self.fields(of: Value.self, codec) }
    replacing = { whole, convert in
      guard var whole = whole as? Root, let value = convert(Value.self) as? Value,
        let keyPath = keyPath as? WritableKeyPath<Root, Value>
      else { return nil }
      whole[keyPath: keyPath] = value
      return whole
    }
  }

  /// Returns the fields of values of a type, by a codec or by the type's own; empty if they have
  /// one column.
  package static func fields(of type: Any.Type, _ codec: (any CompositeCodec)?) -> [FieldAccess] {
    func all(_ codec: some CompositeCodec) -> [FieldAccess] { codec.fields.map(\.access) }
    func own<Value: Embeddable>(_ type: Value.Type) -> [FieldAccess] { all(type.compositeCodec) }
    if let codec { return all(codec) }
    let wrapped = (type as? any OptionalType.Type)?.wrapped ?? type
    return (wrapped as? any Embeddable.Type).map { own($0) } ?? []
  }
}

extension [FieldAccess] {
  /// Returns the fields that a key path goes through, the outermost first; nil if it names none.
  ///
  /// - Parameter base: the way to the value.
  package func path(to keyPath: AnyKeyPath, from base: AnyKeyPath) -> [FieldAccess]? {
    for field in self {
      guard let path = field.keyPath.flatMap({ base.appending(path: $0) }) else { continue }
      if path == keyPath { return [field] }
      if let inner = field.fields().path(to: keyPath, from: path) { return [field] + inner }
    }
    return nil
  }

  /// Returns a value with a field replaced; nil if there is no such field that can be set, or if
  /// `convert` has no value of its type.
  ///
  /// - Parameter path: the names of the fields, the outermost first.
  package func replacing(
    _ path: ArraySlice<String>, of whole: Any, _ convert: @escaping (Any.Type) -> Any?
  ) -> Any? {
    guard let field = first(where: { $0.name == path.first }) else { return nil }
    let rest = path.dropFirst()
    if rest.isEmpty { return field.replacing(whole, convert) }
    guard let inner = field.keyPath.flatMap({ value(of: whole, at: $0) }),
      let replaced = field.fields().replacing(rest, of: inner, convert)
    else { return nil }
    return field.replacing(whole) { _ in replaced }
  }
}

/// Returns the value to which a key path leads, without the optionals around it; nil for nil.
package func value(of whole: Any, at keyPath: AnyKeyPath) -> Any? {
  func read<Root>(_ root: Root) -> Any? { root[keyPath: keyPath] }
  return _openExistential(whole, do: read).flatMap { flattened($0) }
}

/// Returns a value without the optionals around it.
package func flattened(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalType else { return value }
  return optional.content.flatMap { flattened($0) }
}
