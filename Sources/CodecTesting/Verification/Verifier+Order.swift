/// Equality and order, in SQL and in Swift.
extension Verifier {
  /// Compares all pairs of the values in the table. Of more than 400 values, it compares a random
  /// 400.
  mutating func checkOrder(
    _ candidates: [Candidate<Value>], _ table: VerificationTable<Codec>
  ) throws {
    let chosen = chosen(candidates.filter { (try? subject.store($0.value)) != .null })
    try table.insert(chosen.map(\.value))
    let pairs = disagreeing(chosen, ranks: try table.ranks())
    for (law, pairs) in pairs { note(smallest(of: pairs, law, table)) }
    if pairs.isEmpty { try checkFinders(chosen.map(\.value), table) }
  }

  private mutating func chosen(_ candidates: [Candidate<Value>]) -> [Candidate<Value>] {
    candidates.count <= 400 ? candidates : Array(candidates.shuffled(using: &source).prefix(400))
  }

  /// Returns the pairs that SQL sorts differently from Swift, by the law that they break.
  private func disagreeing(
    _ candidates: [Candidate<Value>], ranks: [Int64]
  ) -> [CodecLaw: [Finding<Pair<Value>>]] {
    var findings: [CodecLaw: [Finding<Pair<Value>>]] = [:]
    for (i, left) in candidates.enumerated() {
      for (j, right) in candidates.enumerated() where i != j {
        let sql = Comparison(isLess: ranks[i] < ranks[j], isEqual: ranks[i] == ranks[j])
        guard let breach = subject.breach(left.value, right.value, in: sql) else { continue }
        let pair = Pair(left: left, right: right)
        findings[breach.law, default: []].append(Finding(culprit: pair, breach: breach))
      }
    }
    return findings
  }

  // MARK: The smallest pair

  /// Returns the breach by the smallest pair. The smallest generated pairs are shrunk further.
  private func smallest(
    of findings: [Finding<Pair<Value>>], _ law: CodecLaw, _ table: VerificationTable<Codec>
  ) -> Breach? {
    let sorted = subject.sorted(findings, by: \.values)
    let shrunk = sorted.filter(\.culprit.isGenerated).prefix(4).map { shrink($0, law, table) }
    return subject.sorted(sorted.prefix(1) + shrunk, by: \.values).first?.breach
  }

  /// Shrinks one value, then the other, until neither gets smaller.
  private func shrink(
    _ finding: Finding<Pair<Value>>, _ law: CodecLaw, _ table: VerificationTable<Codec>
  ) -> Finding<Pair<Value>> {
    func judge(_ left: Candidate<Value>, _ right: Candidate<Value>) -> Finding<Pair<Value>>? {
      subject.breach(left.value, right.value, in: table).only(law).map {
        Finding(culprit: Pair(left: left, right: right), breach: $0)
      }
    }
    var finding = finding
    var before: Pair<Value>
    repeat {
      before = finding.culprit
      let right = before.right
      finding = shrink(before.left, finding) { judge($0, right) }
      let left = finding.culprit.left
      finding = shrink(right, finding) { judge(left, $0) }
    } while finding.culprit.draws != before.draws
    return finding
  }

  // MARK: Finders

  /// Checks the conditions that finders and predicates write, by counting in SQL and in Swift.
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
