import PersistentObjects
import TestSupport

/// A condition on a pair of objects, and its meaning in Swift.
private struct Link: Sendable {
  let text: String
  let condition: @Sendable (WareColumns, WareColumns) -> Condition
  let holds: @Sendable (Ware, Ware) -> Bool
}

private let links = [
  Link(
    text: "count == stock", condition: { $0.count == $1.stock }, holds: { $0.count == $1.stock }),
  Link(
    text: "stock == stock", condition: { $0.stock == $1.stock }, holds: { $0.stock == $1.stock }),
  Link(
    text: "weight < length", condition: { $0.weight < $1.length },
    holds: { left, right in right.length.map { left.weight < $0 } ?? false }),
  Link(
    text: "name != note", condition: { $0.name != $1.note },
    holds: { left, right in right.note.map { !left.name.isSame(as: $0) } ?? true }),
  Link(
    text: "maker == maker", condition: { $0.maker == $1.maker }, holds: { $0.maker === $1.maker }),
  Link(
    text: "maker.size >= count", condition: { $0.maker.size >= $1.count },
    holds: { left, right in left.maker.map { $0.size >= right.count } ?? false }),
  Link(
    text: "sizes.contains(count)",
    condition: { left, right in left.sizes.contains { $0 == right.count } },
    holds: { $0.sizes.contains($1.count) }),
]

extension Warehouse {
  /// Finds all pairs of objects that a random condition connects.
  func askJoin() throws {
    guard let link = formulas.random.pick(links) else { return }
    let (left, right) = (formulas.claim(1), formulas.claim(1))
    let direction = formulas.pick([SortDirection.ascending, .descending])
    let (formula, other) = (formulas.integer(1), formulas.string(1))
    let text = "join on \(link.text) where \(left.text) and \(right.text)"
    let query = Ware.query.join(Ware.self) { link.condition(WareColumns($0), WareColumns($1)) }
      .where { left.condition(WareColumns($0)) && right.condition(WareColumns($1)) }
    func pairs() throws -> [(Ware, Ware)] {
      try formulas.requireResults(of: left.holds)
      try formulas.requireResults(of: right.holds)
      return try formulas.wares.flatMap { one in
        try formulas.wares.compactMap { other in
          try link.holds(one, other) && left.holds(one) && right.holds(other) ? (one, other) : nil
        }
      }
    }
    switch formulas.random.number(below: 4) {
    case 0:
      try compare(text) {
        try query.find(in: session)
      } _: {
        try pairs()
      } same: {
        $0.0 === $1.0 && $0.1 === $1.1
      }
    case 1:
      try compare("count of \(text)") {
        [try query.count(in: session)]
      } _: {
        [try pairs().count]
      } same: {
        $0 == $1
      }
    case 2:
      try compare("\(text), \(direction) by \(other.text) of the second: \(formula.text)") {
        try query.order(direction) { other.expression(WareColumns($1)) }
          .select { (formula.expression(WareColumns($0)), $1.itself) }.find(in: session)
      } _: {
        let rows = try pairs().enumerated().map {
          ($0.offset, $0.element.0, $0.element.1, try other.value($0.element.1))
        }.sorted { a, b in a.3.precedes(b.3) || (!b.3.precedes(a.3) && a.0 < b.0) }
        return try (direction == .ascending ? rows : rows.reversed()).map {
          (try formula.value($0.1), $0.2)
        }
      } same: {
        $0.0 == $1.0 && $0.1 === $1.1
      }
    default:
      try compare("\(text), grouped by \(formula.text) of the second") { () -> [(Int?, Int, Int)] in
        try query.grouped { formula.expression(WareColumns($1)) }
          .select { ($0.key, $0.count(), $0.sum { left, _ in left.count }) }.find(in: session)
      } _: {
        var groups: [Int?: (count: Int, sum: Int)] = [:]
        for (left, right) in try pairs() {
          let key = try formula.value(right)
          groups[key, default: (0, 0)].count += 1
          groups[key, default: (0, 0)].sum += left.count
        }
        let keys = groups.keys.sorted { $0.precedes($1) }
        return keys.map { key in (key, groups[key]?.count ?? 0, groups[key]?.sum ?? 0) }
      } same: {
        $0.0 == $1.0 && $0.1 == $1.1 && $0.2 == $1.2
      }
    }
  }
}
