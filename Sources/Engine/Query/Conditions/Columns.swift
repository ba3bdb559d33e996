/// The columns of a class in a predicate closure: `$0.lastName` is the column of that property, and
/// `$0.home.city` is a column of the object to which it refers.
@dynamicMemberLookup
public struct Columns<Root: PersistentObject> {
  private let object: ColumnPath

  init(depth: Int = 0) { object = ColumnPath(depth: depth) }

  /// The column of a property.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Root, Value>) -> TypedColumn<Root, Value> {
    TypedColumn(object.appending(.property(keyPath)))
  }

  /// The primary key.
  public var pk: TypedColumn<Root, Int64> { TypedColumn(object.appending(.key)) }
}
