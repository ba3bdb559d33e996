/// A column of the output.
package struct OutputColumn: Sendable, Equatable {
  package enum Alignment: Sendable, Equatable {
    /// Right if every cell is a number or NULL, otherwise left.
    case automatic
    case left
    case right
  }

  /// The name in JSON and CSV, which is also the heading.
  let name: String
  var presentation = Presentation.exact
  var alignment = Alignment.automatic
  /// The colors of certain texts: `["damaged": .red]`.
  var colors: [String: Style.Color] = [:]
  /// Whether the cells are sentences, which a terminal breaks between words instead of cutting.
  var isProse = false
  /// Whether NULL means that there is nothing to say, so that people see nothing.
  var isOptional = false

  package init(
    _ name: String, _ presentation: Presentation = .exact, alignment: Alignment = .automatic,
    colors: [String: Style.Color] = [:], isOptional: Bool = false
  ) {
    self.name = name
    self.presentation = presentation
    self.alignment = alignment
    self.colors = colors
    self.isOptional = isOptional
  }

  /// Returns a column of sentences.
  package static func prose(_ name: String, isOptional: Bool = false) -> OutputColumn {
    var column = OutputColumn(name, alignment: .left, isOptional: isOptional)
    column.isProse = true
    return column
  }

  /// Returns a cell for people.
  func shown(_ value: OutputValue) -> String {
    isOptional && value == .null ? "" : value.shown(presentation)
  }

  /// Returns a cell for a line with tabs between its cells.
  func plain(_ value: OutputValue) -> String {
    isOptional && value == .null ? "" : value.plain
  }
}

extension [OutputColumn] {
  /// The names, made unique.
  var uniqueNames: [String] { map(\.name).unique }
}

extension [String] {
  /// The names, made unique: the second of two columns `a` becomes `a:1`.
  package var unique: [String] {
    var taken = Set(self)
    var seen: Set<String> = []
    return map { name in
      guard !seen.insert(name).inserted else { return name }
      let free = (1...).lazy.map { "\(name):\($0)" }.first { !taken.contains($0) }
      taken.insert(free ?? name)
      return free ?? name
    }
  }
}
