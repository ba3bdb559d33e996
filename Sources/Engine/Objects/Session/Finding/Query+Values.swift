// Queries that read chosen columns and create no objects.

import PersistentObjectsCodec
import PersistentObjectsDriver

extension Query {
  /// Returns the values of some properties, with the primary key of each row. It creates no
  /// objects, ignores those in memory, and reads no other columns.
  ///
  /// ```swift
  /// let byAge = Person.query.order(by: \.age)
  /// for (pk, name, age) in try byAge.values(of: \.lastName, \.age, in: session) { … }
  /// // SELECT pk, last_name, age FROM person ORDER BY age, pk
  /// ```
  ///
  /// A value in several columns is read whole, and a field of one by itself: `\.home.city`. One
  /// statement. Throws `invalidQuery` for references and collections, which have no value in a
  /// row, and `decodingFailed` for a value that cannot be read; leave out its property to read the
  /// rest of the row.
  @_disfavoredOverload
  public func values<each Value>(
    of keyPaths: repeat KeyPath<Root, each Value>, in session: Session
  ) throws -> [(pk: Int64, repeat each Value)] {
    try valuesOfRows(repeat each keyPaths, in: session)
  }

  fileprivate func valuesOfRows<each Value>(
    _ keyPaths: repeat KeyPath<Root, each Value>, in session: Session
  ) throws -> [(pk: Int64, repeat each Value)] {
    let plan = try session.plans.planOfFamily(Root.ownEntity)
    var values = [ValueNode.ownKey]
    func column<One>(_ keyPath: KeyPath<Root, One>) throws -> (Row) throws -> One {
      let (nodes, read) = try plan.reader(of: keyPath, at: values.count)
      values += nodes
      return read
    }
    let columns = (repeat try column(each keyPaths))
    let table = try TableText(
      selection, entity: Root.ownEntity, plans: session.plans, selecting: values, isOrdered: true)
    return try session.rows(table.text) { row in
      (pk: row.integer(at: 0), repeat try (each columns)(row))
    }
  }
}

// The result of a parameter pack cannot be used in the expression that calls for it, as in
// `values(of: \.age, in: session).map { $0.1 }`; so there is an overload for each usual number.
extension Query {
  /// Returns the values of one property, with the primary key of each row.
  public func values<A>(
    of a: KeyPath<Root, A>, in session: Session
  ) throws -> [(pk: Int64, A)] { try valuesOfRows(a, in: session) }

  /// Returns the values of two properties, with the primary key of each row.
  public func values<A, B>(
    of a: KeyPath<Root, A>, _ b: KeyPath<Root, B>, in session: Session
  ) throws -> [(pk: Int64, A, B)] { try valuesOfRows(a, b, in: session) }

  /// Returns the values of three properties, with the primary key of each row.
  public func values<A, B, C>(
    of a: KeyPath<Root, A>, _ b: KeyPath<Root, B>, _ c: KeyPath<Root, C>, in session: Session
  ) throws -> [(pk: Int64, A, B, C)] { try valuesOfRows(a, b, c, in: session) }

  /// Returns the values of four properties, with the primary key of each row.
  public func values<A, B, C, D>(
    of a: KeyPath<Root, A>, _ b: KeyPath<Root, B>, _ c: KeyPath<Root, C>, _ d: KeyPath<Root, D>,
    in session: Session
  ) throws -> [(pk: Int64, A, B, C, D)] { try valuesOfRows(a, b, c, d, in: session) }
}

extension EntityPlan {
  /// Returns the columns of a property that has one value, or of a field of its value, and what
  /// reads them from a row that begins with the primary key.
  fileprivate func reader<Root, Value>(
    of keyPath: KeyPath<Root, Value>, at index: Int
  ) throws -> (nodes: [ValueNode], read: (Row) throws -> Value) {
    let field = entity.position(of: keyPath) == nil ? entity.field(keyPath, in: bindings) : nil
    let binding = try field?.binding ?? bindings[position(of: keyPath)]
    guard !binding.property.refersToObjects, !binding.columns.isEmpty, !binding.hasChildRows else {
      throw PersistenceError(
        .invalidQuery, "the property is a reference or a collection, not a single value",
        context: binding.place(pk: nil))
    }
    // The key path found the property, so its type is the binding's.
    let coding =
      field?.coding as? any ValueCoding<Value>
      ?? unsafeDowncast(binding, to: TypedBinding<Value>.self)
    let node = ValueNode.path(ColumnPath(named: binding.property.name))
    let cells = field?.columns ?? binding.layout.map { 0..<$0.width }
    return (
      cells.map { $0.map { node.appending(.cell($0)) } } ?? [node],
      { row in
        do {
          return try coding.decodeResult(from: row, at: index)
        } catch {
          throw binding.decodingFailed(error, pk: row.integer(at: 0))
        }
      }
    )
  }
}
