import PersistentObjects
import TestSupport

// Searches by fields, by whole values and by elements, compared with plain Swift.

extension Shop {
  func search() throws {
    switch numbers.number(below: 6) {
    case 0: try searchByField()
    case 1: try searchByValue()
    case 2: try searchByOptionalValue()
    case 3: try searchByElement()
    case 4: try group()
    default: try select()
    }
  }

  private func check(
    _ name: String, _ condition: (Columns<Deal>) -> Condition, _ holds: (PlainDeal) -> Bool
  ) throws {
    try check(
      name, found: Deal.where(condition).find(in: session).map { try number(of: $0) }, holds)
  }

  private func check(_ name: String, found: [Int], _ holds: (PlainDeal) -> Bool) throws {
    note(name)
    let expected = stored.values.filter(holds).map(\.number).sorted()
    try require(found.sorted() == expected, "\(name): found \(found), expected \(expected)")
  }

  private func number(of deal: Deal) throws -> Int {
    try require(objects[deal.number] === deal, "\(deal.number) is another object")
    return deal.number
  }

  /// Returns the value of a stored deal, or another one.
  private func known<Value>(
    _ value: (PlainDeal) -> Value, _ make: (inout ShopNumbers) -> Value
  ) -> Value {
    let other = make(&numbers)
    guard numbers.random.once(in: 2), let number = numbers.random.pick(stored.keys.sorted()),
      let deal = stored[number]
    else { return other }
    return value(deal)
  }

  private func searchByField() throws {
    let (text, double, decimal) = (numbers.text(), numbers.double(), numbers.decimal())
    switch numbers.number(below: 9) {
    case 0: try check("home.city", { $0.home.city == text }) { $0.home.city == text }
    case 1: try check("home.zip", { $0.home.zip == nil }) { $0.home.zip == nil }
    case 2:
      try check("billing.point.latitude", { $0.billing.point.latitude == double }) {
        $0.billing?.point?.latitude == double
      }
    case 3:
      try check("parcel.address.city", { $0.parcel.address.city != text }) {
        $0.parcel?.address.city != text
      }
    case 4: try check("opinion.stars", { $0.opinion.stars > 1 }) { $0.opinion?.stars ?? 0 > 1 }
    case 5:
      try check("envelope.opinion.text", { $0.envelope.opinion.text == text }) {
        $0.envelope?.opinion?.text == text
      }
    case 6: try check("price.amount", { $0.price.amount < decimal }) { $0.price.amount < decimal }
    case 7:
      try check("rebate.currency", { $0.rebate.currency == text }) { $0.rebate?.currency == text }
    default:
      try check("home.point.longitude", { $0.home.point.longitude > double }) {
        $0.home.point.map { $0.longitude > double } ?? false
      }
    }
  }

  private func searchByValue() throws {
    switch numbers.number(below: 6) {
    case 0:
      let home = known(\.home) { $0.residence() }
      try check("home", { $0.home == home }) { $0.home == home }
      try check("not home", { $0.home != home }) { $0.home != home }
    case 1:
      let home = known(\.home) { $0.residence() }
      let found = try Deal.findByHome(home, in: session).map { try number(of: $0) }
      try check("findByHome", found: found) { $0.home == home }
    case 2:
      let homes = [known(\.home) { $0.residence() }, known(\.home) { $0.residence() }]
      try check("home.isIn", { $0.home.isIn(homes) }) { homes.contains($0.home) }
    case 3:
      let verdict = known(\.verdict) { $0.opinion() }
      try check("verdict", { $0.verdict == verdict }) { $0.verdict == verdict }
    case 4:
      let price = known(\.price) { $0.price() }
      try check("price", { $0.price == price || $0.rebate == price }) {
        $0.price == price || $0.rebate == price
      }
    default:
      let weight = known(\.weight) { $0.weight() }
      try check("weight", { $0.weight == weight }) { $0.weight == weight }
    }
  }

