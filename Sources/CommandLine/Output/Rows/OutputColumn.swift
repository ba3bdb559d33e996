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

  package init(
    _ name: String, _ presentation: Presentation = .exact, alignment: Alignment = .automatic,
    colors: [String: Style.Color] = [:]
  ) {
    self.name = name
    self.presentation = presentation
    self.alignment = alignment
    self.colors = colors
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
