/// The widths of labels, computed without a font. The estimates are generous, so that text fits its
/// box in all fonts that browsers use for `system-ui`.
enum LabelWidth {
  /// Returns the width of a text in a font size.
  static func of(_ text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
  }

  /// Returns the text, or its beginning with an ellipsis if the text is wider than a maximum.
  static func fit(_ text: String, size: Double, into maximum: Double) -> String {
    let text = String(text.clipped(toScalars: 80)).replacing("\n", with: " ")
    guard of(text, size: size) > maximum else { return text }
    var kept = text[...]
    while !kept.isEmpty, of(kept + "…", size: size) > maximum { kept.removeLast() }
    return kept + "…"
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    if let name = scalar.nameOfUnseen { return Double(name.unicodeScalars.count) * 0.7 }
    return switch scalar {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", "(", ")", "[", "]", " ", "f", "t":
      0.42
    case "m", "w", "M", "W", "@", "%": 1.0
    case "A"..."Z": 0.77
    case "\u{0}"..."\u{2FF}": 0.66
    case "\u{300}"..."\u{36F}": 0
    case "\u{370}"..."\u{10FF}": 0.75
    default: 1.1
    }
  }
}
