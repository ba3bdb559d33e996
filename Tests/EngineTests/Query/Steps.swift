import PersistentObjects
import TestSupport

/// A query made of steps, and the array that Swift makes of the same steps.
struct Steps<Root: PersistentObject> {
  private(set) var query: Query<Root>
  private(set) var description: String
  /// The objects from which the query selects, in order.
  private var source: [Root]
  /// Whether a limit has chosen the source, so that equal objects keep their places.
  private var isAfterLimit: Bool
  private var orders: [Order]

  /// A comparison of two objects: below 0 if the first comes first.
  typealias Comparison = (Root, Root) -> Int

  struct Order {
    let comparison: Comparison
    let isDescending: Bool
  }

  init(
    _ query: Query<Root> = .init(), _ description: String = "all", of source: [Root],
    isAfterLimit: Bool = false, by comparisons: [Comparison] = []
  ) {
    self.query = query
    self.description = description
    self.source = source
    self.isAfterLimit = isAfterLimit
    orders = comparisons.map { Order(comparison: $0, isDescending: false) }
  }

  /// The expected result of the query.
  var objects: [Root] {
    source.enumerated().sorted { left, right in
      for order in orders {
        let result = order.comparison(left.element, right.element)
        if result != 0 { return order.isDescending ? result > 0 : result < 0 }
      }
      if isAfterLimit { return left.offset < right.offset }
      return orders.last?.isDescending == true
        ? left.offset > right.offset : left.offset < right.offset
    }.map(\.element)
  }

  mutating func filter(
    _ name: String, _ predicate: (Columns<Root>) -> Condition, _ holds: (Root) -> Bool
  ) {
    query = query.where(predicate)
    source = source.filter(holds)
    description += ".where(\(name))"
  }

  mutating func order(
    _ name: String, isDescending: Bool, _ comparison: @escaping Comparison,
    _ apply: (Query<Root>, SortDirection) -> Query<Root>
  ) {
    query = apply(query, isDescending ? .descending : .ascending)
    orders.append(Order(comparison: comparison, isDescending: isDescending))
    description += ".order(\(name), \(isDescending ? "down" : "up"))"
  }

  mutating func limit(_ count: Int) {
    cut(Array(objects.prefix(count)))
    query = query.limit(count)
    description += ".limit(\(count))"
  }

  mutating func offset(_ count: Int) {
    cut(Array(objects.dropFirst(count)))
    query = query.offset(count)
    description += ".offset(\(count))"
  }

  private mutating func cut(_ objects: [Root]) {
    source = objects
    isAfterLimit = true
    orders = []
  }
}

extension Steps {
  /// Runs the query in all ways and returns those whose results differ from Swift's.
  func differences(valuesOf name: KeyPath<Root, String>, in session: Session) throws -> [String] {
    let objects = objects
    var walked: [Root] = []
    try query.forEach(in: session) { walked.append($0) }
    let values = try query.values(of: name, in: session)
    var removed = 0
    try session.cancelledTransaction { removed = try query.delete(in: session) }
    let results: [(String, Bool)] = [
      ("find", try query.find(in: session) == objects),
      ("findFirst", try query.findFirst(in: session) == objects.first),
      ("count", try query.count(in: session) == objects.count),
      ("exists", try query.exists(in: session) == !objects.isEmpty),
      ("forEach", walked == objects),
      ("values", values.map { $0.pk } == objects.map { $0.pk ?? 0 }),
      ("delete", removed == objects.count),
      ("pages", try pages(in: session).map { $0 == objects } ?? true),
    ]
    return results.filter { !$0.1 }.map { "\($0.0) of \(description)" }
  }

  /// All pages, or nil if the query's order is a text.
  private func pages(in session: Session) throws -> [Root]? {
    var (objects, next): ([Root], Bookmark?) = ([], nil)
    do {
      repeat {
        let page = try query.page(size: 2, after: next, in: session)
        objects += page.objects
        next = page.next
      } while next != nil
      return objects
    } catch let error as PersistenceError where error.message.contains("ORDER BY") {
      return nil
    }
  }
}
