// How text is written in mdoc.

extension StringProtocol {
  /// The text in ASCII, with what troff reads as an escape written as one.
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
  /// Texts of a line of the source are not longer.
  private static let width = 78

  /// The text as an argument of a macro, and as none of a macro's name.
  var asArgument: String {
    let text = escaped.replacing("\"", with: "\\(dq")
    if text.contains(" ") { return "\"\(text)\"" }
    return text.count < 4 && text.allSatisfy(\.isLetter) ? "\\&" + text : text
  }

  /// The text as a line that is no macro, with its dashes as they are typed.
  var asTextLine: String {
    escaped.replacing("-", with: "\\-").unlikeMacro
  }

  private var unlikeMacro: String { hasPrefix(".") || hasPrefix("'") ? "\\&" + self : self }

  /// The text with each sentence on lines of its own; what stands between back quotes is bold.
  var asManualText: [String] {
    let words = split { $0 == " " || $0 == "\n" }.map { String($0).asManualWord }
    let sentences = words.split(after: { $0.hasSuffix(".") })
    return sentences.flatMap { $0.wrapped(to: Self.width).map(\.unlikeMacro) }
  }

  /// Options keep their dashes; a word between back quotes is bold.
  private var asManualWord: String {
    let parts = split(separator: "`", omittingEmptySubsequences: false).map(\.escaped)
    guard parts.count == 3 else {
      return hasPrefix("-") ? escaped.replacing("-", with: "\\-") : escaped
    }
    return "\(parts[0])\\fB\(parts[1].replacing("-", with: "\\-"))\\fP\(parts[2])"
  }
}

extension [String] {
  /// The words in groups, each of which ends with a word of a kind.
  fileprivate func split(after isLast: (String) -> Bool) -> [[String]] {
    reduce(into: [[]]) { groups, word in
      groups[groups.count - 1].append(word)
      if isLast(word) { groups.append([]) }
    }
  }
}
