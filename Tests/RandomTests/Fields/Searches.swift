import PersistentObjects
import TestSupport

/// A condition for the store, and its meaning for the model.
struct Search<Object: PersistentObject> {
  let text: String
  let condition: (Columns<Object>) -> Condition
  let holds: (Contents) throws -> Bool

  static func && (left: Search, right: Search) -> Search {
    Search(
      text: "(\(left.text) && \(right.text))",
      condition: { left.condition($0) && right.condition($0) },
      holds: { try left.holds($0) && right.holds($0) })
  }

  static func || (left: Search, right: Search) -> Search {
    Search(
      text: "(\(left.text) || \(right.text))",
      condition: { left.condition($0) || right.condition($0) },
      holds: { try left.holds($0) || right.holds($0) })
  }

  static prefix func ! (search: Search) -> Search {
    Search(
      text: "!\(search.text)", condition: { !search.condition($0) },
      holds: { try !search.holds($0) })
  }
}

/// Searches for the objects of some class.
protocol AnySearches {
  /// Searches at random, and compares the results with the model.
  func search(_ world: World) throws
  /// Chooses objects to delete: their rows in the model, and the call that deletes them.
  func deletion(_ world: World) throws -> (Set<Identity>, () throws -> Int)?
}

struct Searches<Object: PersistentObject>: AnySearches {
  let kind: Kind
  /// Makes random comparisons of one property each; nil if there is nothing to compare with.
  let comparisons: [(World) throws -> Search<Object>?]
  /// Generated finders.
  let finders: [(World) throws -> Found?]
  /// Properties to sort by.
  let orders: [Order]

  struct Found {
    let objects: [Object]
    /// Whether the finder should have found a row.
    let holds: (Contents) -> Bool
  }

  struct Order {
    let apply: (Query<Object>, SortDirection) -> Query<Object>
    let precedes: (Contents, Contents) throws -> Bool
    let extremes: (World, [Contents]) throws -> Void
  }

  func search(_ world: World) throws {
    if world.random.once(in: 3), let finder = world.random.pick(finders) {
      return try runFinder(finder, world)
    }
    guard let search = try condition(world) else { return }
    world.note("search \(kind) \(search.text)")
    let found = try Object.find(in: world.session, where: search.condition)
    let rows = try world.model.rows(of: kind).filter { try search.holds($0.contents) }
    try world.compare(found, rows.map(\.identity), "\(kind) where \(search.text)")
    let count = try Object.count(in: world.session, where: search.condition)
    try world.require(count == rows.count, "count is \(count), not \(rows.count)")
    try sort(rows, Object.where(search.condition), world)
  }

  private func runFinder(_ finder: (World) throws -> Found?, _ world: World) throws {
    guard let found = try finder(world) else { return }
    let rows = world.model.rows(of: kind).filter { found.holds($0.contents) }
    try world.compare(found.objects, rows.map(\.identity), "a finder of \(kind)")
  }

  private func sort(
    _ rows: [(identity: Identity, pk: Int64, contents: Contents)], _ query: Query<Object>,
    _ world: World
  ) throws {
    guard let order = world.random.pick(orders) else { return }
    let isDescending = world.random.once(in: 2)
    let sorted = try rows.sorted { left, right in
      if try order.precedes(left.contents, right.contents) { return !isDescending }
      if try order.precedes(right.contents, left.contents) { return isDescending }
      return isDescending ? left.pk > right.pk : left.pk < right.pk
    }
    let limit = world.random.number(below: rows.count + 2)
    let offset = world.random.number(below: 3)
    let found = try order.apply(query, isDescending ? .descending : .ascending)
      .offset(offset).limit(limit).find(in: world.session)
    let expected = sorted.dropFirst(offset).prefix(limit).map(\.identity)
    try world.compare(found, Array(expected), "\(kind) in order, from \(offset) \(limit)")
    try order.extremes(world, world.model.rows(of: kind).map(\.contents))
  }

  func deletion(_ world: World) throws -> (Set<Identity>, () throws -> Int)? {
    guard let search = try condition(world) else { return nil }
    let rows = try world.model.rows(of: kind).filter { try search.holds($0.contents) }
    return (
      Set(rows.map(\.identity)),
      {
        world.note("delete \(kind) \(search.text): \(rows.map(\.identity))")
        return try Object.delete(in: world.session, where: search.condition)
      }
    )
  }

