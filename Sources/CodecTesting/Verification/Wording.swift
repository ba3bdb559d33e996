/// The names of values in sentences.
enum Wording {
  /// A value as a person would write it; text with quotes and escapes, long values cut.
  static func name(_ value: some Any) -> String {
    switch value {
    case let text as String: excerpt(text.debugDescription)
    case let text as Substring: excerpt(text.debugDescription)
    case let character as Character: character.debugDescription
    default: excerpt(String(describing: value))
    }
  }

  /// The message of an error, with one full stop.
  static func reason(_ error: some Any) -> String {
    let text = excerpt("\(error)")
    return text.hasSuffix(".") ? text : text + "."
  }

  /// The first 200 characters of a text at most.
  static func excerpt(_ text: String) -> String {
    text.count > 200 ? "\(text.prefix(200))… (\(text.count) characters)" : text
  }
}
