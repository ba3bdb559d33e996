import Foundation

/// Foundation's `Codable` types whose `init(from:)` stops the process for values out of range, or
/// makes other values of them. Their parts are read and checked first.
enum FoundationValues {
  /// Decodes a value of `type` safely from any archive.
  static func make<Value: Decodable>(_ type: Value.Type, from decoder: ValueDecoder) throws -> Value
  {
    if type == IndexSet.self {
      try check(try IndexSetParts(from: decoder).isValid, of: type, in: decoder)
    } else if type == DateInterval.self {
      try check(try DateIntervalParts(from: decoder).isValid, of: type, in: decoder)
    } else if type == Calendar.self {
      try check(try CalendarParts(from: decoder).isValid, of: type, in: decoder)
    } else if type == TimeZone.self {
      try check(try TimeZoneParts(from: decoder).isValid, of: type, in: decoder)
    } else if type == Decimal.self {
      try check(try CodedDecimal(from: decoder).isValid, of: type, in: decoder)
    } else if type == URLComponents.self {
      try check(try URLComponentsParts(from: decoder).isValid, of: type, in: decoder)
    } else if type == CharacterSet.self {
      let set = try CharacterSetBitmap(from: decoder).characterSet
      try check(set != nil, of: type, in: decoder)
      if let set = set as? Value { return set }
    }
    return try Value(from: decoder)
  }

  private static func check(_ isValid: Bool, of type: Any.Type, in decoder: ValueDecoder) throws {
    if isValid { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "the archive does not hold a valid \(type)"))
  }
}

/// The ranges of an index set, which must be in order.
private struct IndexSetParts: Decodable {
  struct Part: Decodable {
    let location: Int
    let length: Int
  }

  let indexes: [Part]

  var isValid: Bool {
    var end = 0
    for part in indexes {
      let (next, overflow) = part.location.addingReportingOverflow(part.length)
      guard part.location >= end, part.length >= 0, !overflow else { return false }
      end = next
    }
    return true
  }
}

private struct DateIntervalParts: Decodable {
  let start: Date
  let duration: Double

  /// Whether the interval is valid. Its end must be a date too: minus infinity plus infinity is not
  /// one.
  var isValid: Bool { duration >= 0 && !(start + duration).timeIntervalSinceReferenceDate.isNaN }
}

/// The fields of a calendar, checked as in `CalendarCodec`. The time zone is decoded, and thereby
/// checked, as a separate value.
private struct CalendarParts: Decodable {
  struct Locale: Decodable {
    let identifier: String
  }

  let locale: Locale?
  let firstWeekday: Int?
  let minimumDaysInFirstWeek: Int?

  var isValid: Bool {
    LocaleName.isSafe(locale?.identifier ?? "") && 1...7 ~= firstWeekday ?? 1
      && 1...7 ~= minimumDaysInFirstWeek ?? 1
  }
}

private struct TimeZoneParts: Decodable {
  let identifier: String

  var isValid: Bool { TimeZoneName.isSafe(identifier) }
}

private struct URLComponentsParts: Decodable {
  let scheme: String?
  let port: Int?

  var isValid: Bool { (port ?? 0) >= 0 && scheme.map(Self.isScheme) ?? true }

  /// Whether a text is a scheme of RFC 3986: a letter, then letters, digits, `+`, `-` and `.`.
  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
