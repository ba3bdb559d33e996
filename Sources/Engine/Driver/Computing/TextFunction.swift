/// A function on texts. Functions count and compare Unicode scalars; the result is NULL if one of
/// the arguments is.
///
/// See ``ComputingDialect``.
public enum TextFunction: String, Sendable, CaseIterable {
  /// The text in lower case, by Unicode's mapping of each scalar, regardless of the language and of
  /// the position in a word.
  case lowercased
  /// The text in upper case, by Unicode's mapping of each scalar, regardless of the language.
  case uppercased
  /// The text with the letters A–Z in lower case.
  case lowercasedASCII
  /// The number of scalars, as an integer.
  case count
  /// The text without the scalars at its ends that are in the second argument.
  case trimmed
  /// The first scalars; the second argument is their maximum number.
  case prefix
  /// The last scalars; the second argument is their maximum number.
  case suffix
  /// The text without its first scalars; the second argument is their maximum number.
  case dropFirst
  /// The text without its last scalars; the second argument is their maximum number.
  case dropLast
  /// The text with each occurrence of the second argument, found from the start on, replaced by the
  /// third. An empty second argument has no occurrences; it never begins with a NUL.
  case replacing
}
