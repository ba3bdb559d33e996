public import Foundation
public import PersistentObjectsEngine

/// Stores `URL` as TEXT: its absolute string, unchanged.
///
/// A URL relative to a base is refused, since one string cannot restore both parts and such a URL
/// equals only one with the same base: save `url.absoluteURL`. Stored forms sort by their bytes;
/// `URL` itself has no order.
public struct URLCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `url 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("url") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the absolute string; throws for a URL with a base, or one whose string restores
  /// another.
  public func encode(_ value: URL, into column: inout ColumnWriter) throws {
    guard value.baseURL == nil else {
      throw CodecError("a URL relative to a base cannot be stored; save its absoluteURL")
    }
    let text = value.absoluteString
    guard Self.url(text) == value else {
      throw CodecError("\(Excerpt(text)) does not give the same URL back")
    }
    column.write(text)
  }

  /// Reads the URL; throws if the text is not one.
  public func decode(from column: borrowing ColumnReader) throws -> URL {
    let text = try column.text()
    guard let url = Self.url(text), url.absoluteString == text else {
      throw CodecError("\(Excerpt(text)) is not a URL")
    }
    return url
  }

  /// Makes a URL. Invalid characters are refused, not escaped: escaping would change the stored
  /// text.
  private static func url(_ text: String) -> URL? {
    URL(string: text, encodingInvalidCharacters: false)
  }
}
