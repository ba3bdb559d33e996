public import Foundation
import PersistentObjectsCodec

/// Stores `NSUUID` as TEXT, like `UUID`.
///
/// ```swift
/// var id: NSUUID  // id TEXT: 1B4E28BA-2FA1-11D2-883F-0016D3CCA427
/// ```
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
