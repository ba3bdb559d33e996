/// A collection whose elements lie in a child table. The standard collections conform, and so do
/// optionals of them; it only tells overloads apart.
public protocol _ColumnCollection {
  /// What a codec stores: an array's or set's element, a dictionary's value.
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
  /// Those of the collection.
  public typealias _Element = Wrapped._Element
}

extension Optional: _ColumnDictionary where Wrapped: _ColumnDictionary {
  /// Those of the dictionary.
  public typealias _Key = Wrapped._Key
}
