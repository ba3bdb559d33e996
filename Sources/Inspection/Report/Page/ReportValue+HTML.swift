extension ReportValue {
  /// The maximum number of elements to show of a collection, and the maximum depth of collections.
  static let (maximumElements, maximumDepth) = (12, 4)

  /// Returns the value for a reader.
  func html(anchors: ReportAnchors, depth: Int = 0) -> HTML {
    switch self {
    case .null: "<em class='null'>NULL</em>"
    case .text(let text): text.html
    case .figure(let text): "<span class='figure'>\(text.html)</span>"
    case .bytes(let text, let count): Self.bytes(text, count: count)
    case .reference(let object): anchors.link(to: object)
    case .collection(let elements, let count):
      Self.collection(elements, count: count, anchors: anchors, depth: depth)
    case .undecoded(let text, let codec):
      // The table of collections already names the codec of their elements.
      depth > 0 ? text.html : "\(text.html) <span class='cut'>as stored by \(data: codec)</span>"
    case .unreadable(let reason): "<strong class='bad'>unreadable:</strong> \(data: reason)"
    }
  }

  /// The number of characters of a text; nil for any other value.
  var textCount: Int? {
    switch self {
    case .text(let text), .figure(let text), .undecoded(let text, _): text.text.count
    default: nil
    }
  }

  /// Whether the value is too wide to stand beside its name.
  var isWide: Bool {
    if case .collection(let elements, _) = self {
      return elements.contains { $0.value.isWide || $0.value.textCount ?? 0 > 24 }
    }
    return textCount ?? 0 > 60
  }

  private static func bytes(_ text: ReportText, count: Int) -> HTML {
    guard count > 0 else { return "<em class='empty'>no bytes</em>" }
    return "<code>\(data: text.text)</code> <span class='cut'>\(count.inBytes)</span>"
  }

  private static func collection(
    _ elements: [ReportElement], count: Int, anchors: ReportAnchors, depth: Int
  ) -> HTML {
    guard count > 0 || !elements.isEmpty else { return "<em class='empty'>empty</em>" }
    let shown = depth < maximumDepth ? elements.prefix(maximumElements) : []
    var html: HTML = "<ul class='elements'>"
    html.each(shown) { element in
      let key = element.key.map { "\($0.html(anchors: anchors, depth: depth + 1)): " as HTML }
      return "<li>\(key)\(element.value.html(anchors: anchors, depth: depth + 1))</li>"
    }
    if count > shown.count {
      html += "<li class='cut'>\((count - shown.count).counted("more element"))</li>"
    }
    html += "</ul>"
    return html
  }
}
