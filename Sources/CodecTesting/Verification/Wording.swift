/// The names of values in sentences.
enum Wording {
  /// Returns a value as a person would write it; text has quotes and escapes, and long values are
  /// cut.
  static func name(_ value: some Any) -> String {
    switch value {
    case let text as String: excerpt(text.debugDescription)
    case let text as Substring: excerpt(text.debugDescription)
    case let character as Character: character.debugDescription
    default: excerpt(String(describing: value))
    }
  }

  /// Returns the message of an error, with one full stop.
  static func reason(_ error: some Any) -> String {
    let text = excerpt("\(error)")
    return text.hasSuffix(".") ? text : text + "."
  }

  /// Returns at most the first 200 characters of a text.
  static func excerpt(_ text: String) -> String {
    text.count > 200 ? "\(text.prefix(200))… (\(text.count) characters)" : text
  }
}
