// The short forms of generated finders, on the main actor, in the session of the class's store.

@MainActor
extension Finder {
  /// Returns the objects in which the property has a value, in the order of their keys.
  public func callAsFunction(_ value: Value) throws -> [Object] {
    try self(value, in: searched._main)
  }
}

@MainActor
extension Finder where Value: _ColumnText {
  /// Returns the objects whose text matches a pattern with `%` and `_`.
  public func callAsFunction(matching pattern: String) throws -> [Object] {
    try self(matching: pattern, in: searched._main)
  }
}

@MainActor
extension FirstFinder {
  /// Returns the first object, in the order of keys, in which the property has a value, or nil.
  public func callAsFunction(_ value: Value) throws -> Object? {
    try self(value, in: Object._main)
  }
}

@MainActor
extension CountFinder {
  /// Returns the number of objects in which the property has a value.
  public func callAsFunction(
    _ value: Value, caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int { try self(value, in: searched._main) }
}

@MainActor
extension PersistentObject {
  /// Returns the first object in which the property at an index has a value. Generated finders call
  /// it.
  public static func _findFirst<Value>(at index: Int, _ value: Value) throws -> Self? {
    try _findFirst(at: index, value, in: _main)
  }
}
