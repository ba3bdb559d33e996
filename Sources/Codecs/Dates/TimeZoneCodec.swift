public import Foundation
public import PersistentObjectsCodec
import PersistentObjectsKeyedArchive

/// Stores `TimeZone` as TEXT: its identifier, as in `Europe/Berlin` or `GMT+0100`.
///
/// ```swift
/// var zone: TimeZone  // zone TEXT: Europe/Berlin
/// ```
///
/// `TimeZone.current` is stored as the current zone. `TimeZone.autoupdatingCurrent` is refused,
/// since it becomes another zone when a setting changes. So is a fixed offset that is not a whole
/// number of minutes, which its identifier cannot express. `TimeZone` has no order.
///
/// The time zone database decides what an identifier means, daylight saving time included. Reading
/// an identifier that the system does not know is an error.
public struct TimeZoneCodec: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `time-zone 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("time-zone") }
  /// TEXT.
  public var base: StringCodec { StringCodec() }

  /// Returns the identifier; throws if it does not restore the same time zone.
  public func baseValue(of value: TimeZone) throws -> String { try value.storedIdentifier() }
  /// Returns the time zone; throws if the system does not know this identifier, or knows the zone
  /// under another: `UTC` is stored as `GMT`.
  public func value(of base: String) throws -> TimeZone { try TimeZone(stored: base) }
}

extension TimeZone {
  /// Returns the identifier; throws if it does not restore the same time zone.
  func storedIdentifier() throws -> String {
    if let fault = TimeZoneName.fault(of: self) { throw CodecError(fault) }
    return identifier
  }

  /// Makes the time zone with a stored identifier.
  init(stored identifier: String) throws {
    guard TimeZoneName.isSafe(identifier), let zone = TimeZone(identifier: identifier) else {
      throw CodecError("\(Excerpt(identifier)) is not a time zone known to the system")
    }
    guard zone.identifier.utf8.elementsEqual(identifier.utf8) else {
      throw CodecError(
        "\(Excerpt(identifier)) is a time zone whose stored form is \(zone.identifier)")
    }
    self = zone
  }
}
