/// A diagram of classes as SVG.
struct ClassDiagram {
  /// The width that a diagram keeps to if it can.
  enum Format: String, CaseIterable {
    /// A format for desktop screens: 1,040 points.
    case wide
    /// A format for telephones: 344 points.
    case narrow

    /// The width in points.
    var width: Double { self == .wide ? 1040 : 344 }
  }

  /// The classes and relations shown.
  let graph: ClassGraph
  private let classes: [ReportClass]
  private let format: Format
  private let boxes: [ClassBox]
  private let layout: Layout

  /// Creates a diagram and lays it out.
  init(of graph: ClassGraph, classes: [ReportClass], format: Format) {
    self.graph = graph
    self.classes = classes
    self.format = format
    let properties = Self.properties(ofEachOf: graph.nodes.count)
    let loops = Set(graph.edges.lazy.filter { $0.source == $0.target }.map(\.source))
    boxes = graph.nodes.enumerated().map {
      ClassBox(
        of: classes[$1.number], properties: properties, collections: $1.collections,
        hasLoop: loops.contains($0))
    }
    let links = graph.edges.map {
      LayoutLink(
        source: $0.source, target: $0.target, style: $0.relation.rawValue,
        weight: $0.relation == .inheritance ? 100 : 1)
    }
    layout = PackedLayout.layout(
      LayoutGraph(sizes: boxes.map(\.room), links: links), maximumWidth: format.width)
  }

  /// Returns the maximum number of properties in a box, given the number of boxes.
  private static func properties(ofEachOf boxes: Int) -> Int {
    switch boxes {
    case ...24: 8
    case ...60: 4
    default: 0
    }
  }

  /// Returns the SVG. A box links to its class if the class has an anchor.
  func svg(anchors: ReportAnchors) -> HTML {
    let (width, height) = (max(layout.size.width, 1) + 4, max(layout.size.height, 1) + 4)
    let natural = Int(width.rounded(.up))
    var svg: HTML = """
      <svg class='diagram \(format.rawValue)' viewBox='-2 -2 \(width) \(height)' width='\(natural)' \
      role='group' aria-label='Diagram of classes; a list of the relations follows'>
      \(DiagramMarks.definitions(prefix: format.rawValue))<g class='boxes'>

      """
    svg.each(boxes.indices) { box($0, anchors: anchors) }
    svg += "</g>\n<g class='edges'>\n"
    svg.each(graph.edges.indices) { edge($0) }
    svg += "</g>\n<g class='labels' aria-hidden='true'>\n"
    svg.each(EdgeLabels(of: graph, in: layout).labels) { label in
      "<text class='label' x='\(label.center.x)' y='\(label.center.y)'>\(label.text)</text>\n"
    }
    svg += "</g></svg>\n"
    return svg
  }

  private func edge(_ index: Int) -> HTML {
    let edge = graph.edges[index]
    let marks = DiagramMarks.of(edge, prefix: format.rawValue)
    let path = edge.source == edge.target ? loop(at: edge) : DiagramPath.path(layout.routes[index])
    return """
      <path class='\(edge.relation.className)' data-s='\(edge.source)' data-t='\(edge.target)' \
      d='\(path)'\(marks)><title>\(title(of: edge))</title></path>

      """
  }

  private func loop(at edge: ClassGraph.Edge) -> HTML {
    let (box, shown) = (layout.boxes[edge.source], boxes[edge.source].size)
    let y = box.origin.y + 8 + Double(edge.relation.rawValue) * 5
    return DiagramPath.loop(right: box.origin.x + shown.width, y: y)
  }

  private func title(of edge: ClassGraph.Edge) -> String {
    let (source, target) = (name(edge.source), name(edge.target))
    guard edge.relation != .inheritance else { return "\(source) inherits from \(target)" }
    let names = edge.properties.prefix(6).joined(separator: ", ")
    return "\(source) → \(target): \(names)"
  }

  private func name(_ node: Int) -> String {
    String(classes[graph.nodes[node].number].name.clipped(toScalars: 40))
  }

  private func box(_ index: Int, anchors: ReportAnchors) -> HTML {
    let origin = layout.boxes[index].origin
    let drawn = boxes[index].svg(at: origin)
    guard let anchor = anchors.anchor(ofClass: graph.nodes[index].number) else {
      return "<g class='box' data-n='\(index)'>\(drawn)</g>\n"
    }
    return "<a class='box' data-n='\(index)' href='#\(anchor)'>\(drawn)</a>\n"
  }
}

extension ClassGraph.Relation {
  /// The style class of the relation's lines.
  var className: String {
    switch self {
    case .inheritance: "inherits"
    case .reference: "refers"
    case .childTable: "collects"
    }
  }

  /// The relation in words.
  var words: String {
    switch self {
    case .inheritance: "inherits from"
    case .reference: "refers to"
    case .childTable: "collects"
    }
  }
}
