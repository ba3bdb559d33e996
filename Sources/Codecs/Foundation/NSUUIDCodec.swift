public import Foundation
import PersistentObjectsCodec

/// Stores `NSUUID` as TEXT, like `UUID`.
public struct NSUUIDCodec: DerivedColumnCodec {
  /// `uuid-text 1`.
  public var base: UUIDCodec { UUIDCodec() }

  /// Makes the codec.
  public init() {}

  /// Returns the UUID.
  public func baseValue(of object: NSUUID) -> UUID { object as UUID }
  /// Returns the UUID as an object.
  public func value(of base: UUID) -> NSUUID { base as NSUUID }
}
