public import Foundation
import PersistentObjectsEngine

/// Stores `NSUUID` as TEXT, as `UUID` is.
public struct NSUUIDCodec: BridgedColumnCodec {
  /// Foundation's class.
  public typealias Value = NSUUID
  /// `uuid-text 1`.
  public var base: UUIDCodec { UUIDCodec() }

  /// Makes the codec.
  public init() {}

  /// The UUID.
  public func value(of object: NSUUID) -> UUID { object as UUID }
  /// The UUID as an object.
  public func object(of value: UUID) -> NSUUID { value as NSUUID }
}
