extension String {
  /// The number of columns that the text occupies on a terminal.
  var displayWidth: Int {
    reduce(0) { $0 + $1.displayWidth }
  }

  /// Returns the text cut to a width, with `…` in place of the rest.
  func truncated(to width: Int) -> String {
    if displayWidth <= width { return self }
    var room = width - 1
    let kept = prefix { character in
      room -= character.displayWidth
      return room >= 0
    }
    return width > 0 ? kept + "…" : ""
  }

  /// The text on one line: control characters, which would break a table, are shown as escapes.
  var onOneLine: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return self
    }
    return unicodeScalars.reduce(into: "") { line, scalar in
      let isControl = scalar.properties.generalCategory == .control
      line += isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}

extension Character {
  /// The number of columns: 2 for East Asian wide characters and emoji, 0 for marks and joiners,
  /// otherwise 1.
  ///
  /// A character with combining marks is as wide as its first scalar.
  var displayWidth: Int {
    guard let first = unicodeScalars.first, !first.isASCII else { return 1 }
    let hasEmojiSelector = unicodeScalars.contains { $0.value == 0xFE0F }
    if hasEmojiSelector || first.isWide { return 2 }
    return first.takesNoSpace ? 0 : 1
  }
}

extension Unicode.Scalar {
  fileprivate var takesNoSpace: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: value != 0xAD
    default: false
    }
  }

  /// The large blocks of the "wide" and "fullwidth" classes of Unicode's East Asian Width.
  fileprivate var isWide: Bool {
    if properties.isEmojiPresentation { return true }
    return switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
