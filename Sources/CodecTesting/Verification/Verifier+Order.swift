import PersistentObjectsEngine

/// Equality and order, in SQL and in Swift.
extension Verifier {
  /// Compares all pairs of the values in the table; of more than 400 values, of a choice.
  mutating func checkOrder(
    _ candidates: [Candidate<Value>], _ table: VerificationTable<Codec>
  ) throws {
    let chosen = chosen(candidates.filter { (try? subject.store($0.value)) != .null })
    try table.insert(chosen.map(\.value))
    let pairs = disagreeing(chosen, ranks: try table.ranks())
    for law in [CodecLaw.equality, .order] {
      if let broken = pairs[law] { note(smallestBreach(of: broken, law, table)) }
    }
    if pairs.isEmpty { try checkFinders(chosen.map(\.value), table) }
  }

  private mutating func chosen(_ candidates: [Candidate<Value>]) -> [Candidate<Value>] {
    candidates.count <= 400 ? candidates : Array(candidates.shuffled(using: &source).prefix(400))
  }

  /// The pairs that SQL sorts otherwise than Swift, by the law that they break.
  private func disagreeing(
    _ candidates: [Candidate<Value>], ranks: [Int64]
  ) -> [CodecLaw: [Pair<Value>]] {
    var pairs: [CodecLaw: [Pair<Value>]] = [:]
    for (i, left) in candidates.enumerated() {
      for (j, right) in candidates.enumerated() where i != j {
        let sql = (isLess: ranks[i] < ranks[j], isEqual: ranks[i] == ranks[j])
        guard let law = subject.law(broken: left.value, right.value, in: sql) else { continue }
        pairs[law, default: []].append(Pair(left: left, right: right))
      }
    }
    return pairs
  }

  // MARK: The smallest pair

  /// The breach by the smallest pair. The smallest that the generator made is made smaller.
  private func smallestBreach(
    of pairs: [Pair<Value>], _ law: CodecLaw, _ table: VerificationTable<Codec>
  ) -> Breach? {
    let sorted = pairs.map { (pair: $0, size: subject.smallness($0)) }.sorted { $0.size < $1.size }
      .map(\.pair)
    let shrunk = sorted.filter(\.isGenerated).prefix(4).map { shrink($0, law, table) }
    return (sorted.prefix(1) + shrunk).min { subject.smallness($0) < subject.smallness($1) }
      .flatMap { subject.breach($0.left.value, $0.right.value, law, table) }
  }

  /// Makes one smaller, then the other, until neither gets smaller.
  private func shrink(
    _ pair: Pair<Value>, _ law: CodecLaw, _ table: VerificationTable<Codec>
  ) -> Pair<Value> {
    var pair = pair
    var before: [[UInt64]?]
    repeat {
      before = [pair.left.draws, pair.right.draws]
      let right = pair.right.value
      pair.left = shrink(pair.left) { subject.breach($0, right, law, table) }
      let left = pair.left.value
      pair.right = shrink(pair.right) { subject.breach(left, $0, law, table) }
    } while before != [pair.left.draws, pair.right.draws]
    return pair
  }

  // MARK: Finders

  /// The conditions that finders and predicates write, counted in SQL and in Swift.
  private mutating func checkFinders(
    _ values: [Value], _ table: VerificationTable<Codec>
  ) throws {
    guard let low = values.first else { return }
    for _ in 0..<20 {
      let (a, b) = (source.element(of: values), source.element(of: values))
      let isEqual = subject.isEqual
      try expect(table.count(where: "= ?1", a), values.count { isEqual($0, a) }, "=", a)
      guard let isLess = subject.isLess else { continue }
      try expect(table.count(where: "< ?1", a), values.count { isLess($0, a) }, "<", a)
      let between = values.count { !isLess($0, a) && !isLess(b, $0) }
      try expect(table.count(where: "BETWEEN ?1 AND ?2", a, b), between, "BETWEEN", a, b)
    }
    guard let isLess = subject.isLess else { return }
    try expect("min", table, values.min(by: isLess) ?? low)
    try expect("max", table, values.max(by: isLess) ?? low)
  }

  private mutating func expect(
    _ found: Int, _ expected: Int, _ condition: String, _ arguments: Value...
  ) {
    guard found != expected else { return }
    let names = arguments.map { Wording.name($0) }.joined(separator: " and ")
    note(
      Breach(
        condition == "=" ? .equality : .order,
        "SQL must find what Swift finds, but \(condition) \(names) holds for \(found) values in SQL"
          + " and for \(expected) in Swift."))
  }

  private mutating func expect(
    _ aggregate: String, _ table: VerificationTable<Codec>, _ expected: Value
  ) throws {
    let found = try table.value(of: aggregate)
    guard !subject.isEqual(found, expected) else { return }
    note(
      Breach(
        .order,
        "SQL's \(aggregate) must be Swift's, but is \(Wording.name(found)) instead of"
          + " \(Wording.name(expected))."))
  }
}

/// Two values that break a law together.
private struct Pair<Value> {
  var left: Candidate<Value>
  var right: Candidate<Value>

  var isGenerated: Bool { left.draws != nil && right.draws != nil }
}

extension Subject {
  fileprivate func smallness(_ pair: Pair<Value>) -> Smallness {
    let values = [pair.left.value, pair.right.value]
    let sizes = values.compactMap { try? store($0).size }
    return Smallness(
      size: sizes.reduce(0, +), name: values.map { Wording.name($0) }.joined(separator: " "))
  }

  /// Which law SQL's answers break, if any.
  fileprivate func law(
    broken left: Value, _ right: Value, in sql: (isLess: Bool, isEqual: Bool)
  ) -> CodecLaw? {
    if sql.isEqual != isEqual(left, right) { return .equality }
    // The pair the other way round is one of its own.
    guard let isLess, !isLess(right, left) else { return nil }
    return sql.isLess == isLess(left, right) ? nil : .order
  }

  /// The breach of this law by a pair that keeps all earlier ones.
  fileprivate func breach(
    _ left: Value, _ right: Value, _ law: CodecLaw, _ table: VerificationTable<Codec>
  ) -> Breach? {
    guard breach(left) == nil, breach(right) == nil,
      let forms = try? (store(left), store(right)), let sql = try? table.compare(left, right),
      self.law(broken: left, right, in: sql) == law
    else { return nil }
    let (a, b) = (Wording.name(left), Wording.name(right))
    if law == .equality {
      let isEqual = sql.isEqual
      return Breach(
        law,
        "Values must be equal in SQL if, and only if, they are equal in Swift, but \(a),"
          + " stored as \(forms.0), and \(b), stored as \(forms.1), are equal in"
          + " \(isEqual ? "SQL" : "Swift") only.")
    }
    return Breach(
      law,
      "SQL must order stored values as Swift orders values, but \(a), stored as \(forms.0), is"
        + " less than \(b), stored as \(forms.1), in \(sql.isLess ? "SQL" : "Swift") only.")
  }
}
