/// The layout of one connected graph in layers, by Sugiyama's method: break cycles, rank boxes,
/// order layers, place cells, and route links.
struct LayeredLayout {
  private let graph: LayoutGraph
  private let cells: LayerCells
  private let placement: LayerPlacement
  private var tops: [Double] = []
  private var bottoms: [Double] = []

  /// Lays out a connected graph, within a maximum width if possible.
  static func layout(_ graph: LayoutGraph, maximumWidth: Double) -> Layout {
    let directions = LinkDirections(graph: graph)
    let ranking = Ranking(graph: graph, directions: directions, maximumWidth: maximumWidth)
    var cells = LayerCells(graph: graph, directions: directions, ranks: ranking.layers)
    LayerOrder.improve(&cells)
    let placement = LayerPlacement(cells: cells, preferredWidth: maximumWidth)
    return LayeredLayout(graph, cells, placement).layout()
  }

  private init(_ graph: LayoutGraph, _ cells: LayerCells, _ placement: LayerPlacement) {
    self.graph = graph
    self.cells = cells
    self.placement = placement
    stackLayers()
  }

  private mutating func stackLayers() {
    var y = 0.0
    for layer in cells.layers {
      let height = layer.compactMap { cells.cells[$0].box }.map { graph.sizes[$0].height }.max()
      tops.append(y)
      bottoms.append(y + (height ?? 0))
      y += (height ?? 0) + gap(below: layer)
    }
  }

  /// Returns the distance to the next layer, which is greater if more links run sideways.
  private func gap(below layer: [Int]) -> Double {
    let runs = layer.flatMap { cell in
      cells.cells[cell].below.map { abs(placement.centres[$0] - placement.centres[cell]) }
    }
    return Spacing.layers + min(48, runs.reduce(0, +) / 160) + min(24, (runs.max() ?? 0) / 24)
  }

  private func layout() -> Layout {
    let boxes = graph.sizes.indices.map(box)
    let ports = LayoutPorts(graph: graph, cells: cells, placement: placement)
    return Layout(
      size: LayoutSize(width: placement.width, height: bottoms.last ?? 0), boxes: boxes,
      routes: cells.chains.indices.map { route($0, boxes: boxes, ports: ports) })
  }

  private func box(_ index: Int) -> LayoutBox {
    let size = graph.sizes[index]
    let x = placement.centres[index] - size.width / 2
    return LayoutBox(origin: LayoutPoint(x: x, y: tops[cells.cells[index].layer]), size: size)
  }

  /// Returns the route of a link from its source to its target.
  private func route(_ link: Int, boxes: [LayoutBox], ports: LayoutPorts) -> [LayoutPoint] {
    let chain = cells.chains[link]
    guard let lower = chain.first, let upper = chain.last else { return [] }
    var points = [LayoutPoint(x: ports.lower[link], y: boxes[lower].origin.y)]
    for cell in chain.dropFirst().dropLast() {
      let (x, layer) = (placement.centres[cell], cells.cells[cell].layer)
      points += [LayoutPoint(x: x, y: bottoms[layer]), LayoutPoint(x: x, y: tops[layer])]
    }
    points.append(LayoutPoint(x: ports.upper[link], y: bottoms[cells.cells[upper].layer]))
    points.append(LayoutPoint(x: ports.upper[link], y: boxes[upper].bottom))
    return lower == graph.links[link].source ? points : points.reversed()
  }
}
