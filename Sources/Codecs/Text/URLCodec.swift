public import Foundation
public import PersistentObjectsCodec

/// Stores `URL` as TEXT: its absolute string, unchanged.
///
/// ```swift
/// var page: URL  // page TEXT: https://example.com/
/// ```
///
/// A URL relative to a base is refused, since one string cannot restore both parts and such a URL
/// equals only one with the same base: save `url.absoluteURL`. Stored forms sort by their bytes;
/// `URL` itself has no order.
public struct URLCodec: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `url 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("url") }
  /// TEXT.
  public var base: StringCodec { StringCodec() }

  /// Returns the absolute string; throws for a URL with a base, or one whose string restores
  /// another URL.
  public func baseValue(of value: URL) throws -> String {
    guard value.baseURL == nil else {
      throw CodecError("a URL relative to a base cannot be stored; save its absoluteURL")
    }
    let text = value.absoluteString
    guard Self.url(text) == value else {
      throw CodecError("\(Excerpt(text)) is not read back as the same URL")
    }
    return text
  }

  /// Returns the URL; throws if the text is not one.
  public func value(of base: String) throws -> URL {
    guard let url = Self.url(base), url.absoluteString == base else {
      throw CodecError("\(Excerpt(base)) is not a URL")
    }
    return url
  }

  /// Returns the URL of a text. Invalid characters are refused, not escaped: escaping would change
  /// the stored text.
  private static func url(_ text: String) -> URL? {
    URL(string: text, encodingInvalidCharacters: false)
  }
}
