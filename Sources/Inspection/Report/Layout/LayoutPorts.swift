/// The points at which links meet the boxes. They are spread along a side in the order of the
/// links' origins. Links of the same style that point to the box share a point.
struct LayoutPorts {
  /// The position of each link on the upper side of its lower box.
  private(set) var lower: [Double]
  /// The position of each link on the lower side of its upper box.
  private(set) var upper: [Double]
  private let graph: LayoutGraph
  private let placement: LayerPlacement

  /// The links that meet a side of a box at one point.
  private struct Port: Hashable {
    var style: Int
    var link: Int?
  }

  /// Distributes the links along the sides of the boxes.
  init(graph: LayoutGraph, cells: LayerCells, placement: LayerPlacement) {
    self.graph = graph
    self.placement = placement
    lower = Array(repeating: 0, count: graph.links.count)
    upper = lower
    let linked = cells.chains.indices.filter { !cells.chains[$0].isEmpty }
    let below = Dictionary(grouping: linked) { cells.chains[$0].first ?? 0 }
    let above = Dictionary(grouping: linked) { cells.chains[$0].last ?? 0 }
    for (box, links) in below {
      spread(links, of: box, to: \.lower) { cells.chains[$0].dropFirst().first ?? box }
    }
    for (box, links) in above {
      spread(links, of: box, to: \.upper) { cells.chains[$0].dropLast().last ?? box }
    }
  }

  private mutating func spread(
    _ links: [Int], of box: Int, to side: WritableKeyPath<LayoutPorts, [Double]>,
    next: (Int) -> Int
  ) {
    let ports = Dictionary(grouping: links) { port(of: $0, at: box) }.values.sorted {
      (mean($0, next), $0[0]) < (mean($1, next), $1[0])
    }
    let width = graph.sizes[box].width
    for (index, port) in ports.enumerated() {
      let share = Double(index + 1) / Double(ports.count + 1) - 0.5
      for link in port { self[keyPath: side][link] = placement.centres[box] + share * width }
    }
  }

  private func port(of link: Int, at box: Int) -> Port {
    let isTarget = graph.links[link].target == box
    return Port(style: graph.links[link].style, link: isTarget ? nil : link)
  }

  private func mean(_ links: [Int], _ next: (Int) -> Int) -> Double {
    links.reduce(0) { $0 + placement.centres[next($1)] } / Double(max(links.count, 1))
  }
}
