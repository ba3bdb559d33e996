// Searches within texts. A property that is nil does not match.

public import PersistentObjectsCodec
import PersistentObjectsDriver

extension QueryExpression where Value: _ColumnText {
  /// Tests whether the text matches a pattern, in which `%` stands for any text and `_` for any one
  /// character. Letters A–Z match regardless of case. After the escape character, `%` and `_` stand
  /// for themselves, as in `matches("100!%", escape: "!")`. SQL: `column LIKE ?1`, with
  /// `ESCAPE '!'`. The search uses no index. SQLite compares a text only up to its first NUL
  /// character; a NUL in the pattern is `invalidQuery`. Both also apply to `ignoringCase`.
  public func matches(_ pattern: String, escape: Character? = nil) -> Condition {
    search(TextSearch(kind: .pattern(escape: escape), text: pattern))
  }

  /// Tests whether the text begins with another. Case matters, unless `ignoringCase` treats A–Z and
  /// a–z as equal. SQL: `(column >= ?1 AND column < ?2)`, which can use an index on the property;
  /// ignoring case `column LIKE ?1 ESCAPE '\\'`, which cannot.
  public func hasPrefix(_ text: String, ignoringCase: Bool = false) -> Condition {
    search(ignoringCase ? .pattern(text, after: "%") : TextSearch(kind: .prefix, text: text))
  }

  /// Tests whether the text ends with another. Case is treated as in
  /// ``hasPrefix(_:ignoringCase:)``. The search uses no index.
  public func hasSuffix(_ text: String, ignoringCase: Bool = false) -> Condition {
    search(ignoringCase ? .pattern(before: "%", text) : TextSearch(kind: .suffix, text: text))
  }

  /// Tests whether the text contains another. Case is treated as in ``hasPrefix(_:ignoringCase:)``.
  /// The search uses no index.
  public func contains(_ text: String, ignoringCase: Bool = false) -> Condition {
    search(
      ignoringCase ? .pattern(before: "%", text, after: "%") : TextSearch(kind: .part, text: text))
  }

  private func search(_ search: TextSearch) -> Condition {
    Condition(.text(node, search))
  }

  // MARK: Within other columns

  /// Tests whether the text begins with that of another expression. This does not hold if either is
  /// nil. Case matters. SQL on PostgreSQL: `left(name, char_length(nick)) IS NOT DISTINCT FROM
  /// nick`.
  public func hasPrefix<Other: _ColumnText>(_ other: QueryExpression<Other>) -> Condition {
    part(.prefix, isTextOf: other)
  }

  /// Tests whether the text ends with that of another expression. This does not hold if either is
  /// nil. Case matters.
  public func hasSuffix<Other: _ColumnText>(_ other: QueryExpression<Other>) -> Condition {
    part(.suffix, isTextOf: other)
  }

  /// Tests whether the text contains that of another expression. This does not hold if either is
  /// nil. Case matters. SQL: `instr(name, nick) > 0`.
  public func contains<Other: _ColumnText>(_ other: QueryExpression<Other>) -> Condition {
    Condition(.contains(node, other.node))
  }

  private func part<Other>(
    _ function: TextFunction, isTextOf other: QueryExpression<Other>
  ) -> Condition {
    let count = ValueNode.text(.count, other.node, [])
    return Condition(.columns(.text(function, node, [count]), .equal, other.node.uncollated))
      && Condition(.not(.isNull(other.node)))
  }

  // MARK: Functions

  /// Returns the text in lower case, by Unicode's mapping: `$0.name.lowercased() == "anna"`. On
  /// SQLite this is a function of the package; on PostgreSQL `lower(replace(name, 'Σ', 'σ') COLLATE
  /// "und-x-icu")`.
  public func lowercased() -> QueryExpression { computed(.lowercased) }

  /// Returns the text in upper case, by Unicode's mapping, in which `ß` becomes `SS`.
  public func uppercased() -> QueryExpression { computed(.uppercased) }

  /// Returns the text without leading and trailing white space and line breaks, which are the
  /// scalars with Unicode's property `White_Space`. SQL: `trim(name, ?1)`.
  public func trimmed() -> QueryExpression {
    computed(.trimmed, .argument(ComputedArgument(Self.whitespace)))
  }

  /// Returns the first Unicode scalars of the text: all of them if there are no more, none if
  /// `count` is negative.
  public func prefix(_ count: Int) -> QueryExpression { part(.prefix, count) }

  /// Returns the last Unicode scalars of the text: all of them if there are no more, none if
  /// `count` is negative.
  public func suffix(_ count: Int) -> QueryExpression { part(.suffix, count) }

  /// Returns the text without its first Unicode scalars: an empty text if there are no more, the
  /// whole text if `count` is negative. `dropFirst(2).prefix(3)` returns a part of the text.
  public func dropFirst(_ count: Int = 1) -> QueryExpression { part(.dropFirst, count) }

  /// Returns the text without its last Unicode scalars.
  public func dropLast(_ count: Int = 1) -> QueryExpression { part(.dropLast, count) }

  /// Returns the text with each `part` replaced by `other`, matched scalar by scalar from the
  /// beginning. An empty `part` changes nothing, and one that begins with a NUL character is
  /// `invalidQuery`. SQL: `replace(name, ?1, ?2)`.
  public func replacing(_ part: String, with other: String) -> QueryExpression {
    // SQLite's function would find it nowhere.
    if part.utf8.first == 0 { return QueryExpression(node: .refused(Self.beginsWithNUL)) }
    return computed(
      .replacing, .argument(ComputedArgument(part)), .argument(ComputedArgument(other)))
  }

  private func part(_ function: TextFunction, _ count: Int) -> QueryExpression {
    // No text is longer, and databases may add one to a 32-bit number.
    let most = Int(Int32.max) - 1
    return computed(function, .argument(ComputedArgument(Swift.min(Swift.max(0, count), most))))
  }

  private func computed(_ function: TextFunction, _ others: ValueNode...) -> QueryExpression {
    QueryExpression(node: .text(function, node, others))
  }

  private static var beginsWithNUL: PersistenceError {
    PersistenceError(
      .invalidQuery, "a text that begins with a NUL character cannot be replaced in SQL")
  }

  private static var whitespace: String {
    let scalars = (0...0x3000).compactMap(Unicode.Scalar.init).filter(\.properties.isWhitespace)
    return String(String.UnicodeScalarView(scalars))
  }
}

extension QueryExpression<String> {
  /// The number of Unicode scalars, as in `name.unicodeScalars.count`. Swift's own `count` counts
  /// characters, which no database knows: `é` written as `e` and an accent is two scalars but one
  /// character.
  public var count: QueryExpression<Int> { QueryExpression<Int>(node: .text(.count, node, [])) }
}

extension QueryExpression<String?> {
  /// The number of Unicode scalars; nil for nil.
  public var count: QueryExpression<Int?> { QueryExpression<Int?>(node: .text(.count, node, [])) }
}
