/// The lines of a diagram as SVG paths.
enum DiagramPath {
  /// Returns the path of a route. It is straight between points that are above each other;
  /// otherwise it is a curve that starts and ends vertically.
  static func path(_ route: [LayoutPoint]) -> HTML {
    guard let start = route.first else { return "" }
    var path: HTML = "M\(start.x) \(start.y)"
    path.each(zip(route, route.dropFirst())) { from, to in segment(from, to) }
    return path
  }

  private static func segment(_ from: LayoutPoint, _ to: LayoutPoint) -> HTML {
    guard abs(from.x - to.x) > 0.05 else {
      // Leave out a line of no length, which would turn the arrow at its end.
      return abs(from.y - to.y) > 0.05 ? "V\(to.y)" : ""
    }
    let middle = (from.y + to.y) / 2
    return "C\(from.x) \(middle) \(to.x) \(middle) \(to.x) \(to.y)"
  }

  /// Returns the path of a line from a box to itself, on its right side.
  static func loop(right: Double, y: Double) -> HTML {
    "M\(right) \(y)c20 -2 20 17 1 15"
  }
}

/// The ends of a diagram's lines, which distinguish relations without color.
enum DiagramMarks {
  /// Returns the definitions. Their names have a prefix, because a page may have several diagrams.
  static func definitions(prefix: String) -> HTML {
    """
    <defs>\(mark("refers", prefix, "<path d='M1 1 11 6 1 11z'/>"))\
    \(mark("inherits", prefix, "<path d='M1 1 11 6 1 11z'/>"))\
    \(mark("collects", prefix, "<path d='M1 1 6 6 1 11M6 1 11 6 6 11'/>"))</defs>

    """
  }

  private static func mark(_ name: String, _ prefix: String, _ shape: HTML) -> HTML {
    """
    <marker id='\(prefix)-\(name)' class='\(name)' viewBox='0 0 12 12' refX='11' refY='6' \
    markerWidth='11' markerHeight='11' markerUnits='userSpaceOnUse' orient='auto'>\(shape)</marker>
    """
  }

  /// Returns the attributes for the ends of a line.
  static func of(_ edge: ClassGraph.Edge, prefix: String) -> HTML {
    " marker-end='url(#\(prefix)-\(edge.relation.className))'"
  }
}
