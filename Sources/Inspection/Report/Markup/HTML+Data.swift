// Text from data: the dangers to a page, and the measures against them.
//
// & < > " ' escaped NUL, C0, DEL shown as NUL, SOH…: a parser must not see them C1, non-characters
// shown as U+0085…: nor these bidi, zero width shown as U+202E…: a reader could not see them, and
// they would turn the line a leading mark as &#769;, or a normalizer would join it to the ">"
// before it a tower of marks its first eight, then the number of the rest: it covers other lines
// direction <bdi>: right-to-left text does not turn the text around it

extension HTML {
  /// The characters of any text that the page shows at most.
  static let dataLimit = 400

  /// The characters of any text that an attribute or title has at most.
  static let attributeLimit = 160

  /// Appends text from data for a reader.
  mutating func append(data text: String) {
    self += text.isEmpty ? "<bdi><i>empty</i>" : "<bdi>"
    append(clipping: text, limit: Self.dataLimit) { html, name in html += "<i>\(plain: name)</i>" }
    self += "</bdi>"
  }

  /// Appends text to an attribute, or an element that has no elements inside.
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

  /// The marks on one letter that the page shows at most.
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
  /// Appends the name of a character, which has nothing to escape.
  fileprivate mutating func appendInterpolation(plain name: String) {
    for scalar in name.unicodeScalars { html.append(escaping: scalar) }
  }
}

extension Unicode.Scalar {
  /// The replacement for a character that is invisible or must not be written; nil for others.
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

  /// The names of the characters from NUL.
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

  /// Whether the character joins the one before it.
  fileprivate var isMark: Bool {
    guard value >= 0x300 else { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
