/// The contents of the layers: boxes, and the lanes on which links pass layers.
///
/// Links of the same style to the same box share their lanes, so that forty references to one class
/// do not become forty parallel lines.
struct LayerCells {
  /// A box or a lane.
  struct Cell {
    /// The box; nil for a lane.
    var box: Int?
    /// The cell's layer.
    var layer: Int
    /// The cell's width.
    var width: Double
    /// The linked cells in the layer above.
    var above: [Int] = []
    /// The linked cells in the layer below.
    var below: [Int] = []
  }

  /// The way past a layer to a box.
  private struct Lane: Hashable {
    var target: Int
    var style: Int
    var isTurned: Bool
    var layer: Int
  }

  /// All cells, the boxes first.
  private(set) var cells: [Cell]
  /// The cells of each link, from the lower box to the upper one; empty for a loop.
  private(set) var chains: [[Int]] = []
  /// The cells of each layer, in their order.
  var layers: [[Int]]
  private var lanes: [Lane: Int] = [:]

  /// Creates cells for boxes in their layers, and adds lanes.
  init(graph: LayoutGraph, directions: LinkDirections, ranks: [Int]) {
    cells = zip(ranks, graph.sizes).enumerated().map { index, box in
      Cell(box: index, layer: box.0, width: box.1.width)
    }
    layers = Array(repeating: [], count: (ranks.max() ?? -1) + 1)
    for box in directions.order.reversed() { layers[ranks[box]].append(box) }
    for (link, isTurned) in zip(graph.links, directions.isTurned) {
      chains.append(link.source == link.target ? [] : chain(of: link, isTurned: isTurned))
    }
  }

  private mutating func chain(of link: LayoutLink, isTurned: Bool) -> [Int] {
    let (lower, upper) = isTurned ? (link.target, link.source) : (link.source, link.target)
    let passed = (cells[upper].layer + 1..<cells[lower].layer).reversed()
    let chain = [lower] + passed.map { lane(for: link, isTurned: isTurned, in: $0) } + [upper]
    for (from, to) in zip(chain, chain.dropFirst()) { join(from, to) }
    return chain
  }

  private mutating func lane(for link: LayoutLink, isTurned: Bool, in layer: Int) -> Int {
    let lane = Lane(target: link.target, style: link.style, isTurned: isTurned, layer: layer)
    if let known = lanes[lane] { return known }
    lanes[lane] = cells.count
    layers[layer].append(cells.count)
    cells.append(Cell(box: nil, layer: layer, width: 0))
    return cells.count - 1
  }

  private mutating func join(_ lower: Int, _ upper: Int) {
    guard !cells[lower].above.contains(upper) else { return }
    cells[lower].above.append(upper)
    cells[upper].below.append(lower)
  }

  /// Returns the minimum distance between the centres of two neighbours.
  func distance(_ left: Int, _ right: Int) -> Double {
    let areBoxes = cells[left].box != nil && cells[right].box != nil
    let gap = areBoxes ? Spacing.boxes : Spacing.lanes
    return (cells[left].width + cells[right].width) / 2 + gap
  }
}
