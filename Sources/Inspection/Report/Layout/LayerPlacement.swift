/// The horizontal places of cells: each is near the mean of its neighbours, at minimum distances.
struct LayerPlacement {
  /// The centre of each cell.
  private(set) var centres: [Double]
  /// The width that all layers need.
  private(set) var width = 0.0
  private let cells: LayerCells

  /// Places the cells, within a preferred width if they have room in it.
  init(cells: LayerCells, preferredWidth: Double) {
    self.cells = cells
    centres = Array(repeating: 0, count: cells.cells.count)
    width = max(preferredWidth, cells.layers.map(leastWidth).max() ?? 0)
    let middle = width / 2
    for layer in cells.layers { place(layer) { _ in middle } }
    for round in 0..<12 { sweep(downwards: round.isMultiple(of: 2)) }
    trim()
  }

  private func leastWidth(of layer: [Int]) -> Double {
    let (left, right) = margins(of: layer)
    return left + right + (offsets(of: layer).last ?? 0)
  }

  private func margins(of layer: [Int]) -> (left: Double, right: Double) {
    let ends = [layer.first, layer.last].map { $0.map { cells.cells[$0].width / 2 } ?? 0 }
    return (ends[0], ends[1])
  }

  /// Returns the minimum distance of each cell's centre from that of the first cell.
  private func offsets(of layer: [Int]) -> [Double] {
    zip(layer, layer.dropFirst()).reduce(into: layer.isEmpty ? [] : [0]) { offsets, pair in
      offsets.append((offsets.last ?? 0) + cells.distance(pair.0, pair.1))
    }
  }

  private mutating func sweep(downwards: Bool) {
    for layer in downwards ? cells.layers : cells.layers.reversed() {
      let wishes = Dictionary(
        uniqueKeysWithValues: layer.map { ($0, wish(of: $0, above: downwards)) })
      place(layer) { wishes[$0] ?? 0 }
    }
  }

  /// Returns the best place of a cell: between its neighbours on one side, or else on the other
  /// side.
  private func wish(of cell: Int, above: Bool) -> Double {
    let (upper, lower) = (cells.cells[cell].above, cells.cells[cell].below)
    let neighbours = above ? (upper.isEmpty ? lower : upper) : (lower.isEmpty ? upper : lower)
    guard !neighbours.isEmpty else { return centres[cell] }
    return neighbours.reduce(0) { $0 + centres[$1] } / Double(neighbours.count)
  }

  /// Places a layer's cells as near to their wishes as the distances allow, by a regression.
  private mutating func place(_ layer: [Int], wish: (Int) -> Double) {
    let offsets = offsets(of: layer)
    let weights = layer.map { cells.cells[$0].box == nil ? 3.0 : 1.0 }
    let fitted = MonotoneRegression.fit(
      zip(layer, offsets).map { wish($0) - $1 }, weights: weights)
    let (left, right) = margins(of: layer)
    let limit = max(left, width - right - (offsets.last ?? 0))
    for (index, cell) in layer.enumerated() {
      centres[cell] = min(max(fitted[index], left), limit) + offsets[index]
    }
  }

  /// Removes empty space on both sides.
  private mutating func trim() {
    let used = cells.cells.indices.filter { !cells.cells[$0].above.isEmpty || isBox($0) }
    let left = used.map { centres[$0] - cells.cells[$0].width / 2 }.min() ?? 0
    let right = used.map { centres[$0] + cells.cells[$0].width / 2 }.max() ?? 0
    centres = centres.map { $0 - left }
    width = right - left
  }

  private func isBox(_ cell: Int) -> Bool { cells.cells[cell].box != nil }
}

/// The ascending numbers nearest to given ones, by the squares of the differences.
enum MonotoneRegression {
  /// Returns the numbers, fitted by pooling neighbours that are in the wrong order.
  static func fit(_ numbers: [Double], weights: [Double]) -> [Double] {
    var pools: [(mean: Double, weight: Double, count: Int)] = []
    for (number, weight) in zip(numbers, weights) {
      var pool = (mean: number, weight: weight, count: 1)
      while let last = pools.last, last.mean > pool.mean {
        pools.removeLast()
        let sum = last.weight + pool.weight
        let mean = (last.mean * last.weight + pool.mean * pool.weight) / sum
        pool = (mean, sum, last.count + pool.count)
      }
      pools.append(pool)
    }
    return pools.flatMap { Array(repeating: $0.mean, count: $0.count) }
  }
}
