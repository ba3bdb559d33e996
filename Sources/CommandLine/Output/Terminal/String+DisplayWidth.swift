extension String {
  /// The number of columns that the text occupies on a terminal.
  package var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// Returns the text cut to a width, with `…` in place of the rest.
  package func cut(to width: Int) -> String {
    // A text with no more bytes than columns fits; a long one is read only as far as it is shown.
    guard utf8.count > width, prefix(fitting: width).endIndex != endIndex else { return self }
    return width > 0 ? prefix(fitting: width - 1) + "…" : ""
  }

  /// Returns the text on lines of at most a width, broken between words; a longer word is broken,
  /// too. There is at least one line.
  func lines(ofWidth width: Int) -> [String] {
    let lines = split(separator: " ").map(String.init).wrapped(to: width)
      .flatMap { $0.pieces(ofWidth: max(1, width)) }
    return lines.isEmpty ? [""] : lines
  }

  /// Returns the text in pieces of at most a width. There is at least one piece, and each has at
  /// least one character.
  func pieces(ofWidth width: Int) -> [String] {
    var pieces: [String] = []
    var rest = Substring(self)
    repeat {
      let fitting = rest.prefix(fitting: width)
      let piece = fitting.isEmpty ? rest.prefix(1) : fitting
      pieces.append(String(piece))
      rest = rest[piece.endIndex...]
    } while !rest.isEmpty
    return pieces
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Returns the longest beginning that fits in a width.
  fileprivate func prefix(fitting width: Int) -> Substring {
    var room = width
    return prefix { character in
      room -= character.displayWidth
      return room >= 0
    }
  }
}

extension Character {
  /// The number of columns: 2 for East Asian wide characters and emoji, 0 for marks and joiners,
  /// otherwise 1.
  ///
  /// A character with combining marks is as wide as its first scalar.
  package var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    guard !first.isASCII || unicodeScalars.count > 1 else { return 1 }
    if first.isWide || unicodeScalars.contains("\u{FE0F}") || isFlag { return 2 }
    return first.takesNoSpace ? 0 : 1
  }

  /// Whether the character is a pair of regional indicators.
  private var isFlag: Bool {
    unicodeScalars.count == 2
      && unicodeScalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }
}

extension Unicode.Scalar {
  fileprivate var takesNoSpace: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: value != 0xAD
    default: false
    }
  }

  /// The blocks that are "wide" or "fullwidth" in Unicode's East Asian Width, and emoji.
  fileprivate var isWide: Bool {
    guard value >= 0x1100 else { return false }
    if properties.isEmojiPresentation { return !(0x1F1E6...0x1F1FF).contains(value) }
    return switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x2FFFD, 0x30000...0x3FFFD:
      true
    default: false
    }
  }
}
