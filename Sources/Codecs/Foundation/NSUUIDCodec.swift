public import Foundation
import PersistentObjectsEngine

/// Stores `NSUUID` as TEXT, as `UUID` is.
public struct NSUUIDCodec: DerivedColumnCodec {
  /// `uuid-text 1`.
  public var base: UUIDCodec { UUIDCodec() }

  /// Makes the codec.
  public init() {}

  /// The UUID.
  public func baseValue(of object: NSUUID) -> UUID { object as UUID }
  /// The UUID as an object.
  public func value(of base: UUID) -> NSUUID { base as NSUUID }
}
