// Links to the parts that the page shows, and plain text for other parts.

extension ReportAnchors {
  /// Returns a link to a class with a name.
  func link(toClass name: String) -> HTML {
    guard let anchor = anchor(ofClassNamed: name) else { return "\(data: name)" }
    return "<a href='#\(anchor)'>\(data: name)</a>"
  }

  /// Returns a link to an object.
  func link(to object: ReportLink) -> HTML {
    let name: HTML = "\(data: object.className) \(data: object.key.shortKey)"
    let title = title(of: object).map { " <span class='title'>\(data: $0.shortKey)</span>" as HTML }
    guard let anchor = anchor(of: object) else { return "\(name)\(title)" }
    return "<a href='#\(anchor)'>\(name)</a>\(title)"
  }

  /// Returns the first of some elements, separated by commas, and the number of the rest.
  func list<Element>(
    _ elements: some Collection<Element>, limit: Int, _ markup: (Element) -> HTML
  ) -> HTML {
    var html = HTML()
    for (index, element) in elements.prefix(limit).enumerated() {
      html += "\(index == 0 ? "" as HTML : ", ")\(markup(element))"
    }
    if elements.count > limit { html += " and \((elements.count - limit).grouped) more" }
    return html
  }
}

extension String {
  /// The key, shortened if it is far longer than a UUID.
  fileprivate var shortKey: String {
    let clip = clipped(toScalars: 64)
    return clip.endIndex < endIndex ? clip + "…" : self
  }
}

extension ReportText {
  /// The text and, if it is clipped, how much of the whole this is.
  var html: HTML {
    let clip = text.clipped(toScalars: HTML.dataLimit)
    let kept = clip.unicodeScalars.count
    guard let total = total ?? (clip.endIndex < text.endIndex ? text.unicodeScalars.count : nil)
    else { return text.isEmpty ? "<em class='empty'>empty</em>" : "\(data: text)" }
    return """
      \(data: String(clip))<span class='cut'>… \(kept.grouped) of \
      \(total.grouped) characters</span>
      """
  }
}
