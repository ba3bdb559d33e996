/// Colors and weights for a terminal; it does nothing if they are not wanted.
package struct Style: Sendable, Equatable {
  package enum Color: String, Sendable, Equatable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  let isColored: Bool

  init(isColored: Bool) {
    self.isColored = isColored
  }

  init(for terminal: Terminal, choice: ColorChoice) {
    switch choice {
    case .always: isColored = true
    case .never: isColored = false
    case .automatic: isColored = terminal.isInteractive && !terminal.refusesColor
    }
  }

  /// Returns the text in a color, if there is one.
  func paint(_ text: String, in color: Color?) -> String {
    guard let color, isColored, !text.isEmpty else { return text }
    return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }

  func bold(_ text: String) -> String { paint(text, in: .bold) }
  func dim(_ text: String) -> String { paint(text, in: .dim) }
}
