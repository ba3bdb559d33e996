/// The diagram of classes, with its legend and its description as text.
struct DiagramSection {
  /// The maximum number of classes to draw.
  static let maximumClasses = 240

  /// The maximum number of relations to list.
  private static let maximumLines = 1500

  /// The diagram for desktop screens.
  let wide: ClassDiagram
  /// The diagram for telephones; nil if there is no room for it.
  var narrow: ClassDiagram?
  /// The classes.
  let classes: [ReportClass]

  /// Returns the section.
  func html(anchors: ReportAnchors) -> HTML {
    let graph = wide.graph
    var body: HTML = ""
    if graph.nodes.count < classes.count {
      body += """
        <p class='note'>Of \(classes.count.counted("class", "classes")) the diagram shows the \
        \(graph.nodes.count.grouped) with most relations and objects.</p>

        """
    }
    let style = narrow == nil ? "alone" : "both"
    body += "<figure class='\(style)'>\n\(wide.svg(anchors: anchors))"
    if let narrow { body += narrow.svg(anchors: anchors) }
    body += "\(legend)</figure>\n\(list(of: graph, anchors: anchors))"
    return ReportSection(anchor: "diagram", title: "Diagram").html(body)
  }

  /// The meaning of the lines. The legend has its own marks, because the marks of a hidden diagram
  /// cannot be used.
  private var legend: HTML {
    let graph = wide.graph
    return """
      <figcaption><svg class='unseen' aria-hidden='true'>\
      \(DiagramMarks.definitions(prefix: "legend"))</svg><ul class='legend'>
      \(sample(.reference, "reference"))\(sample(.inheritance, "superclass"))\
      \(sample(.childTable, "collection of references"))
      \(graph.nodes.contains { !$0.collections.isEmpty } ? Self.collections : nil)
      </ul></figcaption>

      """
  }

  private static let collections: HTML = "<li><code>[] {} [:]</code> collections of values</li>"

  /// Returns the line of a relation, if the diagram has such relations.
  private func sample(_ relation: ClassGraph.Relation, _ name: String) -> HTML? {
    guard wide.graph.edges.contains(where: { $0.relation == relation }) else { return nil }
    let style = relation.className
    return """
      <li><svg viewBox='0 0 44 12' aria-hidden='true'><path class='\(style)' d='M0 6h44' \
      marker-end='url(#legend-\(style))'/></svg>\(name)</li>
      """
  }

  private func list(of graph: ClassGraph, anchors: ReportAnchors) -> HTML {
    guard !graph.edges.isEmpty else { return "<p>No class refers to another.</p>\n" }
    var html: HTML = """
      <details class='relations'><summary>The diagram as a list of \
      \(graph.edges.count.counted("relation"))</summary>
      <ul>

      """
    html.each(graph.edges.prefix(Self.maximumLines)) { line($0, graph, anchors) }
    let more = graph.edges.count - Self.maximumLines
    if more > 0 { html += "<li>and \(more.grouped) more</li>\n" }
    html += "</ul></details>\n"
    return html
  }

  private func line(
    _ edge: ClassGraph.Edge, _ graph: ClassGraph, _ anchors: ReportAnchors
  ) -> HTML {
    let (source, target) = (graph.nodes[edge.source].number, graph.nodes[edge.target].number)
    var html: HTML = """
      <li>\(anchors.link(toClass: classes[source].name)) \(edge.relation.words) \
      \(anchors.link(toClass: classes[target].name))
      """
    if !edge.properties.isEmpty {
      html += ": "
      html += anchors.list(edge.properties, limit: 12) { "\(data: $0)" }
    }
    html += "</li>\n"
    return html
  }
}
