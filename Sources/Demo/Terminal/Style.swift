import Foundation

/// Colors for a terminal; it does nothing if colors are not wanted.
struct Style: Sendable {
  /// No colors, for files and pipes.
  static let plain = Style(isColored: false)

  let isColored: Bool

  init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Makes a style with colors if the stream is a terminal and `NO_COLOR` is not set (see
  /// no-color.org).
  init(
    for terminal: Terminal,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    isColored = terminal.isInteractive && !isRefused
  }

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func cyan(_ text: String) -> String { wrap(text, "36") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