  private func searchByOptionalValue() throws {
    switch numbers.number(below: 7) {
    case 0:
      let billing = known(\.billing) { $0.maybe { $0.residence() } }
      try check("billing", { $0.billing == billing }) { $0.billing == billing }
      try check("not billing", { $0.billing != billing }) { $0.billing != billing }
    case 1:
      let opinion = known(\.opinion) { $0.maybe { $0.opinion() } }
      try check("opinion", { $0.opinion == opinion }) { $0.opinion == opinion }
      let found = try Deal.findByOpinion(opinion, in: session).map { try number(of: $0) }
      try check("findByOpinion", found: found) { $0.opinion == opinion }
    case 2:
      try check("no opinion", { $0.opinion == nil }) { $0.opinion == nil }
      try check("empty opinion", { $0.opinion == Opinion() }) { $0.opinion == Opinion() }
    case 3:
      let opinions = [known(\.opinion) { $0.opinion() }, nil]
      try check("opinion.isIn", { $0.opinion.isIn(opinions) }) { opinions.contains($0.opinion) }
    case 4:
      let envelope = known(\.envelope) { $0.maybe { $0.envelope() } }
      try check("envelope", { $0.envelope == envelope }) { $0.envelope == envelope }
    case 5:
      let parcel = known(\.parcel) { $0.maybe { $0.parcel() } }
      try check("parcel", { $0.parcel == parcel }) { $0.parcel == parcel }
    default:
      let pause = known(\.pause) { $0.maybe { $0.span() } }
      try check("pause", { $0.pause == pause }) { $0.pause == pause }
    }
  }

  private func searchByElement() throws {
    let (quantity, text) = (numbers.quantity(), numbers.text())
    switch numbers.number(below: 4) {
    case 0:
      try check("lines", { $0.lines.contains { $0.quantity > quantity && $0.code == text } }) {
        $0.lines.contains { $0.quantity > quantity && $0.code == text }
      }
    case 1:
      let line = known({ $0.lines.last }) { $0.line() } ?? numbers.line()
      try check("line", { $0.lines.contains(line) }) { $0.lines.contains(line) }
    case 2:
      let label = known({ $0.labels.first }) { $0.label() } ?? numbers.label()
      try check("label", { $0.labels.contains(label) }) { $0.labels.contains(label) }
    default:
      try check("sum of lines", { $0.lines.sum { $0.quantity } > quantity }) {
        $0.lines.reduce(0) { $0 + $1.quantity } > quantity
      }
    }
  }

  private func select() throws {
    note("select")
    let rows = try Deal.query.order(by: \.number)
      .select { ($0.number, $0.home, $0.opinion, $0.parcel, $0.stay, $0.parcel.address.point) }
      .find(in: session)
    try require(rows.map(\.0) == stored.keys.sorted(), "selected \(rows.map(\.0))")
    for (number, home, opinion, parcel, stay, point) in rows {
      let deal = stored[number]
      try require(
        deal?.home == home && deal?.opinion == opinion && deal?.parcel == parcel
          && deal?.stay == stay && deal?.parcel?.address.point == point,
        "\(number): selected \(home), \(opinion as Any), \(parcel as Any), \(stay)")
    }
    let values = try Deal.query.order(by: \.number)
      .values(of: \.parcel, \.home.city, \.opinion, \.number, in: session)
    for (_, parcel, city, opinion, number) in values {
      let deal = stored[number]
      try require(
        deal?.parcel == parcel && deal?.home.city == city && deal?.opinion == opinion,
        "\(number): values \(parcel as Any), \(city), \(opinion as Any)")
    }
  }

  private func group() throws {
    note("group")
    let expected = Dictionary(grouping: stored.values, by: \.opinion).mapValues(\.count)
    let groups = try Deal.query.grouped(by: \.opinion).select { ($0.key, $0.count()) }
      .find(in: session)
    let found = Dictionary(groups) { first, _ in first }
    try require(
      found == expected && groups.count == expected.count, "groups \(found), not \(expected)")
    let distinct = try Deal.query.select { $0.opinion }.distinct().find(in: session)
    try require(
      Set(distinct) == Set(expected.keys) && distinct.count == expected.count,
      "distinct \(distinct), not \(expected.keys)")
    let count = try Deal.query.value(.count(\.opinion), in: session)
    try require(count == stored.count - (expected[nil] ?? 0), "\(count) opinions")
    let quantity = numbers.number(below: 20)
    let some = Deal.where { $0.visits < quantity }.select { $0.opinion }
    let opinions = Set(stored.values.filter { $0.visits < quantity }.map(\.opinion))
    try check("opinion.isIn query", { $0.opinion.isIn(some) }) { opinions.contains($0.opinion) }
  }
}
