public import Foundation
public import PersistentObjectsCodec

/// Stores `Date` as TEXT in UTC: `YYYY-MM-DD HH:MM:SS`, then `.` and as many digits as the exact
/// value needs, if any.
///
/// ```swift
/// var born: Date  // born TEXT: 2026-11-21 00:00:00.25
/// ```
///
/// Every date of the years 0000 to 9999 comes back bit for bit, `distantPast` and `distantFuture`
/// included, and texts sort as the dates do. People and SQL's date functions can read them. Days
/// are those of the proleptic Gregorian calendar. Dates of other years are refused, since their
/// text would not sort; `DateAsReal` stores them. The reference date comes back as +0 seconds even
/// if it was −0, since both are the same moment.
///
/// Reading is strict: a `T`, a time zone or a day that does not exist is an error. Zeros at the
/// end of the fraction, as SQL's `strftime('%f')` writes them, are read but not found by `=`.
public struct DateCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `date-text 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("date-text") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// A moment.
  public var meaning: StoredMeaning? { .instant }

  /// Writes the text; throws outside the years 0000 to 9999.
  public func encode(_ date: Date, into column: inout ColumnWriter) throws {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds >= Double(DateText.range.lowerBound),
      seconds < Double(DateText.range.upperBound)
    else { throw Self.outOfRange(seconds) }
    guard let exact = DecimalSeconds(seconds) else {
      return Self.writeLong(seconds, into: &column)
    }
    column.writeText(capacity: 40) { text in
      DateText.write(exact.whole, to: &text)
      guard exact.fraction != 0 else { return }
      text.append(".")
      Numerals.write(exact.fraction, count: exact.digitCount, to: &text)
    }
  }

  /// Reads the text; throws if it is not a date in this form.
  public func decode(from column: borrowing ColumnReader) throws -> Date {
    let seconds = try column.parsed(
      as: "a date of the form YYYY-MM-DD HH:MM:SS.fff in UTC", by: { Self.seconds($0) })
    return Date(timeIntervalSinceReferenceDate: seconds)
  }
}

extension DateCodec {
  private static func outOfRange(_ seconds: Double) -> CodecError {
    CodecError(
      "a date \(seconds) s from 2001 is outside the years 0000 to 9999;"
        + " @Column(codec: DateAsReal()) stores it")
  }

  private static func writeLong(_ seconds: Double, into column: inout ColumnWriter) {
    let digits = LongFraction.digits(of: seconds)
    column.writeText(capacity: 20 + digits.count) { text in
      DateText.write(seconds < 0 ? -1 : 0, to: &text)
      text.append(".")
      for digit in digits { text.append(digit) }
    }
  }

  @inline(__always)
  private static func seconds(_ text: TextSlice) -> Double? {
    guard let whole = DateText.read(text) else { return nil }
    if text.count == DateText.length { return Double(whole) }
    var digits = text[DateText.length..<text.count]
    guard digits.popFirst() == UInt8(ascii: "."), 1...1180 ~= digits.count else { return nil }
    let seconds =
      digits.count < 20
      ? seconds(whole, shortFraction: digits) : seconds(whole, longFraction: digits)
    // The last digits of the year 9999 may round up to the year 10000.
    return seconds.flatMap { $0 < Double(DateText.range.upperBound) ? $0 : nil }
  }

  private static func seconds(_ whole: Int64, shortFraction digits: TextSlice) -> Double? {
    let scale = UInt64(Numerals.powersOfTen[digits.count])
    return Numerals.readShort(digits).map {
      DecimalSeconds(whole: whole, fraction: $0, scale: scale).double
    }
  }

  private static func seconds(_ whole: Int64, longFraction digits: TextSlice) -> Double? {
    guard digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    return LongFraction.double(whole: whole, digits: digits)
  }
}
