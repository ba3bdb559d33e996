/// How values are named in sentences.
enum Wording {
  /// A value as a person would write it; text with quotes and escapes, what is long cut.
  static func name(_ value: some Any) -> String {
    switch value {
    case let text as String: excerpt(text.debugDescription)
    case let text as Substring: excerpt(text.debugDescription)
    case let character as Character: character.debugDescription
    default: excerpt(String(describing: value))
    }
  }

  /// What an error says, with one full stop.
  static func reason(_ error: some Any) -> String {
    let text = excerpt("\(error)")
    return text.hasSuffix(".") ? text : text + "."
  }

  /// At most 200 characters of a text.
  static func excerpt(_ text: String) -> String {
    text.count > 200 ? "\(text.prefix(200))… (\(text.count) characters)" : text
  }
}
