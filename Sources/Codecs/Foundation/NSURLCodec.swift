public import Foundation
import PersistentObjectsEngine

/// Stores `NSURL` as TEXT, as `URL` is. One relative to a base is refused.
public struct NSURLCodec: DerivedColumnCodec {
  /// `url 1`.
  public var base: URLCodec { URLCodec() }

  /// Makes the codec.
  public init() {}

  /// Returns the URL; throws if its text is not valid, or if it is relative to a base, which Foundation on Linux drops when it
  /// converts to `URL`.
  public func baseValue(of object: NSURL) throws -> URL {
    guard object.baseURL == nil else {
      throw CodecError("a URL relative to a base cannot be stored; save its absoluteURL")
    }
    // Of such a text Foundation makes an `NSURL` on Linux, and stops the process when that becomes a `URL`.
    guard URL(string: object.absoluteString) != nil else {
      throw CodecError("the URL's text is not one that a URL can have; make it of a URL")
    }
    return object as URL
  }
  /// The URL as an object.
  public func value(of base: URL) -> NSURL { base as NSURL }
}
