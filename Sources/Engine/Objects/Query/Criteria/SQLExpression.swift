import PersistentObjectsConnections

/// A check of expressions that are given as text, such as the condition of an index.
package enum SQLExpression {
  /// Whether a text is self-contained as an SQL expression: it has no semicolon, comment or
  /// parameter, and its parentheses and quotes are closed. The database may still reject it.
  package static func isSound(_ text: String) -> Bool {
    guard !text.utf8.contains(0) else { return false }
    var depth = 0
    var isEmpty = true
    var scanner = SQLScanner(text)
    while let token = scanner.next() {
      switch token.symbol {
      case "(": depth += 1
      case ")": depth -= 1
      case let symbol?:
        if symbol.contains(where: { ";?@:".contains($0) }) { return false }
      case nil: break
      }
      isEmpty = isEmpty && token.isSpace
      if depth < 0 || scanner.hasMetComment { return false }
    }
    return !isEmpty && depth == 0 && !scanner.isUnterminated
  }
}
