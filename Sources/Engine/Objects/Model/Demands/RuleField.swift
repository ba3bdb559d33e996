import PersistentObjectsCodec

/// A field of a value in several columns that a rule is about.
struct RuleField: Sendable {
  /// The position of the property.
  let position: Int
  /// The fields from the property to this one.
  private let path: [FieldAccess]

  /// Finds the field that a key path names; nil if it names none.
  init?(
    _ keyPath: AnyKeyPath, positions: [AnyKeyPath: Int], properties: [PropertyDescription]
  ) {
    for (base, position) in positions {
      guard let path = properties[position].fields.path(to: keyPath, from: base) else { continue }
      (self.position, self.path) = (position, path)
      return
    }
    return nil
  }

  /// Returns the path from the object: `home.city`.
  func path(from property: String) -> String {
    ([property] + path.map(\.name)).joined(separator: ".")
  }

  /// Returns the field of a value of the property; nil if that is nil.
  func value(in value: Any) -> Any? {
    path.compactMap(\.keyPath).reduce(flattened(value)) { whole, keyPath in
      whole.flatMap { PersistentObjectsCodec.value(of: $0, at: keyPath) }
    }
  }
}
