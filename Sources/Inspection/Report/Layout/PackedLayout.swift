/// The layout of any graph. Each connected component is laid out separately; then all are placed
/// side by side on shelves, those with the most boxes first.
enum PackedLayout {
  /// Lays out a graph, within a maximum width if its layers have room in it.
  static func layout(_ graph: LayoutGraph, maximumWidth: Double) -> Layout {
    let parts = components(of: graph).map { part(of: graph, boxes: $0, maximumWidth) }
    var whole = Layout(
      boxes: graph.sizes.map { LayoutBox(origin: LayoutPoint(x: 0, y: 0), size: $0) },
      routes: Array(repeating: [], count: graph.links.count))
    var shelves = Shelves(maximumWidth: maximumWidth)
    for part in parts { whole.take(part, at: shelves.place(part.layout.size)) }
    whole.size = shelves.size
    return whole
  }

  /// A component and its layout.
  fileprivate struct Part {
    var boxes: [Int]
    var links: [Int]
    var layout: Layout
  }

  private static func part(
    of graph: LayoutGraph, boxes: [Int], _ maximumWidth: Double
  ) -> Part {
    let places = Dictionary(uniqueKeysWithValues: boxes.enumerated().map { ($1, $0) })
    let links = graph.links.indices.filter { places[graph.links[$0].source] != nil }
    var component = LayoutGraph(sizes: boxes.map { graph.sizes[$0] }, links: [])
    for var link in links.map({ graph.links[$0] }) {
      link.source = places[link.source] ?? 0
      link.target = places[link.target] ?? 0
      component.links.append(link)
    }
    let layout = LayeredLayout.layout(component, maximumWidth: maximumWidth)
    return Part(boxes: boxes, links: links, layout: layout)
  }

  /// Returns the boxes of each component, the component with the most boxes first.
  static func components(of graph: LayoutGraph) -> [[Int]] {
    var roots = Array(graph.sizes.indices)
    func root(_ box: Int) -> Int {
      var box = box
      while roots[box] != box { box = roots[box] }
      return box
    }
    for link in graph.links {
      let (a, b) = (root(link.source), root(link.target))
      roots[max(a, b)] = min(a, b)
    }
    let groups = Dictionary(grouping: graph.sizes.indices) { root($0) }
    return groups.values.sorted { (-$0.count, $0[0]) < (-$1.count, $1[0]) }
  }
}

extension Layout {
  /// Adds a component's layout at an offset.
  fileprivate mutating func take(_ part: PackedLayout.Part, at offset: LayoutPoint) {
    for (box, placed) in zip(part.boxes, part.layout.boxes) {
      boxes[box].origin = placed.origin.moved(by: offset)
    }
    for (link, route) in zip(part.links, part.layout.routes) {
      routes[link] = route.map { $0.moved(by: offset) }
    }
  }
}

/// The shelves on which components are placed from left to right.
private struct Shelves {
  let maximumWidth: Double
  private var shelves: [(top: Double, height: Double, used: Double)] = []
  private(set) var size = LayoutSize(width: 0, height: 0)

  init(maximumWidth: Double) { self.maximumWidth = maximumWidth }

  /// Returns the position of the next component, which is on the last shelf if that has room.
  mutating func place(_ component: LayoutSize) -> LayoutPoint {
    let last = shelves.indices.last.flatMap { hasRoom($0, for: component) ? $0 : nil }
    let shelf = last ?? newShelf()
    let place = LayoutPoint(x: shelves[shelf].used, y: shelves[shelf].top)
    shelves[shelf].used += component.width + Spacing.components
    shelves[shelf].height = max(shelves[shelf].height, component.height)
    size.width = max(size.width, place.x + component.width)
    size.height = max(size.height, place.y + component.height)
    return place
  }

  private func hasRoom(_ shelf: Int, for component: LayoutSize) -> Bool {
    shelves[shelf].used + component.width <= maximumWidth
  }

  private mutating func newShelf() -> Int {
    let top = shelves.isEmpty ? 0 : size.height + Spacing.components
    shelves.append((top, 0, 0))
    return shelves.count - 1
  }
}
