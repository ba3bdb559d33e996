import SwiftSyntax

/// An identifier in the user's source, with and without the backticks that some identifiers need.
struct Name: Hashable {
  /// The identifier alone, such as `default` or `first name`.
  let text: String
  /// The spelling in code, such as `` `default` ``.
  let source: String

  /// Makes the name that a token spells.
  init(_ token: TokenSyntax) {
    source = token.trimmed.text
    text = Name.bare(source)
  }

  /// Makes a generated name, in backticks if it is not a plain identifier.
  init(generated text: String) {
    self.text = text
    source = Name.isPlain(text) ? text : "`\(text)`"
  }

  /// The identifier with its first letter in upper case, as in the name of a finder.
  var capitalized: String {
    guard let first = text.first else { return text }
    return first.uppercased() + text.dropFirst()
  }

  /// The identifier with its first letters in lower case: `Person` as `person`, `URLBox` as
  /// `urlBox`.
  var uncapitalized: String {
    let initials = text.prefix { $0.isUppercase }
    guard !initials.isEmpty else { return text }
    let rest = text.dropFirst(initials.count)
    let keepsLast = initials.count > 1 && rest.first?.isLowercase == true
    let lowered = keepsLast ? initials.dropLast() : initials
    return lowered.lowercased() + text.dropFirst(lowered.count)
  }

  private static func bare(_ source: String) -> String {
    source.hasPrefix("`") && source.hasSuffix("`") && source.count > 2
      ? String(source.dropFirst().dropLast()) : source
  }

  /// Whether an identifier that starts with a letter or an underscore has only letters, marks,
  /// digits and underscores. Raw identifiers may have any other characters.
  private static func isPlain(_ text: String) -> Bool {
    text.first?.isNumber == false && text.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
  }
}
