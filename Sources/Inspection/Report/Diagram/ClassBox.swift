/// The box of a class, with its name, the number of its objects, its properties and its collections
/// of values. References are lines between boxes.
struct ClassBox {
  /// The size of the box as drawn.
  let size: LayoutSize
  /// The size with room for a line from the class to itself.
  let room: LayoutSize
  private let name: String
  private let count: String
  private let lines: [String]
  private let title: String

  /// The font sizes, which are those of the style sheet.
  private static let (nameSize, lineSize) = (13.0, 11.0)
  /// The maximum width of a text, and the maximum number of lines for collections.
  private static let (maximumWidth, maximumLines) = (150.0, 4)

  /// Creates and measures the box of a class.
  ///
  /// - Parameter properties: the maximum number of lines for properties.
  init(
    of shown: ReportClass, properties: Int, collections: [ReportChildTable], hasLoop: Bool
  ) {
    name = LabelWidth.fit(shown.name, size: Self.nameSize, into: Self.maximumWidth)
    count = shown.rows.counted("object")
    lines = Self.lines(of: shown.columns, most: properties) + Self.lines(of: collections)
    title = "\(shown.name.clipped(toScalars: 80)): \(count)"
    let widest = (lines + [count]).map { LabelWidth.of($0, size: Self.lineSize) }.max() ?? 0
    let width = max(64, widest, LabelWidth.of(name, size: Self.nameSize))
    let below = lines.isEmpty ? 0 : 8 + 14 * Double(lines.count)
    size = LayoutSize(width: width.rounded(.up) + 18, height: 41 + below)
    room = LayoutSize(width: size.width + (hasLoop ? Spacing.loop : 0), height: size.height)
  }

  private static func lines(of columns: [ReportColumn], most: Int) -> [String] {
    let values = columns.filter { $0.target == nil }
    guard most > 0, !values.isEmpty else { return [] }
    let shown = values.prefix(values.count > most ? most - 1 : most).map {
      LabelWidth.fit("\($0.property): \($0.codec)", size: lineSize, into: maximumWidth)
    }
    return shown
      + (values.count > shown.count ? ["\((values.count - shown.count).grouped) more"] : [])
  }

  private static func lines(of collections: [ReportChildTable]) -> [String] {
    let isTooMany = collections.count > maximumLines
    let shown = collections.prefix(isTooMany ? maximumLines - 1 : maximumLines).map {
      LabelWidth.fit($0.property, size: lineSize, into: maximumWidth - 26) + " " + $0.brackets
    }
    return shown + (isTooMany ? ["and \((collections.count - shown.count).grouped) more"] : [])
  }

  /// Draws the box.
  func svg(at origin: LayoutPoint) -> HTML {
    let middle = origin.x + size.width / 2
    var svg: HTML = """
      <title>\(title)</title>\
      <rect x='\(origin.x)' y='\(origin.y)' width='\(size.width)' height='\(size.height)' rx='5'/>\
      <text class='n' x='\(middle)' y='\(origin.y + 17)'>\(name)</text>\
      <text x='\(middle)' y='\(origin.y + 33)'>\(count)</text>
      """
    guard !lines.isEmpty else { return svg }
    svg += "<path class='rule' d='M\(origin.x) \(origin.y + 41.5)h\(size.width)'/>"
    svg.each(lines.enumerated()) { index, line in
      "<text x='\(middle)' y='\(origin.y + 57 + 14 * Double(index))'>\(line)</text>"
    }
    return svg
  }
}

extension ReportChildTable {
  /// The shape as brackets.
  fileprivate var brackets: String {
    switch shape {
    case "dictionary": "[:]"
    case "set": "{}"
    default: "[]"
    }
  }
}
