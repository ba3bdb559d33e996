// Values computed from all objects that a query selects.

import PersistentObjectsDriver

extension Aggregate {
  fileprivate static func extreme<Property, Value>(
    _ function: AggregateColumn.Function, of keyPath: KeyPath<Root, Property>
  ) -> Aggregate where Result == Value? {
    extreme(function, of: AggregateArgument(ColumnPath(keyPath)), as: Value.self)
  }
}

extension Query {
  /// Returns the number of objects. SQL: `SELECT count(*) FROM (SELECT 1 FROM person WHERE …)`.
  public func count(in session: Session) throws -> Int { try value(.count(), in: session) }

  /// Returns whether the query selects any object.
  public func exists(in session: Session) throws -> Bool {
    try first.count(in: session) > 0
  }

  /// Returns the number of objects in which a property is not nil.
  public func count<Value>(of column: ColumnChoice<Root, Value>, in session: Session) throws -> Int
  {
    try value(.count(column), in: session)
  }

  /// Returns the number of distinct values of a property; nil is not counted.
  public func countDistinct<Value>(
    of column: ColumnChoice<Root, Value>, in session: Session
  ) throws -> Int { try value(.countDistinct(column), in: session) }

  /// Returns the smallest value of a property; nil if there are no objects, or if it is nil in all
  /// of them.
  public func minimum<Value>(
    of keyPath: KeyPath<Root, Value>, in session: Session
  ) throws -> Value? { try value(.extreme(.minimum, of: keyPath), in: session) }

  /// Returns the smallest value of a property other than nil; nil if there is none.
  public func minimum<Value>(
    of keyPath: KeyPath<Root, Value?>, in session: Session
  ) throws -> Value? { try value(.extreme(.minimum, of: keyPath), in: session) }

  /// Returns the greatest value of a property; nil if there are no objects, or if it is nil in all
  /// of them.
  public func maximum<Value>(
    of keyPath: KeyPath<Root, Value>, in session: Session
  ) throws -> Value? { try value(.extreme(.maximum, of: keyPath), in: session) }

  /// Returns the greatest value of a property other than nil; nil if there is none.
  public func maximum<Value>(
    of keyPath: KeyPath<Root, Value?>, in session: Session
  ) throws -> Value? { try value(.extreme(.maximum, of: keyPath), in: session) }

  /// Returns the sum of a property, ignoring nil; zero if there are no values. Runs one statement.
  /// SQL adds 64-bit integers, doubles, and what `DecimalCodec` and `DurationCodec` store; Swift
  /// adds all other values row by row. If the sum does not fit, throws `databaseFailed`,
  /// `invalidQuery` or `decodingFailed`, depending on where the overflow is detected.
  public func sum<Value: Summable>(
    of keyPath: KeyPath<Root, Value>, in session: Session
  ) throws -> Value._Sum {
    try value(.total(of: AggregateArgument(ColumnPath(keyPath)), by: Value._sum), in: session)
  }

  /// Returns the average of a property, ignoring nil; nil if there are no values. It is computed
  /// like a sum.
  public func average<Value: Summable>(
    of keyPath: KeyPath<Root, Value>, in session: Session
  ) throws -> Value._Average? {
    try value(.mean(Value.self, of: AggregateArgument(ColumnPath(keyPath))), in: session)
  }

  /// Returns a value computed from the objects, which may follow references:
  /// `query.value(.sum(\.home.population, as: Int128.self), in: session)`.
  ///
  /// One statement. SQL:
  /// `SELECT sum(v0) FROM (SELECT home.population AS v0 FROM person LEFT JOIN …)`.
  public func value<Result>(
    _ aggregate: Aggregate<Root, Result>, in session: Session
  ) throws -> Result {
    let (text, table, operand) = try valueText(aggregate, plans: session.plans)
    if let source = table.operands.first, let fold = try aggregate.fold(source) {
      try session.forEachRow(table.text) { row in
        if !row.isNull(at: 0) { try fold.add(row, 0) }
      }
      return try fold.result()
    }
    guard let result = try session.firstRow(text, read: { try aggregate.read(operand, $0, 0) })
    else { throw PersistenceError(.databaseFailed, "the database returned no result") }
    return result
  }
}
