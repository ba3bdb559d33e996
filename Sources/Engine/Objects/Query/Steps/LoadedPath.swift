/// A path of references and collections that are loaded together with the objects of a query:
/// `loading { $0.orders.lines }`. It goes on with the properties of a collection's elements.
///
/// ```swift
/// let customers = try Customer.query.loading { $0.orders.lines }.find(in: session)
/// // SELECT pk, name FROM customer ORDER BY pk
/// // SELECT pk, customer FROM "order" WHERE customer IN (…) ORDER BY pk
/// // SELECT pk, "order" FROM line WHERE "order" IN (…) ORDER BY pk
/// ```
@dynamicMemberLookup
public struct LoadedPath<Value> {
  let path: ColumnPath

  private func appending<Inner>(_ keyPath: AnyKeyPath) -> LoadedPath<Inner> {
    LoadedPath<Inner>(path: path.appending(.property(keyPath)))
  }
}

extension LoadedPath where Value: PersistentObject {
  /// A property of the object.
  public subscript<Inner>(dynamicMember keyPath: KeyPath<Value, Inner>) -> LoadedPath<Inner> {
    appending(keyPath)
  }
}

extension LoadedPath where Value: _OptionalColumnValue, Value.Wrapped: PersistentObject {
  /// A property of the referenced object, if there is one.
  public subscript<Inner>(
    dynamicMember keyPath: KeyPath<Value.Wrapped, Inner>
  ) -> LoadedPath<Inner> { appending(keyPath) }
}

extension LoadedPath where Value: _ColumnCollection, Value._Element: PersistentObject {
  /// A property of each element.
  public subscript<Inner>(
    dynamicMember keyPath: KeyPath<Value._Element, Inner>
  ) -> LoadedPath<Inner> { appending(keyPath) }
}
