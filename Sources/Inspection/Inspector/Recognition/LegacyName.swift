import PersistentObjectsSQLite

/// The original's rule for the names of tables and columns, and its exact inverse.
///
/// Grammar of a name in the file:
/// ```
/// name   = first next*
/// first  = the first character, lower case
/// next   = "_" lower     for a character that equals its own upper case: capitals, digits, "_" …
///        | character     for any other
/// ```
/// Each `_` belongs to the character after it, so that everything except the case of the first
/// character can be restored. The original itself dropped every `_` when it read a name, and so did
/// not find `foo_bar` again.
package enum LegacyName {
  /// Returns a name in quotes for SQL.
  package static func quoted(_ name: String) -> String { SQLiteDialect().quoted(name) }

  /// Returns the table of a class, or the column of a property.
  package static func inFile(_ name: String) -> String {
    var result = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
      let text = String(scalar)
      let isMarked = index > 0 && text.uppercased() == text
      result += index == 0 || isMarked ? (isMarked ? "_" : "") + text.lowercased() : text
    }
    return result
  }

  /// Returns the name that has this form in the file, with its first letter in lower case; nil if
  /// there is none.
  static func inMemory(_ name: String) -> String? {
    var result = ""
    var isMarked = false
    for (index, scalar) in name.unicodeScalars.enumerated() {
      if scalar == "_", index > 0, !isMarked {
        isMarked = true
      } else {
        result += isMarked ? String(scalar).uppercased() : String(scalar)
        isMarked = false
      }
    }
    return !isMarked && inFile(result) == name ? result : nil
  }

  /// Returns the property of a column. This is the column's own name if the rule yields no other.
  package static func property(ofColumn column: String) -> String { inMemory(column) ?? column }

  /// Returns the class of a table. Classes begin with a capital.
  package static func className(ofTable table: String) -> String {
    let name = inMemory(table) ?? table
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Returns the property name that the original derived from a column.
  static func asRead(column: String) -> String {
    var result = ""
    var isMarked = false
    for character in column {
      if character == "_" {
        isMarked = true
      } else {
        result += isMarked ? character.uppercased() : String(character)
        isMarked = false
      }
    }
    return result
  }

  /// Returns the reason why the property of a column may have had another name; nil if that is
  /// unlikely.
  package static func doubt(ofColumn column: String) -> String? {
    guard let name = inMemory(column) else {
      return "the original never gave a property such a column; its own name is kept"
    }
    if asRead(column: column) != name {
      return
        "the original wrote it but never found it again, since it read \(asRead(column: column))"
    }
    if beginsWithTwoCapitals(column) {
      return "it may have been \(name.prefix(1).uppercased() + name.dropFirst())"
    }
    return nil
  }

  /// Returns whether the name may begin with two capitals: `u_r_l` is the column of both `URL` and
  /// `uRL`.
  private static func beginsWithTwoCapitals(_ column: String) -> Bool {
    let start = Array(column.unicodeScalars.prefix(3))
    return start.count == 3 && start[1] == "_" && start[2].properties.isLowercase
      && start[0].properties.isLowercase
  }
}
