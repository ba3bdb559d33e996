/// The labels of a diagram's lines: the properties that refer to another class. A label for which
/// there is no free place is left out; the line's title has it.
struct EdgeLabels {
  /// The font size, which is that of the style sheet.
  private static let size = 10.0
  /// The maximum width of a label, and the maximum number of lines that have labels.
  private static let (maximumWidth, maximumEdges) = (130.0, 120)
  /// The parts of a line at which a label is tried.
  private static let places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]

  /// A label in its place.
  struct Label {
    let text: String
    let center: LayoutPoint
  }

  private var taken: [LayoutBox]
  private let size: LayoutSize
  /// The labels, in the order of the lines.
  private(set) var labels: [Label] = []

  init(of graph: ClassGraph, in layout: Layout) {
    taken = layout.boxes
    size = layout.size
    guard graph.edges.count <= Self.maximumEdges else { return }
    for (edge, route) in zip(graph.edges, layout.routes) where !edge.properties.isEmpty {
      let text = Self.text(of: edge)
      let box = layout.boxes[edge.source]
      add(text, at: route.isEmpty ? Self.beside(box, text) : Self.points(on: route))
    }
  }

  /// Returns the places for the label of a line from a box to itself: to the right of it, above and
  /// below it.
  private static func beside(_ box: LayoutBox, _ text: String) -> [LayoutPoint] {
    let half = LabelWidth.of(text, size: size) / 2
    return [
      LayoutPoint(x: box.right + half + 2, y: box.origin.y + 19),
      LayoutPoint(x: box.right - half, y: box.origin.y - 4),
      LayoutPoint(x: box.right - half, y: box.bottom + 11),
    ]
  }

  private static func text(of edge: ClassGraph.Edge) -> String {
    let more = edge.properties.count > 2 ? ", …" : ""
    let text = edge.properties.prefix(2).joined(separator: ", ") + more
    return LabelWidth.fit(text, size: size, into: maximumWidth)
  }

  private mutating func add(_ text: String, at centers: [LayoutPoint]) {
    let width = LabelWidth.of(text, size: Self.size)
    for center in centers {
      let box = LayoutBox(
        origin: LayoutPoint(x: center.x - width / 2, y: center.y - 9),
        size: LayoutSize(width: width, height: 12))
      guard isFree(box) else { continue }
      taken.append(box)
      return labels.append(Label(text: text, center: center))
    }
  }

  private func isFree(_ box: LayoutBox) -> Bool {
    box.origin.x >= 0 && box.origin.y >= 0 && box.right <= size.width && box.bottom <= size.height
      && !taken.contains {
        $0.origin.x < box.right && box.origin.x < $0.right && $0.origin.y < box.bottom
          && box.origin.y < $0.bottom
      }
  }

  private static func points(on route: [LayoutPoint]) -> [LayoutPoint] {
    places.compactMap { point(at: $0, of: route) }
  }

  /// Returns the point at a part of a route's height.
  private static func point(at part: Double, of route: [LayoutPoint]) -> LayoutPoint? {
    guard let first = route.first, let last = route.last else { return nil }
    let y = first.y + (last.y - first.y) * part
    for (from, to) in zip(route, route.dropFirst())
    where min(from.y, to.y) <= y && y <= max(from.y, to.y) && from.y != to.y {
      // A curve leaves and arrives vertically: three times the square less twice the cube.
      let t = (y - from.y) / (to.y - from.y)
      return LayoutPoint(x: from.x + (to.x - from.x) * t * t * (3 - 2 * t), y: y)
    }
    return nil
  }
}
