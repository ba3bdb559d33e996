/// The names that `@Persistent` chooses for tables and columns by default.
package enum StandardNaming {
  /// Returns the table of a class, which may be nested, or the column of a property.
  package static func name(of swiftName: String) -> String {
    snakeCase(swiftName.split(separator: ".").last.map(String.init) ?? swiftName)
  }

  /// Returns the name of a class's table or of a property's column: words in lower case, joined by
  /// underscores. Acronyms stay whole: `homeURL` becomes `home_url`, `NSDataBox` `ns_data_box`,
  /// `userIDs` `user_ids`, `HTTPServer2` `http_server2`.
  package static func snakeCase(_ name: String) -> String {
    let letters = Array(name)
    var result = ""
    for (index, letter) in letters.enumerated() {
      if startsWord(at: index, in: letters) { result += "_" }
      result += isPartOfName(letter) ? letter.lowercased() : "_"
    }
    return result
  }

  /// Whether a new word starts at a letter, so that it needs an underscore before it.
  private static func startsWord(at index: Int, in letters: [Character]) -> Bool {
    guard index > 0, letters[index].isUppercase else { return false }
    let previous = letters[index - 1]
    guard isPartOfName(previous), previous != "_" else { return false }
    return !previous.isUppercase || endsAcronym(before: index, in: letters)
  }

  /// Whether the upper-case letter at `index`, which follows another, starts a word, as the `S` of
  /// `HTTPServer` does, and is not part of the acronym. The `s` of `IDs` is a plural, not a word.
  private static func endsAcronym(before index: Int, in letters: [Character]) -> Bool {
    guard index + 1 < letters.count, letters[index + 1].isLowercase else { return false }
    let isPlural =
      letters[index + 1] == "s"
      && (index + 2 == letters.count || !letters[index + 2].isLowercase)
    return !isPlural
  }

  private static func isPartOfName(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || letter == "_"
  }
}
