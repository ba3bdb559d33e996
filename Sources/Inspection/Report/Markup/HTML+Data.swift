// Text from data: its dangers to a page, and the measures against them.
//
// * `& < > " '` are escaped.
// * C0 controls and DEL are shown as NUL, SOH…: a parser must not see them.
// * C1 controls and non-characters are shown as U+0085…: a parser must not see these, either.
// * Bidi controls and zero-width characters are shown as U+202E…: a reader could not see them, and
//   they would turn the line.
// * A mark at the beginning is written as `&#769;`: a normalizer would join it to the ">" before
//   it.
// * Of a tower of marks, the first eight are shown, then the number of the rest: a tower covers
//   other lines.
// * Text is in `<bdi>`: right-to-left text must not turn the text around it.

extension HTML {
  /// The maximum number of Unicode scalars of a text on the page.
  static let dataLimit = 400

  /// The maximum number of Unicode scalars of a text in an attribute or a title.
  static let attributeLimit = 160

  /// Appends text from data, for a reader.
  mutating func append(data text: String) {
    self += text.isEmpty ? "<bdi><i>empty</i>" : "<bdi>"
    append(clipping: text, limit: Self.dataLimit) { html, name in html += "<i>\(plain: name)</i>" }
    self += "</bdi>"
  }

  /// Appends text to an attribute, or to an element that contains no elements.
  mutating func append(attribute text: String) {
    append(clipping: text, limit: Self.attributeLimit) { html, name in html += "\(plain: name)" }
  }

  private mutating func append(
    clipping text: String, limit: Int, unseen: (inout HTML, String) -> Void
  ) {
    let clip = text.clipped(toScalars: limit)
    var marks = 0
    for (index, scalar) in clip.unicodeScalars.enumerated() {
      if scalar.isMark {
        marks += 1
        if marks <= Self.marksLimit { append(mark: scalar, isFirst: index == 0) }
        continue
      }
      endTower(of: marks, unseen)
      marks = 0
      append(scalar, unseen)
    }
    endTower(of: marks, unseen)
    if clip.endIndex < text.endIndex { self += "…" }
  }

  /// The maximum number of marks on one letter.
  private static let marksLimit = 8

  private mutating func append(mark: Unicode.Scalar, isFirst: Bool) {
    if isFirst {
      self += "&#\(Int(mark.value));"
    } else {
      append(escaping: mark)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ unseen: (inout HTML, String) -> Void) {
    if let name = scalar.nameOfUnseen {
      unseen(&self, name)
    } else {
      append(escaping: scalar)
    }
  }

  private mutating func endTower(of marks: Int, _ unseen: (inout HTML, String) -> Void) {
    if marks > Self.marksLimit { unseen(&self, "+\(marks - Self.marksLimit) marks") }
  }
}

extension HTML.Interpolation {
  /// Appends the name of a character, which needs no escaping.
  fileprivate mutating func appendInterpolation(plain name: String) {
    for scalar in name.unicodeScalars { html.append(escaping: scalar) }
  }
}

extension Unicode.Scalar {
  /// The replacement for a character that is invisible or must not be written; nil for other
  /// characters.
  var nameOfUnseen: String? {
    switch value {
    case 0x09, 0x0A: nil
    case 0..<0x20: Self.controls[Int(value)]
    case 0x7F: "DEL"
    case 0x80..<0xA0, 0xFDD0...0xFDEF, 0x061C, 0x180E, 0xFEFF, 0x200B, 0x200E...0x200F,
      0x2028...0x202E, 0x2060...0x206F, 0xFFF9...0xFFFB:
      codePoint
    default: value & 0xFFFE == 0xFFFE ? codePoint : nil
    }
  }

  /// The names of the control characters, from NUL.
  private static let controls = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR",
    "SO",
    "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS",
    "GS", "RS", "US",
  ]

  /// The character's number in the usual notation.
  private var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether the character combines with the one before it.
  fileprivate var isMark: Bool {
    guard value >= 0x300 else { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
