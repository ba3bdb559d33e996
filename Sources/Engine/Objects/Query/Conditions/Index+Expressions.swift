import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

extension Index where Root: PersistentObject {
  /// Returns the index restricted to the objects for which a condition holds.
  ///
  /// ```swift
  /// .unique(\.email).where { $0.isActive == true }
  /// // CREATE UNIQUE INDEX … ON person (email) WHERE is_active = 1
  /// ```
  ///
  /// The values are encoded by the properties' codecs and written into the index. The condition may
  /// name only columns of the class's own table; anything else is `invalidModel` at the first use
  /// of the class.
  public func `where`(
    _ predicate: @escaping @Sendable (Columns<Root>) -> Condition
  ) -> Index {
    var copy = self
    copy.condition = IndexExpression { plan, registry in
      let columns = Columns<Root>()
      let condition = predicate(columns).conditionNode
      guard !condition.reachesOtherTables else { throw Self.reachesOtherTables(plan) }
      return try Self.scope(columns, plan, registry).condition(condition)
        .withLiterals(plan.dialect)
    }
    return copy
  }

  /// Returns the index restricted to the rows for which a condition in SQL holds.
  ///
  /// ```swift
  /// .unique(\.email).where(sql: "is_active = 1")
  /// // CREATE UNIQUE INDEX … ON person (email) WHERE is_active = 1
  /// ```
  ///
  /// This is for classes generated from a file: the text must match the file's index to the letter.
  /// It names columns of the class's own table. Text that is not one complete expression is
  /// `invalidModel` at the first use of the class.
  public func `where`(sql text: String) -> Index {
    var copy = self
    copy.condition = IndexExpression(sql: text)
    return copy
  }

  // MARK: Expressions

  /// Returns an index on a value computed from each object.
  ///
  /// ```swift
  /// .on { $0.lastName.collated(.ignoringCase) }
  /// // CREATE INDEX index_person_lower_last_name ON person ((lower(last_name)))
  /// ```
  ///
  /// The database uses the index for conditions and orders with the same expression. SQLite does
  /// not use it for an expression with a value, which is a literal in the index and bound in
  /// queries. The expression may name only columns of the class's own table and call only functions
  /// of the database. On SQLite this excludes decimals, dates and `lowercased()`, which need
  /// functions that the package adds and other programs lack. Anything else is `invalidModel` at
  /// the first use of the class.
  public static func on<Value>(
    _ expression: @escaping @Sendable (Columns<Root>) -> QueryExpression<Value>
  ) -> Index { Index().ascending(expression) }

  /// Returns a unique index on a value computed from each object: `.unique {
  /// $0.email.collated(.ignoringCase) }`.
  public static func unique<Value>(
    _ expression: @escaping @Sendable (Columns<Root>) -> QueryExpression<Value>
  ) -> Index { .unique().ascending(expression) }

  /// Returns the index with a computed value added, in ascending order.
  public func ascending<Value>(
    _ expression: @escaping @Sendable (Columns<Root>) -> QueryExpression<Value>
  ) -> Index { adding(Self.text(of: expression), isDescending: false) }

  /// Returns the index with a computed value added, in descending order.
  public func descending<Value>(
    _ expression: @escaping @Sendable (Columns<Root>) -> QueryExpression<Value>
  ) -> Index { adding(Self.text(of: expression), isDescending: true) }

  /// Returns the index with an SQL expression added, in ascending order: `Index().ascending(sql:
  /// "lower(email)")`. This is for classes generated from a file.
  public func ascending(sql text: String) -> Index {
    adding(IndexExpression(sql: text), isDescending: false)
  }

  /// Returns the index with an SQL expression added, in descending order.
  public func descending(sql text: String) -> Index {
    adding(IndexExpression(sql: text), isDescending: true)
  }

  private func adding(_ expression: IndexExpression, isDescending: Bool) -> Index {
    var copy = self
    copy.members.append(
      Member(keyPath: nil, expression: expression, isDescending: isDescending))
    return copy
  }

  private static func text<Value>(
    of expression: @escaping @Sendable (Columns<Root>) -> QueryExpression<Value>
  ) -> IndexExpression {
    IndexExpression { plan, registry in
      let columns = Columns<Root>()
      let node = expression(columns).node
      guard !node.reachesOtherTables else { throw reachesOtherTables(plan) }
      let operand = try scope(columns, plan, registry).operand(node).searchable()
      return operand.name.withLiterals(plan.dialect)
    }
  }

  /// Returns a scope that finds only the columns of the class's own table.
  private static func scope(
    _ columns: Columns<Root>, _ plan: EntityPlan, _ registry: CodecRegistry
  ) -> QueryScope {
    let plans = PlanSource(
      plan: { _ in throw reachesOtherTables(plan) },
      family: { _ in throw reachesOtherTables(plan) },
      registry: registry, dialect: plan.dialect)
    return QueryScope(plan, plans: plans, named: [columns.identity], isQualified: false)
  }

  private static func reachesOtherTables(_ plan: EntityPlan) -> PersistenceError {
    PersistenceError(
      .invalidModel, "an index refers to values in another table", context: plan.entity.place)
  }
}

extension IndexExpression {
  /// Creates an expression from text that the database reads as it stands.
  fileprivate init(sql text: String) {
    self.init { plan, _ in
      guard SQLExpression.isSound(text) else {
        throw PersistenceError(
          .invalidModel, "an index has a part that is not an expression: \(text)",
          context: plan.entity.place)
      }
      return text
    }
  }
}
