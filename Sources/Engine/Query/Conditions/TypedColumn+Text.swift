// Searches within texts. A property that is nil matches nothing.

extension TypedColumn where Value: _ColumnText {
  /// The text matches a pattern, in which `%` stands for any text and `_` for any one character;
  /// letters A–Z match without case. After the escape character they stand for themselves, as in
  /// `matches("100!%", escape: "!")`. SQL: `column LIKE ?1`, with `ESCAPE '!'`. No index serves it.
  /// Of a text with a NUL character SQLite compares what stands before; in the pattern it is
  /// `invalidQuery`. Both hold for `ignoringCase`, too.
  public func matches(_ pattern: String, escape: Character? = nil) -> Condition<Root> {
    condition(.pattern(escape: escape), pattern)
  }

  /// The text begins with another. Letters match by case as in Swift, unless `ignoringCase` takes
  /// A–Z and a–z for the same. SQL: `(column >= ?1 AND column < ?2)`, which an index on the property
  /// serves; ignoring case `column LIKE ?1 ESCAPE '\\'`, which none does.
  public func hasPrefix(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    ignoringCase ? condition(.pattern("", text, "%")) : condition(.prefix, text)
  }

  /// The text ends with another. Case as in ``hasPrefix(_:ignoringCase:)``; no index serves it.
  public func hasSuffix(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    ignoringCase ? condition(.pattern("%", text, "")) : condition(.suffix, text)
  }

  /// Another text is part of the text. Case as in ``hasPrefix(_:ignoringCase:)``; no index serves it.
  public func contains(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    ignoringCase ? condition(.pattern("%", text, "%")) : condition(.part, text)
  }
}

extension TypedColumn {
  private func condition(_ kind: TextSearch.Kind, _ text: String) -> Condition<Root> {
    condition(TextSearch(kind: kind, text: text))
  }

  private func condition(_ search: TextSearch) -> Condition<Root> {
    Condition(node: .text(path, search))
  }
}

/// `String` and `String?`, for columns that can be searched for texts.
public protocol _ColumnText {}

extension String: _ColumnText {}

extension Optional: _ColumnText where Wrapped == String {}
