// Searches within texts. A property that is nil matches nothing.

extension QueryExpression where Value: _ColumnText {
  /// The text matches a pattern, in which `%` stands for any text and `_` for any one character;
  /// letters A–Z match regardless of case. After the escape character they stand for themselves, as
  /// in `matches("100!%", escape: "!")`. SQL: `column LIKE ?1`, with `ESCAPE '!'`. It uses no
  /// index. SQLite compares a text only up to its first NUL character; a NUL in the pattern is
  /// `invalidQuery`. Both also apply to `ignoringCase`.
  public func matches(_ pattern: String, escape: Character? = nil) -> Condition {
    search(TextSearch(kind: .pattern(escape: escape), text: pattern))
  }

  /// The text begins with another. Case matters, unless `ignoringCase` treats A–Z and a–z as equal.
  /// SQL: `(column >= ?1 AND column < ?2)`, which can use an index on the property; ignoring case
  /// `column LIKE ?1 ESCAPE '\\'`, which cannot.
  public func hasPrefix(_ text: String, ignoringCase: Bool = false) -> Condition {
    search(ignoringCase ? .pattern(text, after: "%") : TextSearch(kind: .prefix, text: text))
  }

  /// The text ends with another. Case as in ``hasPrefix(_:ignoringCase:)``; it uses no index.
  public func hasSuffix(_ text: String, ignoringCase: Bool = false) -> Condition {
    search(ignoringCase ? .pattern(before: "%", text) : TextSearch(kind: .suffix, text: text))
  }

  /// The text contains another. Case as in ``hasPrefix(_:ignoringCase:)``; it uses no index.
  public func contains(_ text: String, ignoringCase: Bool = false) -> Condition {
    search(
      ignoringCase ? .pattern(before: "%", text, after: "%") : TextSearch(kind: .part, text: text))
  }

  private func search(_ search: TextSearch) -> Condition {
    Condition(.text(node, search))
  }

  // MARK: Within other columns

  /// The text begins with that of another expression; not if one of them is nil. Case matters.
  /// SQL on PostgreSQL: `left(name, char_length(nick)) IS NOT DISTINCT FROM nick`.
  public func hasPrefix<Other: _ColumnText>(_ other: QueryExpression<Other>) -> Condition {
    part(.prefix, isTextOf: other)
  }

  /// The text ends with that of another expression; not if one of them is nil. Case matters.
  public func hasSuffix<Other: _ColumnText>(_ other: QueryExpression<Other>) -> Condition {
    part(.suffix, isTextOf: other)
  }

  /// The text contains that of another expression; not if one of them is nil. Case matters.
  /// SQL: `instr(name, nick) > 0`.
  public func contains<Other: _ColumnText>(_ other: QueryExpression<Other>) -> Condition {
    Condition(.contains(node, other.node))
  }

  private func part<Other>(
    _ function: TextFunction, isTextOf other: QueryExpression<Other>
  ) -> Condition {
    let count = ValueNode.text(.count, other.node, [])
    return Condition(.columns(.text(function, node, [count]), .equal, other.node))
      && Condition(.not(.isNull(other.node)))
  }

  // MARK: Functions

  /// The text in small letters, by Unicode's mapping: `$0.name.lowercased() == "anna"`. In SQLite a function
  /// of ours; on PostgreSQL `lower(replace(name, 'Σ', 'σ') COLLATE "und-x-icu")`.
  public func lowercased() -> QueryExpression { computed(.lowercased) }

  /// The text in capital letters, by Unicode's mapping, in which `ß` becomes `SS`.
  public func uppercased() -> QueryExpression { computed(.uppercased) }

  /// The text without white space and line ends on either side: without the scalars with Unicode's property
  /// `White_Space`. SQL: `trim(name, ?1)`.
  public func trimmed() -> QueryExpression {
    computed(.trimmed, .argument(ComputedArgument(Self.whitespace)))
  }

  /// The first Unicode scalars of the text; all of them if there are no more, none for a negative number.
  public func prefix(_ count: Int) -> QueryExpression { part(.prefix, count) }

  /// The last Unicode scalars of the text; all of them if there are no more, none for a negative number.
  public func suffix(_ count: Int) -> QueryExpression { part(.suffix, count) }

  /// The text without its first Unicode scalars; nothing if there are no more, all of it for a negative number.
  /// `dropFirst(2).prefix(3)` is a part of it.
  public func dropFirst(_ count: Int = 1) -> QueryExpression { part(.dropFirst, count) }

  /// The text without its last Unicode scalars.
  public func dropLast(_ count: Int = 1) -> QueryExpression { part(.dropLast, count) }

  /// The text in which `other` stands wherever `part` did, scalar by scalar, from the beginning on. An empty
  /// part changes nothing. SQL: `replace(name, ?1, ?2)`.
  public func replacing(_ part: String, with other: String) -> QueryExpression {
    computed(
      .replacing, .argument(ComputedArgument(part)), .argument(ComputedArgument(other)))
  }

  private func part(_ function: TextFunction, _ count: Int) -> QueryExpression {
    // No text is longer, and databases may add one to a number of 32 bits.
    let most = Int(Int32.max) - 1
    return computed(function, .argument(ComputedArgument(Swift.min(Swift.max(0, count), most))))
  }

  private func computed(_ function: TextFunction, _ others: ValueNode...) -> QueryExpression {
    QueryExpression(node: .text(function, node, others))
  }

  private static var whitespace: String {
    let scalars = (0...0x3000).compactMap(Unicode.Scalar.init).filter(\.properties.isWhitespace)
    return String(String.UnicodeScalarView(scalars))
  }
}

extension QueryExpression<String> {
  /// The number of Unicode scalars, as in `name.unicodeScalars.count`. Swift's own `count` is one of
  /// characters, which no database knows: `é` written as `e` and an accent is two scalars and one of these.
  public var count: QueryExpression<Int> { QueryExpression<Int>(node: .text(.count, node, [])) }
}

extension QueryExpression<String?> {
  /// The number of Unicode scalars; nil for nil.
  public var count: QueryExpression<Int?> { QueryExpression<Int?>(node: .text(.count, node, [])) }
}
