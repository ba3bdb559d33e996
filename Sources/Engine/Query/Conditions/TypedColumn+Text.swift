// Searches within texts. A property that is nil matches nothing.

extension TypedColumn where Value: _ColumnText {
  /// The text matches a pattern, in which `%` stands for any text and `_` for any one character;
  /// letters A–Z match regardless of case. After the escape character they stand for themselves, as
  /// in `matches("100!%", escape: "!")`. SQL: `column LIKE ?1`, with `ESCAPE '!'`. It uses no
  /// index. SQLite compares a text only up to its first NUL character; a NUL in the pattern is
  /// `invalidQuery`. Both also apply to `ignoringCase`.
  public func matches(_ pattern: String, escape: Character? = nil) -> Condition<Root> {
    search(TextSearch(kind: .pattern(escape: escape), text: pattern))
  }

  /// The text begins with another. Case matters, unless `ignoringCase` treats A–Z and a–z as equal.
  /// SQL: `(column >= ?1 AND column < ?2)`, which can use an index on the property; ignoring case
  /// `column LIKE ?1 ESCAPE '\\'`, which cannot.
  public func hasPrefix(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    search(ignoringCase ? .pattern(text, after: "%") : TextSearch(kind: .prefix, text: text))
  }

  /// The text ends with another. Case as in ``hasPrefix(_:ignoringCase:)``; it uses no index.
  public func hasSuffix(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    search(ignoringCase ? .pattern(before: "%", text) : TextSearch(kind: .suffix, text: text))
  }

  /// The text contains another. Case as in ``hasPrefix(_:ignoringCase:)``; it uses no index.
  public func contains(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    search(
      ignoringCase ? .pattern(before: "%", text, after: "%") : TextSearch(kind: .part, text: text))
  }

  private func search(_ search: TextSearch) -> Condition<Root> {
    Condition(node: .text(path, search))
  }
}
