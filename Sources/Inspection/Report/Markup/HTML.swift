/// A piece of HTML, as UTF-8.
///
/// It is made from literals only: the text of a literal is markup, and its interpolations are
/// escaped. Text from data thus cannot become markup, whatever it contains. All attributes are
/// quoted.
///
/// ```swift
/// page += "<a href='#\(anchor)'>\(data: name)</a>"
/// ```
struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The bytes of the page.
  private(set) var bytes: [UInt8] = []

  /// Creates an empty piece.
  init() {}

  /// Creates markup from a literal.
  init(stringLiteral literal: String) { bytes = Array(literal.utf8) }

  /// Creates markup from a literal with interpolations.
  init(stringInterpolation interpolation: Interpolation) { bytes = interpolation.html.bytes }

  /// Creates markup from the script or the style sheet, which are constants of this module.
  init(constant: StaticString) {
    bytes = constant.withUTF8Buffer { Array($0) }
  }

  /// Appends markup.
  static func += (html: inout HTML, more: HTML) { html.bytes += more.bytes }

  /// Appends the markup of each element.
  mutating func each<Elements: Sequence>(
    _ elements: Elements, _ markup: (Elements.Element) -> HTML
  ) {
    for element in elements { self += markup(element) }
  }

  /// Removes everything, but keeps the memory.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends ASCII bytes that are known to contain no markup.
  fileprivate mutating func append(plain: some Sequence<UInt8>) { bytes += plain }

  /// Appends one scalar, escaped.
  mutating func append(escaping scalar: Unicode.Scalar) {
    switch scalar {
    case "&": append(plain: "&amp;".utf8)
    case "<": append(plain: "&lt;".utf8)
    case ">": append(plain: "&gt;".utf8)
    case "\"": append(plain: "&quot;".utf8)
    case "'": append(plain: "&#39;".utf8)
    default: append(plain: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension HTML {
  /// Collects the segments of a literal.
  struct Interpolation: StringInterpolationProtocol {
    var html = HTML()

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { html.append(plain: literal.utf8) }

    /// Appends existing markup.
    mutating func appendInterpolation(_ markup: HTML) { html += markup }

    /// Appends markup, if there is any.
    mutating func appendInterpolation(_ markup: HTML?) {
      if let markup { html += markup }
    }

    /// Appends the digits of a number.
    mutating func appendInterpolation(_ number: Int) {
      html.append(plain: String(number).utf8)
    }

    /// Appends a coordinate, rounded to a tenth.
    mutating func appendInterpolation(_ coordinate: Double) {
      html.append(plain: coordinate.tenths.utf8)
    }

    /// Appends text for attributes and titles, which is escaped, clipped and free of controls.
    mutating func appendInterpolation(_ text: String) { html.append(attribute: text) }

    /// Appends text from data, which is escaped, clipped and isolated from the text around it.
    /// Controls are shown.
    mutating func appendInterpolation(data text: String) { html.append(data: text) }
  }
}
