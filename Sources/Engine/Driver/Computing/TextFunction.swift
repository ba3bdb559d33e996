/// The functions on texts. They count and compare Unicode scalars; one of their arguments that is NULL makes
/// the result NULL.
public enum TextFunction: String, Sendable, CaseIterable {
  /// The text in small letters, by Unicode's mapping of each scalar, whatever the language and its place in
  /// a word.
  case lowercased
  /// The text in capital letters, by Unicode's mapping of each scalar, whatever the language.
  case uppercased
  /// The text in which the letters A–Z are small ones.
  case lowercasedASCII
  /// The number of scalars, as an integer.
  case count
  /// The text without the scalars of the second argument at its ends.
  case trimmed
  /// The first scalars; the second argument is their number, or more than there are.
  case prefix
  /// The last scalars; the second argument is their number, or more than there are.
  case suffix
  /// The text without its first scalars; the second argument is their number, or more than there are.
  case dropFirst
  /// The text without its last scalars; the second argument is their number, or more than there are.
  case dropLast
  /// The text in which the third argument stands wherever the second one stood, from the first place on. An
  /// empty one stands nowhere.
  case replacing
}
