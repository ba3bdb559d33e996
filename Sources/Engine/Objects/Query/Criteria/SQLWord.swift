import PersistentObjectsConnections
import PersistentObjectsDriver

/// A word of an SQL text as it is written: a name, a literal, a symbol, or white space.
package struct SQLWord: Sendable {
  /// The text. White space and comments are one space.
  package let text: String
  /// The name without its quotes; nil for another word.
  package let name: String?
  /// The name in capitals if it is written without quotes, so that it may be a keyword.
  package let keyword: String?

  /// Returns the words of a text. Throws `invalidQuery` if a quote is not closed.
  package static func words(of sql: String) throws -> [SQLWord] {
    try SQLToken.tokens(of: Criteria(stringLiteral: sql)).map { token in
      SQLWord(
        text: token.isSpace ? " " : token.source, name: token.name, keyword: token.keyword)
    }
  }

  /// Whether the word is white space.
  package var isSpace: Bool { text == " " }
}
