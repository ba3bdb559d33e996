import Foundation
import PersistentObjectsEngine

/// Stores `NSURL` as TEXT, as `URL` is. One relative to a base is refused.
public struct NSURLCodec: BridgedColumnCodec {
  /// Foundation's class.
  public typealias Value = NSURL
  /// `url 1`.
  public var base: URLCodec { URLCodec() }

  /// Makes the codec.
  public init() {}

  /// The URL.
  public func value(of object: NSURL) -> URL { object as URL }
  /// The URL as an object.
  public func object(of value: URL) -> NSURL { value as NSURL }
}
