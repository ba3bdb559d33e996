public import PersistentObjectsCodec
import PersistentObjectsDriver

/// A rule for ordering texts and for deciding which texts are equal.
///
/// ```swift
/// Person.where { $0.lastName.collated(.ignoringCase) == "smith" }  // WHERE lower(last_name) = ?1
/// Person.query.order { $0.lastName.collated("de-x-icu") }  // ORDER BY last_name COLLATE "de-x-icu"
/// ```
///
/// Without a collation, texts are compared by their Unicode scalars.
public struct Collation: Sendable, ExpressibleByStringLiteral {
  /// The name in the database; nil for the one that ignores case.
  let name: String?

  private init(name: String?) { self.name = name }

  /// A collation that treats the letters A–Z as equal to a–z and leaves everything else unchanged.
  /// It also applies to the value that a text is compared with. The index `.on {
  /// $0.lastName.collated(.ignoringCase) }` supports it.
  public static let ignoringCase = Collation(name: nil)

  /// Creates a collation of the database, such as `"de-x-icu"` on PostgreSQL. If the database has
  /// none with that name, the query throws the database's error.
  public init(stringLiteral name: String) { self.init(name: name) }

  /// Creates a collation of the database.
  public init(named name: String) { self.init(name: name) }
}

extension QueryExpression where Value: _ColumnText {
  /// Returns the text, to be compared, ordered, grouped or counted by a collation. Selecting a text
  /// with `ignoringCase` returns it with the letters A–Z in lower case. A text that it is compared
  /// with has the same collation. Searches such as `hasPrefix` ignore collations of the database;
  /// they have an `ignoringCase` parameter of their own.
  public func collated(_ collation: Collation) -> QueryExpression {
    QueryExpression(node: .collated(node, collation))
  }
}

/// A coding of texts with the letters A–Z in lower case.
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