  private func condition(_ world: World) throws -> Search<Object>? {
    guard var search = try world.random.pick(comparisons)?(world) else { return nil }
    for _ in 0..<world.random.number(below: 3) {
      guard let other = try world.random.pick(comparisons)?(world) else { continue }
      search = world.random.once(in: 2) ? search && other : search || other
      if world.random.once(in: 3) { search = !search }
    }
    return search
  }
}

// MARK: Making

extension Searches {
  /// Compares a property with a value of its type.
  static func equal<Value: Hashable>(
    _ name: String, _ path: KeyPath<Object, Value>, _ sample: Sample<Value>
  ) -> (World) throws -> Search<Object>? {
    { world in
      guard let content = sample.random(world), world.canBeCompared(content) else { return nil }
      let value = try sample.value(content, world)
      switch world.random.number(below: 3) {
      case 0:
        return Search(
          text: "\(name) == \(content)", condition: { $0[dynamicMember: path] == value },
          holds: { $0[name] == content })
      case 1:
        return Search(
          text: "\(name) != \(content)", condition: { $0[dynamicMember: path] != value },
          holds: { $0[name] != content })
      default:
        return Search(
          text: "\(name) in \(content)",
          condition: { $0[dynamicMember: path].isIn([value, value]) },
          holds: { $0[name] == content })
      }
    }
  }

  /// Compares a property with a value by its order.
  static func less<Value: Comparable & Hashable>(
    _ name: String, _ path: KeyPath<Object, Value>, _ sample: Sample<Value>
  ) -> (World) throws -> Search<Object>? {
    { world in
      guard let content = sample.random(world), let other = sample.random(world) else { return nil }
      let value = try sample.value(content, world)
      let end = max(value, try sample.value(other, world))
      func search(
        _ text: String, _ condition: @escaping (Columns<Object>) -> Condition,
        _ holds: @escaping (Value) -> Bool
      ) -> Search<Object> {
        Search(
          text: "\(name) \(text)", condition: condition,
          holds: { try holds(Sample<Value>.plain($0[name] ?? .none)) })
      }
      switch world.random.number(below: 5) {
      case 0: return search("< \(content)", { $0[dynamicMember: path] < value }) { $0 < value }
      case 1: return search("<= \(content)", { $0[dynamicMember: path] <= value }) { $0 <= value }
      case 2: return search("> \(content)", { $0[dynamicMember: path] > value }) { $0 > value }
      case 3: return search(">= \(content)", { $0[dynamicMember: path] >= value }) { $0 >= value }
      default:
        return search("in \(value)...\(end)", { $0[dynamicMember: path].isBetween(value...end) }) {
          (value...end).contains($0)
        }
      }
    }
  }

  /// Compares an optional property with a value by its order.
  static func optionalLess<Value: Comparable & Hashable>(
    _ name: String, _ path: KeyPath<Object, Value?>, _ sample: Sample<Value>
  ) -> (World) throws -> Search<Object>? {
    { world in
      guard let content = sample.random(world) else { return nil }
      let value = try sample.value(content, world)
      func search(
        _ text: String, _ condition: @escaping (Columns<Object>) -> Condition,
        _ holds: @escaping (Value) -> Bool
      ) -> Search<Object> {
        Search(
          text: "\(name) \(text)", condition: condition,
          holds: { contents in
            guard let content = contents[name], content != .none else { return false }
            return try holds(Sample<Value>.plain(content))
          })
      }
      switch world.random.number(below: 3) {
      case 0: return search("< \(content)", { $0[dynamicMember: path] < value }) { $0 < value }
      case 1: return search(">= \(content)", { $0[dynamicMember: path] >= value }) { $0 >= value }
      default:
        return Search(
          text: "\(name) is nil", condition: { $0[dynamicMember: path].isNil },
          holds: { $0[name] == Content.none })
      }
    }
  }

  /// Sorts by a property.
  static func order<Value: Comparable & Hashable>(
    _ name: String, _ path: KeyPath<Object, Value>
  ) -> Order {
    func value(_ contents: Contents) throws -> Value {
      try Sample<Value>.plain(contents[name] ?? .none)
    }
    return Order(
      apply: { $0.order(by: path, $1) },
      precedes: { try value($0) < value($1) },
      extremes: { world, rows in
        let values = try rows.map(value)
        let least = try Object.query.value(.minimum { $0[dynamicMember: path] }, in: world.session)
        let greatest = try Object.query.value(
          .maximum { $0[dynamicMember: path] }, in: world.session)
        try world.require(
          least == values.min(), "the least \(name) is \(String(describing: least))")
        try world.require(
          greatest == values.max(), "the greatest \(name) is \(String(describing: greatest))")
      })
  }
}
