public import Foundation
public import PersistentObjectsEngine

/// Stores `Date` as TEXT in UTC: `YYYY-MM-DD HH:MM:SS`, then `.` and as many digits as the exact
/// value needs, if any.
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
      DateText.write(exact.whole, to: text)
      return Self.writeFraction(of: exact, to: text)
    }
  }

  /// Reads the text; throws if it is not a date in this form.
  public func decode(from column: borrowing ColumnReader) throws -> Date {
    let seconds = try column.withUTF8 { text in
      guard let seconds = Self.seconds(text) else {
        throw CodecError(
          "\(Excerpt(text)) is not a date of the form YYYY-MM-DD HH:MM:SS.fff in UTC")
      }
      return seconds
    }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }
}

extension DateCodec {
  private static func outOfRange(_ seconds: Double) -> CodecError {
    CodecError(
      "a date \(seconds) s from 2001 is outside the years 0000 to 9999;"
        + " @Column(codec: DateAsReal()) stores it")
  }

  /// Writes the fraction, if any, and returns the length of the whole text.
  private static func writeFraction(
    of seconds: DecimalSeconds, to text: TextBytes
  ) -> Int {
    guard seconds.fraction != 0 else { return DateText.length }
    text[DateText.length] = UInt8(ascii: ".")
    let start = DateText.length + 1
    let end = start + seconds.digitCount
    var rest = seconds.fraction
    var position = end
    while position > start {
      position &-= 1
      text[position] = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
      rest /= 10
    }
    return end
  }

  private static func writeLong(_ seconds: Double, into column: inout ColumnWriter) {
    let digits = LongFraction.digits(of: seconds)
    column.writeText(capacity: 20 + digits.count) { text in
      DateText.write(seconds < 0 ? -1 : 0, to: text)
      text[DateText.length] = UInt8(ascii: ".")
      for (index, digit) in digits.enumerated() { text[20 + index] = digit }
      return 20 + digits.count
    }
  }

  private static func seconds(_ text: UnsafeRawBufferPointer) -> Double? {
    guard let whole = DateText.read(text) else { return nil }
    if text.count == DateText.length { return Double(whole) }
    guard text.count > DateText.length + 1, text.count <= 1200,
      text[DateText.length] == UInt8(ascii: ".")
    else { return nil }
    let digits = UnsafeRawBufferPointer(rebasing: text[(DateText.length + 1)...])
    let seconds =
      digits.count < 20
      ? seconds(whole, shortFraction: digits) : seconds(whole, longFraction: digits)
    // The last digits of the year 9999 may round up to the year 10000.
    return seconds.flatMap { $0 < Double(DateText.range.upperBound) ? $0 : nil }
  }

  private static func seconds(
    _ whole: Int64, shortFraction digits: some Sequence<UInt8>
  ) -> Double? {
    var fraction: UInt64 = 0
    var scale: UInt64 = 1
    for byte in digits {
      let digit = UInt64(byte) &- 48
      if digit > 9 { return nil }
      fraction = fraction &* 10 &+ digit
      scale = scale &* 10
    }
    return DecimalSeconds(whole: whole, fraction: fraction, scale: scale).double
  }

  private static func seconds(
    _ whole: Int64, longFraction digits: some Sequence<UInt8>
  ) -> Double? {
    guard digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    return LongFraction.double(whole: whole, digits: digits)
  }
}
