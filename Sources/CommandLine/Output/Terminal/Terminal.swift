import Foundation

/// The properties of the terminal behind one of the standard streams, if there is one.
struct Terminal: Sendable {
  /// No terminal: a file or a pipe.
  static let none = Terminal(isTerminal: false, isDumb: false, width: nil, refusesColor: false)

  /// Whether there is a terminal.
  let isTerminal: Bool
  /// Whether the terminal can neither show colors nor move its cursor.
  let isDumb: Bool
  /// Whether the user wants no colors.
  let refusesColor: Bool
  private let knownWidth: Int?

  /// Whether a person is watching, on a terminal that can move its cursor.
  var isInteractive: Bool { isTerminal && !isDumb }

  /// The width in columns; 80 if the terminal does not say, and at least 20.
  var width: Int { max(20, knownWidth ?? 80) }

  init(isTerminal: Bool, isDumb: Bool = false, width: Int?, refusesColor: Bool = false) {
    self.isTerminal = isTerminal
    self.isDumb = isDumb
    self.refusesColor = refusesColor
    knownWidth = width
  }

  /// Reads the properties of the terminal behind a descriptor. `NO_COLOR`, if it is not empty,
  /// turns off colors (see no-color.org); `COLUMNS` is the width if the terminal has none.
  init(descriptor: Int32, environment: [String: String]) {
    self.init(
      isTerminal: isatty(descriptor) == 1, isDumb: environment["TERM"] == "dumb",
      width: Self.width(of: descriptor) ?? environment["COLUMNS"].flatMap { Int($0) },
      refusesColor: environment["NO_COLOR"]?.isEmpty == false)
  }

  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
