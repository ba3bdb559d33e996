/// The directions of links. Most links point upwards; some point downwards to break cycles.
///
/// The heuristic of Eades, Lin and Smyth puts the boxes in a row in which few links point back.
/// Links from a box to itself are ignored.
struct LinkDirections {
  /// The boxes in an order in which links lead forward, except for the turned ones, with the lowest
  /// box first.
  private(set) var order: [Int] = []
  /// Whether each link's source is drawn above its target.
  private(set) var isTurned: [Bool] = []

  /// Puts the boxes in a row, and derives the directions.
  init(graph: LayoutGraph) {
    var rows = Rows(graph: graph)
    order = rows.sorted()
    var place = [Int](repeating: 0, count: order.count)
    for (index, box) in order.enumerated() { place[box] = index }
    isTurned = graph.links.map { place[$0.source] > place[$0.target] }
  }
}

/// A row of boxes that grows from both ends.
private struct Rows {
  private var out: [Int]
  private var into: [Int]
  private var remaining: [Int]
  private var neighbours: [[(box: Int, weight: Int, isOut: Bool)]]

  init(graph: LayoutGraph) {
    let count = graph.sizes.count
    out = Array(repeating: 0, count: count)
    into = out
    remaining = Array(0..<count)
    neighbours = Array(repeating: [], count: count)
    for link in graph.links where link.source != link.target { add(link) }
  }

  private mutating func add(_ link: LayoutLink) {
    out[link.source] += link.weight
    into[link.target] += link.weight
    neighbours[link.source].append((link.target, link.weight, true))
    neighbours[link.target].append((link.source, link.weight, false))
  }

  mutating func sorted() -> [Int] {
    var (front, back): ([Int], [Int]) = ([], [])
    while !remaining.isEmpty {
      if let sink = remaining.first(where: { out[$0] == 0 }) {
        back.append(take(sink))
      } else if let source = remaining.first(where: { into[$0] == 0 }) {
        front.append(take(source))
      } else if let best = remaining.max(by: { excess($0) < excess($1) }) {
        front.append(take(best))
      }
    }
    return front + back.reversed()
  }

  private func excess(_ box: Int) -> Int { out[box] - into[box] }

  private mutating func take(_ box: Int) -> Int {
    remaining.removeAll { $0 == box }
    for neighbour in neighbours[box] {
      if neighbour.isOut {
        into[neighbour.box] -= neighbour.weight
      } else {
        out[neighbour.box] -= neighbour.weight
      }
    }
    return box
  }
}
