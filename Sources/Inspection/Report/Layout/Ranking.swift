/// The layers of boxes, where 0 is the topmost. Each box is below those that it points to, and a
/// layer is no wider than allowed, as far as the boxes permit.
struct Ranking {
  /// The layer of each box.
  private(set) var layers: [Int]
  private let graph: LayoutGraph
  private let maximumWidth: Double
  private var widths: [Int: Double] = [:]
  private var above: [[Int]]
  private var below: [[Int]]

  /// Creates the ranking of the boxes.
  init(graph: LayoutGraph, directions: LinkDirections, maximumWidth: Double) {
    self.graph = graph
    self.maximumWidth = maximumWidth
    layers = Array(repeating: 0, count: graph.sizes.count)
    above = Array(repeating: [], count: graph.sizes.count)
    below = above
    for (link, isTurned) in zip(graph.links, directions.isTurned) where link.source != link.target {
      let (lower, upper) = isTurned ? (link.target, link.source) : (link.source, link.target)
      above[lower].append(upper)
      below[upper].append(lower)
    }
    for box in directions.order.reversed() { sink(box) }
    for box in directions.order { approach(box) }
    closeGaps()
  }

  /// Returns the width that a box takes up in its layer.
  private func width(_ box: Int) -> Double { graph.sizes[box].width + Spacing.boxes }

  private func hasRoom(_ layer: Int, for box: Int) -> Bool {
    let taken = widths[layer, default: 0]
    return taken == 0 || taken + width(box) <= maximumWidth + Spacing.boxes
  }

  /// Puts a box into the first layer below its targets that has room.
  private mutating func sink(_ box: Int) {
    var layer = above[box].map { layers[$0] + 1 }.max() ?? 0
    while !hasRoom(layer, for: box) { layer += 1 }
    layers[box] = layer
    widths[layer, default: 0] += width(box)
  }

  /// Moves a box down towards those that point to it, if more boxes point to it than it points to.
  private mutating func approach(_ box: Int) {
    guard below[box].count > above[box].count, let next = below[box].map({ layers[$0] }).min(),
      let layer = (layers[box]..<next).reversed().first(where: { hasRoom($0, for: box) }),
      layer > layers[box]
    else { return }
    widths[layers[box], default: 0] -= width(box)
    widths[layer, default: 0] += width(box)
    layers[box] = layer
  }

  private mutating func closeGaps() {
    let used = Set(layers).sorted()
    let places = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    layers = layers.map { places[$0] ?? $0 }
  }
}
