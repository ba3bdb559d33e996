// What is computed of all objects that a query selects.

extension Aggregate {
  fileprivate static func extreme<Property, Value>(
    _ function: AggregateColumn.Function, of keyPath: KeyPath<Root, Property>
  ) -> Aggregate where Result == Value? {
    extreme(function, of: AggregateArgument(ColumnPath(keyPath)), as: Value.self)
  }
}

extension Query {
  /// The number of objects. SQL: `SELECT count(*) FROM (SELECT 1 FROM person WHERE …)`.
  public func count(in session: Session) throws -> Int { try value(.count(), in: session) }

  /// Whether there is any object.
  public func exists(in session: Session) throws -> Bool {
    try first.count(in: session) > 0
  }

  /// The number of objects that have a value in a property: those in which it is not nil.
  public func count<Value>(of column: ColumnChoice<Root, Value>, in session: Session) throws -> Int
  {
    try value(.count(column), in: session)
  }

  /// The number of different values that a property has; nil is not counted.
  public func countDistinct<Value>(
    of column: ColumnChoice<Root, Value>, in session: Session
  ) throws -> Int { try value(.countDistinct(column), in: session) }

  /// The smallest value of a property; nil when there are no objects, or it is nil in all.
  public func minimum<Value>(
    of keyPath: KeyPath<Root, Value>, in session: Session
  ) throws -> Value? { try value(.extreme(.minimum, of: keyPath), in: session) }

  /// The smallest value of a property that is not nil; nil when there is none.
  public func minimum<Value>(
    of keyPath: KeyPath<Root, Value?>, in session: Session
  ) throws -> Value? { try value(.extreme(.minimum, of: keyPath), in: session) }

  /// The greatest value of a property; nil when there are no objects, or it is nil in all.
  public func maximum<Value>(
    of keyPath: KeyPath<Root, Value>, in session: Session
  ) throws -> Value? { try value(.extreme(.maximum, of: keyPath), in: session) }

  /// The greatest value of a property that is not nil; nil when there is none.
  public func maximum<Value>(
    of keyPath: KeyPath<Root, Value?>, in session: Session
  ) throws -> Value? { try value(.extreme(.maximum, of: keyPath), in: session) }

  /// The sum of a property, ignoring nil; zero without values. One statement; SQL adds 64-bit integers, doubles, and
  /// what `DecimalCodec` and `DurationCodec` store, and Swift adds all others row by row. Throws `databaseFailed`,
  /// `invalidQuery` or `decodingFailed` if the sum does not fit, depending on where that is noticed.
  public func sum<Value: Summable>(
    of keyPath: KeyPath<Root, Value>, in session: Session
  ) throws -> Value._Sum {
    try value(.total(of: AggregateArgument(ColumnPath(keyPath)), by: Value._sum), in: session)
  }

  /// The average of a property, ignoring nil; nil without values. Computed as a sum is.
  public func average<Value: Summable>(
    of keyPath: KeyPath<Root, Value>, in session: Session
  ) throws -> Value._Average? {
    try value(.mean(Value.self, of: AggregateArgument(ColumnPath(keyPath))), in: session)
  }

  /// A value that can be computed of the objects, also through references:
  /// `query.value(.sum(\.home.population, as: Int128.self), in: session)`.
  ///
  /// One statement. SQL: `SELECT sum(v0) FROM (SELECT home.population AS v0 FROM person LEFT JOIN …)`.
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
    else { throw PersistenceError(.databaseFailed, "the database computed nothing") }
    return result
  }
}
