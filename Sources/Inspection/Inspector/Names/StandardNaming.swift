/// The names that `@Persistent` chooses for tables and columns by default. The macros are compiled
/// for the compiler and cannot be called here; a test checks that both agree.
package enum StandardNaming {
  /// Returns the table of a class, which may be nested, or the column of a property.
  package static func name(of swiftName: String) -> String {
    snakeCase(swiftName.split(separator: ".").last.map(String.init) ?? swiftName)
  }

  private static func snakeCase(_ name: String) -> String {
    let letters = Array(name)
    var result = ""
    for (index, letter) in letters.enumerated() {
      if startsWord(at: index, in: letters) { result += "_" }
      result += isPartOfName(letter) ? letter.lowercased() : "_"
    }
    return result
  }

  private static func startsWord(at index: Int, in letters: [Character]) -> Bool {
    guard index > 0, letters[index].isUppercase else { return false }
    let previous = letters[index - 1]
    guard isPartOfName(previous), previous != "_" else { return false }
    return !previous.isUppercase || endsAcronym(before: index, in: letters)
  }

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

  /// Returns the name of a type for a name in SQL or of a codec: `OldOrder` for `old_order`,
  /// `HexColor` for `hex-color`.
  package static func typeName(of name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let joined = words.map { String($0).capitalizedFirst }.joined()
    return SwiftName.identifier(like: joined, fallback: "Stored")
  }
}
