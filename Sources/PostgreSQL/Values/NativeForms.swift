import Foundation
import PersistentObjectsDriver

// The binary forms of the server's types in which columns store values of a meaning, see
// `NativeType`.

/// The 16 bytes of a `uuid`, and its text with digits in upper case.
enum UUIDBytes {
  /// Returns the text of a UUID's bytes; nil for any other number of bytes.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)).uuidString : nil
  }

  /// Adds the bytes of a text. Returns false if it is not a UUID in upper case.
  static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) -> Bool {
    let text = String(decoding: text, as: UTF8.self)
    guard let uuid = UUID(uuidString: text), uuid.uuidString == text else { return false }
    withUnsafeBytes(of: uuid.uuid) { bytes += $0 }
    return true
  }
}

/// The time of a `timestamptz`: microseconds since 2000-01-01 00:00:00 UTC. The greatest and the
/// least number stand for infinity.
enum ServerTime {
  /// The microseconds from 1970 to 2000.
  private static let offset: Int64 = 946_684_800_000_000

  /// Returns the microseconds since 1970; nil for infinity.
  static func microseconds(_ time: Int64) -> Int64? {
    if time == .max || time == .min { return nil }
    let (sum, isBeyond) = time.addingReportingOverflow(offset)
    return isBeyond ? nil : sum
  }

  /// Returns microseconds since 1970 as a text that the server reads.
  static func text(microseconds: Int64) -> String {
    let dayLength: Int64 = 86_400_000_000
    let days = microseconds.quotient(by: dayLength)
    let (day, rest) = (GregorianDay(daysSince1970: days), microseconds - days * dayLength)
    func digits(_ count: Int, of number: Int64) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    // The year before 1 is 1 BC.
    let year = day.year > 0 ? day.year : 1 - day.year
    let seconds = rest / 1_000_000
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits(2, of: $0) }
    return """
      \(digits(4, of: year))-\(digits(2, of: day.month))-\(digits(2, of: day.day)) \(time.joined(separator: ":"))\
      .\(digits(6, of: rest % 1_000_000))+00\(day.year > 0 ? "" : " BC")
      """
  }

  /// Returns the server's time of microseconds since 1970; nil if it is out of range.
  static func time(_ microseconds: Int64) -> Int64? {
    let (difference, isBeyond) = microseconds.subtractingReportingOverflow(offset)
    return isBeyond || difference == .min ? nil : difference
  }
}

/// The binary form of a `jsonb`: a version, followed by the text.
enum JSONBytes {
  static let version: UInt8 = 1
}
