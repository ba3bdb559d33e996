import Foundation
import PersistentObjectsEngine

/// Stores `TimeZone` as TEXT: its identifier, as in `Europe/Berlin` or `GMT+0100`.
///
/// `TimeZone.current` is stored as the zone that it is now. `TimeZone.autoupdatingCurrent` is
/// refused, since it is another zone after a setting was changed; so is a fixed offset that is not
/// of whole minutes, which its identifier cannot say. `TimeZone` has no order.
///
/// What an identifier means, its rules for summer time among them, is the time zone database's
/// matter; one that the system does not know is an error when read.
public struct TimeZoneCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `time-zone 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("time-zone") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the identifier; throws if it does not give the time zone back.
  public func encode(_ value: TimeZone, into column: inout ColumnWriter) throws {
    column.write(try value.storedIdentifier())
  }

  /// Reads the time zone; throws if the system knows none with this identifier, or knows it under
  /// another: `UTC` is stored as `GMT`.
  public func decode(from column: borrowing ColumnReader) throws -> TimeZone {
    try TimeZone(stored: try column.text())
  }
}

extension TimeZone {
  /// The identifier; throws if it does not give the time zone back.
  func storedIdentifier() throws -> String {
    guard let zone = TimeZone(identifier: identifier), zone == self else {
      throw CodecError(
        "the time zone follows the settings of the system;"
          + " save TimeZone.current, or TimeZone(identifier: \"\(identifier)\")")
    }
    // For Foundation those with equal identifiers are equal, even if their offsets differ.
    if identifier.hasPrefix("GMT"), zone.secondsFromGMT() != secondsFromGMT() {
      throw CodecError(
        "\(secondsFromGMT()) s from GMT are not whole minutes, as a time zone's identifier says")
    }
    return identifier
  }

  /// The time zone with a stored identifier.
  init(stored identifier: String) throws {
    guard TimeZoneName.isSafe(identifier), let zone = TimeZone(identifier: identifier) else {
      throw CodecError("\(Excerpt(identifier)) is not a time zone that the system knows")
    }
    guard zone.identifier.utf8.elementsEqual(identifier.utf8) else {
      throw CodecError("\(Excerpt(identifier)) is a time zone that is stored as \(zone.identifier)")
    }
    self = zone
  }
}
