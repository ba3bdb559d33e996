import Foundation

/// The properties of the terminal behind one of the standard streams.
struct Terminal: Sendable {
  static let output = Terminal(descriptor: STDOUT_FILENO)
  static let error = Terminal(descriptor: STDERR_FILENO)

  let descriptor: Int32

  /// Whether a person is watching, on a terminal that can move its cursor.
  var isInteractive: Bool {
    isatty(descriptor) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// The width in columns; nil if there is no terminal or its width is unknown.
  var width: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
