/// The input of a layout: boxes of given sizes and links between them.
struct LayoutGraph {
  /// The sizes of the boxes.
  var sizes: [LayoutSize]
  /// The links. A link from a box to itself is drawn beside the box.
  var links: [LayoutLink]
}

/// The size of a box.
struct LayoutSize: Hashable, Sendable {
  var width: Double
  var height: Double
}

/// A link between two boxes, which are given by their numbers.
struct LayoutLink: Hashable, Sendable {
  /// The box where the link starts. It is drawn below the target, unless a cycle forbids that.
  var source: Int
  /// The box to which the link points. It is drawn above the source.
  var target: Int
  /// The style of the link. Links of the same style may share their way to a box.
  var style: Int
  /// The importance of drawing the target above the source.
  var weight = 1
}

/// The positions of all boxes and links.
struct Layout: Equatable, Sendable {
  /// The size of the whole layout.
  var size = LayoutSize(width: 0, height: 0)
  /// The boxes, in the order of the graph.
  var boxes: [LayoutBox] = []
  /// The routes of the links, in the order of the graph; empty for a link from a box to itself.
  var routes: [[LayoutPoint]] = []
}

/// A box with its position.
struct LayoutBox: Hashable, Sendable {
  /// The upper left corner.
  var origin: LayoutPoint
  /// The size of the box.
  var size: LayoutSize

  /// The right edge.
  var right: Double { origin.x + size.width }
  /// The lower edge.
  var bottom: Double { origin.y + size.height }
}

/// A point of a route. A line joins two points that are above each other. A curve joins any others;
/// it leaves and arrives vertically, and stays in the strip between their heights.
struct LayoutPoint: Hashable, Sendable {
  var x: Double
  var y: Double

  /// Returns the point moved by an offset.
  func moved(by offset: LayoutPoint) -> LayoutPoint {
    LayoutPoint(x: x + offset.x, y: y + offset.y)
  }
}

/// The distances of a layout.
enum Spacing {
  /// The distance between the boxes of a layer.
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
