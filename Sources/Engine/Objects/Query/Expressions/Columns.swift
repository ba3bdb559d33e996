/// The columns of a class in a predicate closure: `$0.lastName` is the column of that property, and
/// `$0.home.city` is a column of the object that `home` refers to.
///
/// ```swift
/// let inBonn = try Person.where { $0.home.name == "Bonn" }.find(in: session)
/// // … FROM person LEFT JOIN town AS home ON home.pk = person.home WHERE home.name = ?1
/// //   ORDER BY person.pk
/// ```
@dynamicMemberLookup
public struct Columns<Root: PersistentObject> {
  let identity = ScopeIdentity()

  /// The column of a property.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Root, Value>) -> QueryExpression<Value> {
    QueryExpression(path.appending(.property(keyPath)))
  }

  /// The primary key.
  public var pk: QueryExpression<Int64> { QueryExpression(path.appending(.key)) }

  private var path: ColumnPath { ColumnPath(root: identity) }
}
