// Escapes text for mdoc.

extension StringProtocol {
  /// The text in ASCII, with troff's special characters escaped.
  var escaped: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      text +=
        scalar == "\\"
        ? "\\e" : scalar.isASCII ? String(scalar) : "\\[u\(scalar.fourDigits)]"
    }
  }
}

extension Unicode.Scalar {
  var fourDigits: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// The maximum width of a line of text in the source.
  private static let width = 78

  /// The text as an argument that is not taken for the name of a macro.
  var asArgument: String {
    let text = escaped.replacing("\"", with: "\\(dq")
    if text.contains(" ") { return "\"\(text)\"" }
    return text.count < 4 && text.allSatisfy(\.isLetter) ? "\\&" + text : text
  }

  /// The text as a line that is not a macro, with literal dashes.
  var asTextLine: String {
    escaped.replacing("-", with: "\\-").unlikeMacro
  }

  private var unlikeMacro: String { hasPrefix(".") || hasPrefix("'") ? "\\&" + self : self }

  /// The text with each sentence on separate lines; text between back quotes is bold.
  var asManualText: [String] {
    let words = split { $0 == " " || $0 == "\n" }.map { String($0).asManualWord }
    let sentences = words.split(after: { $0.hasSuffix(".") })
    return sentences.flatMap { $0.wrapped(to: Self.width).map(\.unlikeMacro) }
  }

  /// The word with the dashes of options kept; a word between back quotes is bold.
  private var asManualWord: String {
    let parts = split(separator: "`", omittingEmptySubsequences: false).map(\.escaped)
    guard parts.count == 3 else {
      return hasPrefix("-") ? escaped.replacing("-", with: "\\-") : escaped
    }
    return "\(parts[0])\\fB\(parts[1].replacing("-", with: "\\-"))\\fP\(parts[2])"
  }
}

extension [String] {
  /// Returns the words in groups, each of which ends with a word of a kind.
  fileprivate func split(after isLast: (String) -> Bool) -> [[String]] {
    reduce(into: [[]]) { groups, word in
      groups[groups.count - 1].append(word)
      if isLast(word) { groups.append([]) }
    }
  }
}
