/// The input of a layout: boxes of given sizes and links between them.
struct LayoutGraph {
  /// The sizes of the boxes.
  var sizes: [LayoutSize]
  /// The links; a link from a box to itself is drawn beside it.
  var links: [LayoutLink]
}

/// The size of a box.
struct LayoutSize: Hashable, Sendable {
  var width: Double
  var height: Double
}

/// A link between two boxes, by their numbers.
struct LayoutLink: Hashable, Sendable {
  /// The box where it starts: drawn below, unless a cycle forbids it.
  var source: Int
  /// The box to which it points: drawn above.
  var target: Int
  /// Links of one style may share their way to a box.
  var style: Int
  /// The importance of drawing the target above.
  var weight = 1
}

/// The places of everything.
struct Layout: Equatable, Sendable {
  /// The size of the whole.
  var size = LayoutSize(width: 0, height: 0)
  /// The boxes, in the order of the graph.
  var boxes: [LayoutBox] = []
  /// The routes of the links, in the order of the graph; empty for a link from a box to itself.
  var routes: [[LayoutPoint]] = []
}

/// A box with its place.
struct LayoutBox: Hashable, Sendable {
  /// Its upper left corner.
  var origin: LayoutPoint
  /// Its size.
  var size: LayoutSize

  /// Its right end.
  var right: Double { origin.x + size.width }
  /// Its lower end.
  var bottom: Double { origin.y + size.height }
}

/// A point of a route. Two points above each other are joined by a line, two others by a curve that
/// leaves and arrives vertically and does not leave the strip between their heights.
struct LayoutPoint: Hashable, Sendable {
  var x: Double
  var y: Double

  /// The point moved.
  func moved(by offset: LayoutPoint) -> LayoutPoint {
    LayoutPoint(x: x + offset.x, y: y + offset.y)
  }
}

/// The distances of a layout.
enum Spacing {
  /// The distance between boxes of a layer.
  static let boxes = 22.0
  /// The distance between a lane, on which links pass a layer, and its neighbours.
  static let lanes = 9.0
  /// The minimum distance between layers.
  static let layers = 42.0
  /// The distance between components.
  static let components = 28.0
  /// The space beside a box with a link to itself.
  static let loop = 20.0
}
