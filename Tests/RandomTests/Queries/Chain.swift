import PersistentObjects

/// A query as a chain of steps, and the objects that plain Swift finds with the same steps.
struct Chain {
  var text = "Ware"
  var query = Ware.query
  /// The objects in the order that was reached before the orders below.
  var wares: [Ware]
  /// The orders since the last step that gives its result its own order, such as a limit.
  private var orders: [(precedes: (Ware, Ware) throws -> Bool, direction: SortDirection)] = []
  private var isOrdered = false

  init(_ wares: [Ware]) { self.wares = wares }

  /// The objects in their order. Objects that the orders leave equal are sorted by key, in the
  /// direction of the last order; after a step with its own order they keep their places.
  func found() throws -> [Ware] {
    guard let last = orders.last else { return wares }
    return try wares.enumerated().sorted { a, b in
      for order in orders {
        if try order.precedes(a.element, b.element) { return order.direction == .ascending }
        if try order.precedes(b.element, a.element) { return order.direction == .descending }
      }
      let isForward = isOrdered || last.direction == .ascending
      return isForward ? a.offset < b.offset : a.offset > b.offset
    }.map(\.element)
  }

  // MARK: Steps

  mutating func filter(_ claim: Claim) throws {
    text += ".where { \(claim.text) }"
    query = query.where { claim.condition(WareColumns($0)) }
    wares = try wares.filter(claim.holds)
  }

  mutating func order<Value: Ordered>(
    by formula: Formula<Value>, _ direction: SortDirection
  ) {
    text += ".order(\(direction)) { \(formula.text) }"
    query = query.order(by: { formula.expression(WareColumns($0)) }, direction)
    orders.append(({ try formula.value($0).precedes(formula.value($1)) }, direction))
  }

  mutating func limit(_ count: Int) throws {
    text += ".limit(\(count))"
    query = query.limit(count)
    try cut { Array($0.prefix(count)) }
  }

  mutating func offset(_ count: Int) throws {
    text += ".offset(\(count))"
    query = query.offset(count)
    try cut { Array($0.dropFirst(count)) }
  }

  private mutating func cut(_ body: ([Ware]) -> [Ware]) throws {
    wares = body(try found())
    (orders, isOrdered) = ([], true)
  }

  mutating func unite(with other: Chain) {
    text = "(\(text)).union(\(other.text))"
    query = query.union(other.query)
    wares = Set(wares).union(other.wares).sorted { $0.pk ?? 0 < $1.pk ?? 0 }
    (orders, isOrdered) = ([], false)
  }

  mutating func intersect(with other: Chain) throws {
    text = "(\(text)).intersection(\(other.text))"
    query = query.intersection(other.query)
    try cut { $0.filter(other.wares.contains) }
  }

  mutating func subtract(_ other: Chain) throws {
    text = "(\(text)).subtracting(\(other.text))"
    query = query.subtracting(other.query)
    try cut { $0.filter { !other.wares.contains($0) } }
  }

  /// Keeps the objects whose `former` is also among the objects of another chain; nil stands for no
  /// object.
  mutating func filter(formerIn other: Chain) {
    text += ".where { former.isIn(\(other.text)) }"
    query = query.where { $0.former.isIn(other.query) }
    wares = wares.filter { $0.former.map(other.wares.contains) ?? false }
  }
}
