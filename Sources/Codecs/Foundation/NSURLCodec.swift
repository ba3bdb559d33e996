public import Foundation
import PersistentObjectsCodec

/// Stores `NSURL` as TEXT, like `URL`. A URL relative to a base is refused.
///
/// ```swift
/// var page: NSURL  // page TEXT: https://example.com/
/// ```
public struct NSURLCodec: DerivedColumnCodec {
  /// `url 1`.
  public var base: URLCodec { URLCodec() }

  /// Makes the codec.
  public init() {}

  /// Returns the URL; throws if its text is not valid, or if it is relative to a base, which
  /// Foundation on Linux drops when it converts to `URL`.
  public func baseValue(of object: NSURL) throws -> URL {
    guard object.baseURL == nil else {
      throw CodecError("a URL relative to a base cannot be stored; save its absoluteURL")
    }
    // On Linux, Foundation makes an `NSURL` of an invalid text, but stops the process when that is
    // converted to a `URL`.
    guard URL(string: object.absoluteString) != nil else {
      throw CodecError("the text of the NSURL is not a valid URL; create it from a URL")
    }
    return object as URL
  }
  /// Returns the URL as an object.
  public func value(of base: URL) -> NSURL { base as NSURL }
}
