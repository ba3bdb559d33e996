import PersistentObjects
import TestSupport

extension Warehouse {
  func step() throws {
    switch formulas.random.number(below: 14) {
    case 0...1: try find()
    case 2: try ask(formulas.integer)
    case 3: try ask(formulas.double)
    case 4: try ask(formulas.decimal)
    case 5...6: try ask(formulas.string)
    case 7: try ask(formulas.date)
    case 8...10: try askChain()
    case 11...12: try askJoin()
    default: try update()
    }
  }

  private func depth() -> Int { formulas.random.number(below: 4) }

  private func find() throws {
    let claim = formulas.claim(depth())
    try compare("where \(claim.text)") {
      try Ware.where { claim.condition(WareColumns($0)) }.find(in: session)
    } _: {
      try holding(claim)
    } same: {
      $0 === $1
    }
    try compare("count where \(claim.text)") {
      [try Ware.where { claim.condition(WareColumns($0)) }.count(in: session)]
    } _: {
      [try holding(claim).count]
    } same: {
      $0 == $1
    }
  }

  private func holding(_ claim: Claim) throws -> [Ware] {
    try formulas.requireResults(of: claim.holds)
    return try wares.filter(claim.holds)
  }

  private func values<Value>(of formula: Formula<Value>) throws -> [Value?] {
    for probe in formulas.probes { _ = try formula.value(probe) }
    return try wares.map(formula.value)
  }

  private func ask<Value: Ordered>(_ make: (Int) -> Formula<Value>) throws {
    let formula = make(depth())
    switch formulas.random.number(below: 4) {
    case 0: try select(formula)
    case 1: try order(formula)
    case 2: try page(formula)
    default: try group(formula)
    }
  }

  private func select<Value: Ordered>(_ formula: Formula<Value>) throws {
    try compare("select \(formula.text)") {
      try Ware.query.select { formula.expression(WareColumns($0)) }.find(in: session)
    } _: {
      try values(of: formula)
    } same: {
      $0.isSame(as: $1)
    }
  }

  private func order<Value: Ordered>(_ formula: Formula<Value>) throws {
    let chain = ordered(by: formula, formulas.pick([.ascending, .descending]))
    try compare(chain.text) {
      try chain.query.find(in: session)
    } _: {
      _ = try values(of: formula)
      return try chain.found()
    } same: {
      $0 === $1
    }
  }

  private func page<Value: Ordered>(_ formula: Formula<Value>) throws {
    let chain = ordered(by: formula, formulas.pick([.ascending, .descending]))
    let size = 1 + formulas.random.number(below: 6)
    try compare("pages of \(size) of \(chain.text)") {
      try pages(of: chain.query, size: size)
    } _: {
      _ = try values(of: formula)
      return try chain.found()
    } same: {
      $0 === $1
    }
  }

  private func ordered<Value: Ordered>(
    by formula: Formula<Value>, _ direction: SortDirection
  ) -> Chain {
    var chain = Chain(wares)
    chain.order(by: formula, direction)
    return chain
  }

  /// The objects of all pages of a query.
  func pages(of query: Query<Ware>, size: Int) throws -> [Ware] {
    var (found, next): ([Ware], Bookmark?) = ([], nil)
    repeat {
      let page = try query.page(size: size, after: next, in: session)
      found += page.objects
      next = page.next
    } while next != nil && found.count < 100
    return found
  }

  private func group<Value: Ordered>(_ formula: Formula<Value>) throws {
    try compare("group by \(formula.text)") { () -> [(Value?, Int, Int, Double?)] in
      try Ware.query.grouped { formula.expression(WareColumns($0)) }
        .select { ($0.key, $0.count(), $0.sum(\.count), $0.max(\.weight)) }.find(in: session)
    } _: {
      try groups(formula)
    } same: {
      $0.0.isSame(as: $1.0) && $0.1 == $1.1 && $0.2 == $1.2 && $0.3 == $1.3
    }
  }

  private func groups<Value: Ordered>(
    _ formula: Formula<Value>
  ) throws -> [(Value?, Int, Int, Double?)] {
    var groups: [(Value?, Int, Int, Double?)] = []
    _ = try values(of: formula)
    for ware in try ordered(by: formula, .ascending).found() {
      let key = try formula.value(ware)
      if let last = groups.last, last.0.isSame(as: key) {
        groups.removeLast()
        let weight: Double = max(last.3 ?? ware.weight, ware.weight)
        groups.append((last.0, last.1 + 1, last.2 + ware.count, weight))
      } else {
        groups.append((key, 1, ware.count, ware.weight))
      }
    }
    return groups
  }

  /// Assigns computed values, and undoes that.
  private func update() throws {
    let (claim, number, text) = (
      formulas.claim(depth()), formulas.integer(depth()), formulas.string(depth())
    )
    try session.cancelledTransaction {
      try compare("update where \(claim.text): stock = \(number.text), note = \(text.text)") {
        _ = try Ware.where { claim.condition(WareColumns($0)) }.update(in: session) {
          let columns = WareColumns($0)
          $0.stock = number.expression(columns)
          $0.note = text.expression(columns)
        }
        return wares.map { ($0.stock, $0.note) }
      } _: {
        let holding = Set(try holding(claim))
        return zip(wares, zip(try values(of: number), try values(of: text))).map { ware, values in
          holding.contains(ware) ? values : (ware.stock, ware.note)
        }
      } same: {
        $0.0 == $1.0 && $0.1.isSame(as: $1.1)
      }
    }
  }
}
