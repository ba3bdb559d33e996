import PersistentObjectsEngine

// The binary forms of types of the server in which columns keep values of a meaning, see `NativeType`.

/// The 16 bytes of a `uuid`, and its text with digits in upper case.
enum UUIDBytes {
  /// The places of the text before which a hyphen stands, counted in bytes.
  private static let hyphens: Set<Int> = [4, 6, 8, 10]
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Returns nil for another number of bytes.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count == 16 else { return nil }
    return String(unsafeUninitializedCapacity: 36) { text in
      var end = 0
      func add(_ character: UInt8) {
        text.initializeElement(at: end, to: character)
        end += 1
      }
      for (place, byte) in bytes.enumerated() {
        if hyphens.contains(place) { add(UInt8(ascii: "-")) }
        add(digits[Int(byte >> 4)])
        add(digits[Int(byte & 15)])
      }
      return end
    }
  }

  /// Adds the bytes of a text. Returns false if it is none of a UUID.
  static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) -> Bool {
    guard text.count == 36 else { return false }
    var place = 0
    for index in 0..<16 {
      if hyphens.contains(index) {
        guard text[place] == UInt8(ascii: "-") else { return false }
        place += 1
      }
      guard let high = value(text[place]), let low = value(text[place + 1]) else { return false }
      bytes.append(high << 4 | low)
      place += 2
    }
    return true
  }

  /// The value of a digit in upper case, as the stored form has it.
  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 65...70: digit - 55
    default: nil
    }
  }
}

/// The time of a `timestamptz`: microseconds since 2000-01-01 00:00:00 UTC. The greatest and the least number stand
/// for infinity.
enum ServerTime {
  /// The microseconds from 1970 to 2000.
  private static let offset: Int64 = 946_684_800_000_000

  /// The microseconds since 1970; nil for infinity.
  static func microseconds(_ time: Int64) -> Int64? {
    if time == .max || time == .min { return nil }
    let (sum, isBeyond) = time.addingReportingOverflow(offset)
    return isBeyond ? nil : sum
  }

  /// Microseconds since 1970 as the server reads them.
  static func text(microseconds: Int64) -> String {
    let dayLength: Int64 = 86_400_000_000
    let days = microseconds.quotient(by: dayLength)
    let (day, rest) = (GregorianDay(daysSince1970: days), microseconds - days * dayLength)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    // The year before 1 is 1 BC.
    let year = day.year > 0 ? day.year : 1 - day.year
    let seconds = rest / 1_000_000
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
    return """
      \(digits(year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2)) \(time.joined(separator: ":"))\
      .\(digits(rest % 1_000_000, 6))+00\(day.year > 0 ? "" : " BC")
      """
  }

  /// The time of microseconds since 1970; nil beyond what it counts.
  static func time(_ microseconds: Int64) -> Int64? {
    let (difference, isBeyond) = microseconds.subtractingReportingOverflow(offset)
    return isBeyond || difference == .min ? nil : difference
  }
}

/// The binary form of a `jsonb`: a version, and the text.
enum JSONBytes {
  static let version: UInt8 = 1
}
