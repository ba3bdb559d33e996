/// A sample object as a card.
struct SampleCard {
  /// The maximum number of referrers to list.
  private static let maximumReferrers = 12

  /// The object.
  let object: ReportObject
  /// The object's class.
  let className: String
  /// The targets of links.
  let anchors: ReportAnchors

  /// Creates the card of an object.
  init(object: ReportObject, of shown: ReportClass, anchors: ReportAnchors) {
    self.object = object
    className = shown.name
    self.anchors = anchors
  }

  /// The card.
  var html: HTML {
    let link = ReportLink(className: className, key: object.key)
    let id = anchors.anchor(of: link).map { " id='\($0)'" as HTML }
    let title = anchors.title(of: link).map { " <small>\(data: $0)</small>" as HTML }
    var html: HTML = """
      <article class='card'\(id)><h5>\(data: className) \(data: object.key)\(title)</h5>
      <dl>

      """
    html.each(object.properties) { property in
      let value = property.value.html(anchors: anchors)
      let style: HTML = property.value.isWide ? " class='wide'" : ""
      return "<div\(style)><dt>\(data: property.name)</dt><dd>\(value)</dd></div>\n"
    }
    html += "</dl>\n\(referrers)</article>\n"
    return html
  }

  private var referrers: HTML {
    let known = object.referrers.count
    guard known > 0 || object.omittedReferrers ?? 0 > 0 else { return "" }
    var html: HTML = "<p class='referrers'>Referred to by "
    html += anchors.list(object.referrers.prefix(Self.maximumReferrers), limit: known) { one in
      "\(anchors.link(to: one.object)) <small>(\(data: one.property))</small>"
    }
    html += more(max(0, known - Self.maximumReferrers))
    html += "</p>\n"
    return html
  }

  private func more(_ hidden: Int) -> HTML {
    guard let omitted = object.omittedReferrers else { return " and perhaps more" }
    let more = hidden + min(max(0, omitted), 1 << 48)
    if more == 0 { return "" }
    return object.referrers.isEmpty ? "\(more.counted("object"))" : " and \(more.grouped) more"
  }
}
