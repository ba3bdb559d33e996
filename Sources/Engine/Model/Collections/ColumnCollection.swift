/// A collection whose elements are in a child table. The standard collections and optionals of them
/// conform; it only distinguishes overloads.
public protocol _ColumnCollection {
  /// The value that a codec stores: an array's or set's element, a dictionary's value.
  associatedtype _Element
}

/// A dictionary in a child table, or an optional one.
public protocol _ColumnDictionary: _ColumnCollection {
  /// The type of its keys.
  associatedtype _Key
}

extension Array: _ColumnCollection {
  /// The elements.
  public typealias _Element = Element
}

extension Set: _ColumnCollection {
  /// The elements.
  public typealias _Element = Element
}

extension Dictionary: _ColumnDictionary {
  /// The values.
  public typealias _Element = Value
  /// The keys.
  public typealias _Key = Key
}

extension Optional: _ColumnCollection where Wrapped: _ColumnCollection {
  /// The element of the collection.
  public typealias _Element = Wrapped._Element
}

extension Optional: _ColumnDictionary where Wrapped: _ColumnDictionary {
  /// The key of the dictionary.
  public typealias _Key = Wrapped._Key
}
