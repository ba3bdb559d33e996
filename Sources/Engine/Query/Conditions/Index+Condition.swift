extension Index where Root: PersistentObject {
  /// The index restricted to the objects for which a condition holds.
  ///
  /// ```swift
  /// .unique(\.email).where { $0.isActive == true }
  /// // CREATE UNIQUE INDEX … ON person (email) WHERE is_active = 1
  /// ```
  ///
  /// The values are written into the index, through the properties' codecs. The condition may name
  /// only columns of the class's own table; anything else is `invalidModel` at the first use of the
  /// class.
  public func `where`(
    _ predicate: @escaping @Sendable (Columns<Root>) -> Condition
  ) -> Index {
    var copy = self
    copy.condition = IndexCondition { plan, registry in
      let columns = Columns<Root>()
      let condition = predicate(columns).conditionNode
      guard !condition.reachesOtherTables else { throw Self.reachesOtherTables(plan) }
      let plans = PlanSource(
        plan: { _ in throw Self.reachesOtherTables(plan) },
        family: { _ in throw Self.reachesOtherTables(plan) }, registry: registry,
        dialect: plan.dialect)
      let scope = QueryScope(
        plan, plans: plans, named: [columns.identity], isQualified: false)
      return try scope.condition(condition).withLiterals(plan.dialect)
    }
    return copy
  }

  /// The index restricted to the rows for which a condition in SQL holds.
  ///
  /// ```swift
  /// .unique(\.email).where(sql: "is_active = 1")
  /// // CREATE UNIQUE INDEX … ON person (email) WHERE is_active = 1
  /// ```
  ///
  /// It is for classes generated from a file, whose index it must match to the letter. The text
  /// names columns of the class's own table; a text that is not one complete expression is
  /// `invalidModel` at the first use of the class.
  public func `where`(sql text: String) -> Index {
    var copy = self
    copy.condition = IndexCondition { plan, _ in
      guard SQLExpression.isSound(text) else {
        throw PersistenceError(
          .invalidModel, "the condition of an index is no expression: \(text)",
          context: plan.entity.place)
      }
      return text
    }
    return copy
  }

  private static func reachesOtherTables(_ plan: EntityPlan) -> PersistenceError {
    PersistenceError(
      .invalidModel, "the condition of an index names what lies in another table",
      context: plan.entity.place)
  }
}
