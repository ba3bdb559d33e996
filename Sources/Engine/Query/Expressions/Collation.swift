/// An order of texts, and what they regard as equal.
///
/// ```swift
/// Person.where { $0.lastName.collated(.ignoringCase) == "smith" }  // WHERE lower(last_name) = ?1
/// Person.query.order { $0.lastName.collated("de-x-icu") }  // ORDER BY last_name COLLATE "de-x-icu"
/// ```
///
/// Without one texts are compared by their Unicode scalars.
public struct Collation: Sendable, ExpressibleByStringLiteral {
  /// The name in the database; nil for the one that ignores case.
  let name: String?

  private init(name: String?) { self.name = name }

  /// The letters A–Z are equal to a–z; all else is as it is. What a text is compared with is treated alike. The index
  /// `.on { $0.lastName.collated(.ignoringCase) }` serves it.
  public static let ignoringCase = Collation(name: nil)

  /// A collation that the database has, such as `"de-x-icu"` on PostgreSQL. Where there is none with that name the
  /// query throws what the database says.
  public init(stringLiteral name: String) { self.init(name: name) }

  /// A collation that the database has.
  public init(named name: String) { self.init(name: name) }
}

extension QueryExpression where Value: _ColumnText {
  /// The text to be compared, ordered, grouped or counted by a collation. What is selected so is the text in small
  /// letters for `ignoringCase`. Searches such as `hasPrefix` have an `ignoringCase` of their own.
  public func collated(_ collation: Collation) -> QueryExpression {
    QueryExpression(node: .collated(node, collation))
  }
}

/// Texts of which the letters A–Z are small.
struct FoldedTextCoding: ValueCoding {
  func encodeArgument(_ value: String, into cells: RowBatch, at index: Int) throws {
    cells.set(.text(Self.folded(value)), at: index)
  }

  func decodeResult(from row: Row, at index: Int) throws -> String {
    try TextCoding().decodeResult(from: row, at: index)
  }

  private static func folded(_ text: String) -> String {
    String(decoding: text.utf8.map { 65...90 ~= $0 ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
