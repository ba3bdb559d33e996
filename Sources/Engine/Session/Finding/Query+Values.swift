// Queries that read chosen columns and make no objects.

extension Query {
  /// The values of some properties, with the primary key of each row: no objects are made, none in
  /// hand are looked at, and no other column is read.
  ///
  /// ```swift
  /// let byAge = Person.query.order(by: \.age)
  /// for (pk, name, age) in try byAge.values(of: \.lastName, \.age, in: session) { … }
  /// // SELECT pk, last_name, age FROM person ORDER BY age, pk
  /// ```
  ///
  /// One statement. References and collections have no value in a row and are refused with
  /// `invalidQuery`. A value that cannot be read is `decodingFailed`; leave out its property, and
  /// the rest of the row can still be had.
  public func values<each Value>(
    of keyPaths: repeat KeyPath<Root, each Value>, in session: Session
  ) throws -> [(pk: Int64, repeat each Value)] {
    var reader = ValueReader(try session.plans.planOfFamily(Root.ownEntity))
    let columns = (repeat try reader.column(each keyPaths))
    let table = try TableText(
      selection, entity: Root.ownEntity, plans: session.plans, selecting: reader.paths,
      isOrdered: true)
    return try session.rows(table.text) { row in
      let pk = row.integer(at: 0)
      return (pk: pk, repeat try (each columns).value(in: row, pk: pk))
    }
  }
}

/// Lays out the columns that are to be read.
private struct ValueReader {
  private let plan: EntityPlan
  private(set) var paths = [ColumnPath(depth: 0).appending(.key)]

  init(_ plan: EntityPlan) { self.plan = plan }

  mutating func column<Root, Value>(
    _ keyPath: KeyPath<Root, Value>
  ) throws -> ReadColumn<Value> {
    let binding = plan.bindings[try plan.position(of: keyPath)]
    guard !binding.property.refersToObjects, !binding.columns.isEmpty, !binding.hasChildRows else {
      throw PersistenceError(
        .invalidQuery, "the property is a reference or a collection, which no single value is",
        context: binding.place(pk: nil))
    }
    paths.append(ColumnPath(keyPath))
    // The key path found the property, so its type is the binding's.
    return ReadColumn(
      binding: unsafeDowncast(binding, to: TypedBinding<Value>.self), position: paths.count - 1)
  }
}

/// A column of a row that is read on its own.
private struct ReadColumn<Value> {
  let binding: TypedBinding<Value>
  let position: Int

  func value(in row: Row, pk: Int64) throws -> Value {
    do {
      return try binding.decodeResult(from: row, at: position)
    } catch {
      throw binding.decodingFailed(error, pk: pk)
    }
  }
}
