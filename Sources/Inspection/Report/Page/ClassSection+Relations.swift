extension ClassSection {
  /// The maximum number of relations to list of each kind.
  private static let maximumRelations = 40

  /// The relations of other classes to this one, and its indices.
  var related: HTML {
    let incoming = relations.incoming[number].map { relations.all[$0] }
    let subclasses = incoming.filter { $0.kind == .inheritance }
    let references = incoming.filter { $0.kind != .inheritance }
    var html: HTML = "<dl class='related'>\n"
    html += entry("Subclasses", subclasses) { anchors.link(toClass: classes[$0.source].name) }
    html += entry("Referred to by", references) { origin($0) }
    html += entry("Indices", shown.indices, index)
    html += "</dl>\n"
    return html
  }

  private func entry<Element>(
    _ name: String, _ elements: [Element], _ markup: (Element) -> HTML
  ) -> HTML {
    guard !elements.isEmpty else { return "" }
    let list = anchors.list(elements, limit: Self.maximumRelations, markup)
    return "<div><dt>\(name)</dt><dd>\(list)</dd></div>\n"
  }

  private func origin(_ relation: ClassRelations.One) -> HTML {
    let name = anchors.link(toClass: classes[relation.source].name)
    let kind: HTML = relation.kind == .childTable ? "<small> (collection)</small>" : ""
    return "\(name).\(data: relation.property ?? "")\(kind)"
  }

  private func index(_ index: ReportIndex) -> HTML {
    let columns = index.columns.prefix(16).joined(separator: ", ")
    let unique: HTML = index.isUnique ? ", unique" : ""
    let bytes = index.bytes.map { ", \($0.inBytes)" as HTML }
    return "<code>\(data: index.name)</code> <small>(\(data: columns)\(unique)\(bytes))</small>"
  }
}
