/// The order of cells in their layers, with few crossings. Sweeps down and up sort each layer by
/// the mean place of the neighbours; the best order found is kept.
struct LayerOrder {
  private let cells: LayerCells
  private var places: [Int]

  /// Orders the layers of cells.
  static func improve(_ cells: inout LayerCells) {
    var order = LayerOrder(cells)
    cells.layers = order.best()
  }

  private init(_ cells: LayerCells) {
    self.cells = cells
    places = Array(repeating: 0, count: cells.cells.count)
  }

  private mutating func best() -> [[Int]] {
    var layers = cells.layers
    for layer in layers { place(layer) }
    var best = (layers: layers, crossings: crossings(of: layers))
    for round in 0..<16 where best.crossings > 0 {
      sweep(&layers, downwards: round.isMultiple(of: 2))
      let crossings = crossings(of: layers)
      if crossings < best.crossings { best = (layers, crossings) }
    }
    return best.layers
  }

  private mutating func place(_ layer: [Int]) {
    for (place, cell) in layer.enumerated() { places[cell] = place }
  }

  private mutating func sweep(_ layers: inout [[Int]], downwards: Bool) {
    let indices = Array(layers.indices)
    for index in downwards ? indices : indices.reversed() {
      let keys = layers[index].map { (cell: $0, key: mean(of: $0, above: downwards)) }
      let sorted = keys.sorted { ($0.key, places[$0.cell]) < ($1.key, places[$1.cell]) }
      layers[index] = sorted.map(\.cell)
      place(layers[index])
    }
  }

  /// Returns the mean place of the neighbours on one side, or the cell's own place if there are
  /// none.
  private func mean(of cell: Int, above: Bool) -> Double {
    let neighbours = above ? cells.cells[cell].above : cells.cells[cell].below
    guard !neighbours.isEmpty else { return Double(places[cell]) }
    return Double(neighbours.reduce(0) { $0 + places[$1] }) / Double(neighbours.count)
  }

  /// Returns the number of pairs of links that cross.
  private func crossings(of layers: [[Int]]) -> Int {
    layers.reduce(0) { $0 + inversions(of: ends(of: $1), width: places.count) }
  }

  /// Returns the upper ends of a layer's links, sorted by their lower ends.
  private func ends(of layer: [Int]) -> [Int] {
    layer.flatMap { cell in cells.cells[cell].above.map { places[$0] }.sorted() }
  }

  /// Returns how often a greater number comes before a lesser one, counted with a Fenwick tree.
  private func inversions(of numbers: [Int], width: Int) -> Int {
    var tree = [Int](repeating: 0, count: width + 1)
    var total = 0
    for (seen, number) in numbers.enumerated() {
      var (notGreater, index) = (0, number + 1)
      while index > 0 { (notGreater, index) = (notGreater + tree[index], index & (index - 1)) }
      total += seen - notGreater
      index = number + 1
      while index <= width { (tree[index], index) = (tree[index] + 1, index + (index & -index)) }
    }
    return total
  }
}
