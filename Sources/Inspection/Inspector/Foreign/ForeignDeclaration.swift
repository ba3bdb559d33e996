import PersistentObjects

/// The parts of a CREATE TABLE statement that SQLite lists nowhere else: checks, collations, and
/// the expressions of generated columns.
package struct ForeignDeclaration {
  /// The checks, with their parentheses.
  package private(set) var checks: [String] = []
  /// The collations other than BINARY, by the folded names of columns.
  package private(set) var collations: [String: String] = [:]
  /// The expressions of generated columns, with their parentheses, by the folded names of columns.
  package private(set) var expressions: [String: String] = [:]

  /// Reads a statement. A statement that cannot be read has no parts: SQLite has understood it.
  init(_ sql: String) {
    guard let words = try? SQLWord.words(of: sql), let start = words.firstIndex(where: \.opens)
    else { return }
    for part in Self.parts(words[(start + 1)...]) { read(part) }
  }

  /// Returns the words of each column and each constraint, without the spaces before them.
  private static func parts(_ words: ArraySlice<SQLWord>) -> [ArraySlice<SQLWord>] {
    var (depth, start, parts): (Int, Int, [ArraySlice<SQLWord>]) = (0, words.startIndex, [])
    for index in words.indices where depth >= 0 {
      if words[index].opens { depth += 1 }
      if words[index].closes { depth -= 1 }
      let isEnd = depth < 0 || depth == 0 && words[index].text == ","
      guard isEnd else { continue }
      parts.append(words[start..<index].drop(while: \.isSpace))
      start = index + 1
    }
    return parts
  }

  private static let constraints: Set = ["CHECK", "CONSTRAINT", "FOREIGN", "PRIMARY", "UNIQUE"]

  private mutating func read(_ part: ArraySlice<SQLWord>) {
    let isConstraint = part.first?.keyword.map(Self.constraints.contains) ?? false
    let column = isConstraint ? nil : part.first?.name?.foldedName
    var rest = part.dropFirst(isConstraint ? 0 : 1)
    while let word = rest.popFirst() {
      if word.opens { _ = Self.parenthesis(&rest) }
      switch word.keyword {
      case "CHECK": if let check = Self.nextParenthesis(&rest) { checks.append(check) }
      case "AS":
        if let column { expressions[column] = Self.nextParenthesis(&rest) }
      case "COLLATE":
        let name = rest.first { !$0.isSpace }?.name
        if let column, let name, name.uppercased() != "BINARY" { collations[column] = name }
      default: break
      }
    }
  }

  /// Takes the parenthesis that follows, with what is in it; nil if something else follows.
  private static func nextParenthesis(_ rest: inout ArraySlice<SQLWord>) -> String? {
    rest = rest.drop(while: \.isSpace)
    guard rest.popFirst()?.opens == true else { return nil }
    return "(" + parenthesis(&rest)
  }

  /// Takes the words up to the end of a parenthesis that has been opened.
  private static func parenthesis(_ rest: inout ArraySlice<SQLWord>) -> String {
    var (depth, text) = (1, "")
    while depth > 0, let word = rest.popFirst() {
      if word.opens { depth += 1 }
      if word.closes { depth -= 1 }
      text += word.text
    }
    return text
  }
}

extension SQLWord {
  fileprivate var opens: Bool { text == "(" }
  fileprivate var closes: Bool { text == ")" }
}
