extension String {
  /// The text on one line: characters that could control a terminal, or deceive its reader, are
  /// shown as escapes such as `\n` or `\u{1B}`.
  var visible: String {
    isVisible ? self : escaping { $0.steersTerminal }
  }

  /// The text on its lines, like ``visible``, but with its newlines and tabs.
  var visibleOnLines: String {
    isVisible ? self : escaping { $0.steersTerminal && $0 != "\n" && $0 != "\t" }
  }

  /// Whether the text has no character that could control a terminal.
  var isVisible: Bool {
    // Most texts need only one pass over their bytes: the scalars in question begin with few
    // different bytes.
    var text = self
    let isPlain = text.withUTF8 { bytes in
      bytes.allSatisfy {
        $0 >= 0x20 && $0 < 0x7F || $0 >= 0xC3 && $0 != 0xD8 && $0 != 0xE2 || $0 & 0xC0 == 0x80
      }
    }
    return isPlain || !unicodeScalars.contains(where: \.steersTerminal)
  }

  private func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      text += isEscaped(scalar) ? scalar.visibleEscape : String(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character, ends a line, or changes the direction of writing.
  var steersTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var visibleEscape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
