/// The results of SQL's comparisons of two values.
struct Comparison {
  let isLess: Bool
  let isEqual: Bool
}

/// The laws of pairs.
extension Subject {
  /// Returns the law that SQL's results for a pair break.
  func breach(_ left: Value, _ right: Value, in sql: Comparison) -> Breach? {
    if sql.isEqual != isEqual(left, right) { return breachOfEquality(left, right, in: sql) }
    // The reversed pair is checked separately.
    guard let isLess, !isLess(right, left), sql.isLess != isLess(left, right) else { return nil }
    return Breach(
      .order,
      "SQL must order stored values as Swift orders values, but \(name(left)), is less than"
        + " \(name(right)), in \(sql.isLess ? "SQL" : "Swift") only.")
  }

  private func breachOfEquality(_ left: Value, _ right: Value, in sql: Comparison) -> Breach {
    Breach(
      .equality,
      "Values must be equal in SQL if, and only if, they are equal in Swift, but \(name(left)), and"
        + " \(name(right)), are equal in \(sql.isEqual ? "SQL" : "Swift") only.")
  }

  private func name(_ value: Value) -> String {
    let form = (try? store(value)).map { "\($0)" } ?? "nothing"
    return "\(Wording.name(value)), stored as \(form)"
  }

  /// Returns the law that a pair breaks. Its values must keep all earlier laws.
  func breach(
    _ left: Value, _ right: Value, in table: VerificationTable<Codec>
  ) -> Breach? {
    guard breach(left) == nil, breach(right) == nil, let sql = try? table.compare(left, right)
    else { return nil }
    return breach(left, right, in: sql)
  }
}
