import Foundation

/// Foundation's `Codable` types whose `init(from:)` stops the process for values out of range, or
/// makes other values of them. Their parts are read and checked first. A `Calendar`, a `TimeZone`
/// or a `DateInterval` that these checks would refuse, or that would come back as another, is not
/// written.
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

  /// Throws for a value that could not be read again, or would be read as another.
  static func check<Value>(_ value: Value) throws(KeyedArchiveError) {
    if Value.self == Calendar.self, let calendar = value as? Calendar {
      if let fault = CalendarParts(calendar).fault { throw .cannotArchive(fault) }
    } else if Value.self == TimeZone.self, let zone = value as? TimeZone {
      if let fault = TimeZoneName.offsetFault(of: zone) { throw .cannotArchive(fault) }
    } else if Value.self == DateInterval.self, let interval = value as? DateInterval {
      if let fault = DateIntervalParts(interval).fault { throw .cannotArchive(fault) }
    }
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

extension DateIntervalParts {
  init(_ interval: DateInterval) { self.init(start: interval.start, duration: interval.duration) }

  /// The reason why the interval cannot be archived; nil if it can.
  var fault: String? {
    isValid
      ? nil : "a date interval whose end is not a date cannot be archived; give it a finite start"
  }
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

extension CalendarParts {
  init(_ calendar: Calendar) {
    self.init(
      locale: calendar.locale.map { Locale(identifier: $0.identifier) },
      firstWeekday: calendar.firstWeekday,
      minimumDaysInFirstWeek: calendar.minimumDaysInFirstWeek)
  }

  /// The reason why the calendar cannot be archived; nil if it can.
  var fault: String? {
    if isValid { return nil }
    return "a calendar with the locale \"\(locale?.identifier ?? "")\" cannot be archived: the "
      + "locale must be the empty one or one of Locale.availableIdentifiers, and firstWeekday and "
      + "minimumDaysInFirstWeek must be from 1 to 7"
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
