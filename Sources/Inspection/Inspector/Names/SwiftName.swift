/// Converts names in a file or a model to Swift identifiers. Nothing but identifiers gets into
/// generated code.
package enum SwiftName {
  /// The maximum length of a name. Longer names are unrealistic, and file systems cannot hold them.
  private static let longest = 200

  /// Returns whether a text can be an identifier, possibly in backticks.
  ///
  /// Swift has raw identifiers, such as `` `first name` ``. In these, only letters, digits, marks,
  /// non-ASCII symbols, spaces, hyphens and apostrophes are accepted.
  package static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longest && text != "_"
      && text.first != " " && text.last != " "
      && text.unicodeScalars.contains {
        $0.properties.isAlphabetic || $0.properties.isEmojiPresentation
      }
      && text.unicodeScalars.allSatisfy(isAllowed)
  }

  /// Returns an identifier in code, in backticks if it needs them.
  package static func source(_ text: String) -> String {
    isPlain(text) && !keywords.contains(text) ? text : "`\(text)`"
  }

  /// Returns an identifier for a text that may not be one.
  ///
  /// - Parameter fallback: the identifier for a text without a letter.
  package static func identifier(like text: String, fallback: String) -> String {
    if isIdentifier(text) { return text }
    var result = ""
    for scalar in text.unicodeScalars.prefix(longest / 4) {
      if scalar == "_" || scalar.properties.isXIDContinue {
        result.unicodeScalars.append(scalar)
      } else if result.last != "_" {
        result += "_"
      }
    }
    while result.last == "_" { result.removeLast() }
    if let first = result.unicodeScalars.first, first != "_", !first.properties.isXIDStart {
      result = "_" + result
    }
    return isIdentifier(result) ? result : fallback
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_ -'".unicodeScalars.contains(scalar)
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber, .otherSymbol:
      true
    default: false
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }

  private static let keywords: Set = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}

extension String {
  /// Returns the name itself, or the first free name with a number after it.
  package func numbered(before end: String = "", isFree: (String) -> Bool) -> String {
    if isFree(self + end) { return self + end }
    var number = 2
    while !isFree("\(self)\(number)\(end)") { number += 1 }
    return "\(self)\(number)\(end)"
  }

  /// The text as a Swift literal.
  package var swiftLiteral: String {
    unicodeScalars.reduce(into: "\"") { text, scalar in
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        // Escape characters that people cannot check: those that end a line or change its
        // direction.
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
          .surrogate:
          text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: text.unicodeScalars.append(scalar)
        }
      }
    } + "\""
  }

  /// The text on one line, without characters that could end a comment or deceive a reader.
  package var commentLine: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
        .surrogate:
        text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The lines of the text, for a comment.
  package var commentLines: [String] {
    replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).commentLine }
  }

  /// The text with its first letter in upper case.
  package var capitalizedFirst: String { first.map { $0.uppercased() + dropFirst() } ?? self }
}
