import PersistentObjects
import TestSupport

extension Warehouse {
  /// Asks a random chain of steps for its objects, and for whatever can be counted and changed of
  /// them.
  func askChain() throws {
    let chain: Chain
    do {
      chain = try makeChain(2)
    } catch is NoResult {
      return
    }
    switch formulas.random.number(below: 6) {
    case 0...1:
      try compare(chain.text) {
        try chain.query.find(in: session)
      } _: {
        try chain.found()
      } same: {
        $0 === $1
      }
    case 2:
      try compare("the count and sum of \(chain.text)") {
        [try chain.query.count(in: session), try chain.query.value(.sum(\.count), in: session)]
      } _: {
        [chain.wares.count, chain.wares.map(\.count).reduce(0, +)]
      } same: {
        $0 == $1
      }
    case 3: try page(chain)
    case 4: try change(chain)
    default:
      try compare("the rows of \(chain.text)") {
        try chain.query.select { ($0.name, $0.itself) }.find(in: session)
      } _: {
        try chain.found().map { ($0.name, $0) }
      } same: {
        $0.0.isSame(as: $1.0) && $0.1 === $1.1
      }
    }
  }

  private func page(_ chain: Chain) throws {
    let size = 1 + formulas.random.number(below: 4)
    try compare("pages of \(size) of \(chain.text)") {
      try pages(of: chain.query, size: size)
    } _: {
      try chain.found()
    } same: {
      $0 === $1
    }
  }

  /// Changes or deletes all objects of the chain, and undoes that.
  private func change(_ chain: Chain) throws {
    let deletes = formulas.random.once(in: 2)
    try session.cancelledTransaction {
      try compare("the rows left by \(deletes ? "deleting" : "changing") \(chain.text)") {
        if deletes {
          _ = try chain.query.delete(in: session)
        } else {
          _ = try chain.query.update(in: session) { $0.count = 77 }
        }
        return try session.rows("SELECT pk FROM ware WHERE count <> 77 ORDER BY pk").map { $0[0] }
      } _: {
        formulas.wares.filter { !chain.wares.contains($0) }.map { .integer($0.pk ?? 0) }
      } same: {
        $0 == $1
      }
    }
  }

  // MARK: Making

  private func makeChain(_ depth: Int) throws -> Chain {
    var chain = Chain(formulas.wares)
    for _ in 0..<formulas.random.number(below: 5) { try step(&chain, depth) }
    return chain
  }

  private func step(_ chain: inout Chain, _ depth: Int) throws {
    let direction = formulas.pick([SortDirection.ascending, .descending])
    switch formulas.random.number(below: depth == 0 ? 7 : 11) {
    case 0...1:
      let claim = formulas.claim(1)
      try formulas.requireResults(of: claim.holds)
      try chain.filter(claim)
    case 2: chain.order(by: formulas.pick(formulas.integerLeaves), direction)
    case 3: chain.order(by: formulas.pick(formulas.stringLeaves), direction)
    case 4...5: try chain.limit(formulas.random.number(below: 12))
    case 6: try chain.offset(formulas.random.number(below: 4))
    case 7: chain.unite(with: try makeChain(depth - 1))
    case 8: try chain.intersect(with: makeChain(depth - 1))
    case 9: try chain.subtract(makeChain(depth - 1))
    default: chain.filter(formerIn: try makeChain(depth - 1))
    }
  }
}
