extension Index where Root: PersistentObject {
  /// The index with only those objects for which a condition holds.
  ///
  /// ```swift
  /// .unique(\.email).where { $0.isActive == true }
  /// // CREATE UNIQUE INDEX … ON person (email) WHERE is_active = 1
  /// ```
  ///
  /// The values are written into the index, through the properties' codecs. What the condition
  /// names are columns of the class's own table; anything else is `invalidModel` at the first use
  /// of the class.
  public func `where`(
    _ predicate: @escaping @Sendable (Columns<Root>) -> Condition<Root>
  ) -> Index {
    var copy = self
    copy.condition = IndexCondition { plan, registry in
      var text = QueryText(plan, registry: registry)
      try text.append(predicate(Columns()).node)
      return try text.withLiterals()
    }
    return copy
  }
}
