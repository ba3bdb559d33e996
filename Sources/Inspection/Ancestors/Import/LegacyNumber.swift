import Foundation

/// A number in a collection, as exact as the text in the file.
enum LegacyNumber {
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  /// A number with other digits than those of a `Double`. `nearest` is nil if there are more digits
  /// than a `Double` needs.
  case decimal(Decimal, nearest: Double?)
  /// A number with more digits than a `Decimal` has.
  case digits(String)

  /// Parses a text that is known to be a number.
  init(_ text: String) {
    if let number = Int64(text) {
      self = .integer(number)
    } else if let number = UInt64(text) {
      self = .unsigned(number)
    } else if let number = Self.real(text), Self.texts(of: number).contains(LegacyDigits(text)) {
      self = .real(number)
    } else if let number = Self.decimal(text) {
      self = .decimal(number, nearest: Self.real(text))
    } else if let number = Self.real(text) {
      self = .real(number)
    } else {
      self = .digits(text)
    }
  }

  /// Returns the nearest `Double`; nil for more digits than it needs.
  private static func real(_ text: String) -> Double? {
    guard LegacyDigits(text).significant <= 17 else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns the digits with which a `Double` may have been written: as few as tell it from all
  /// others, or the 16 or 17 of Foundation's versions.
  private static func texts(of number: Double) -> [LegacyDigits] {
    ["\(number)", String(format: "%.16g", number), String(format: "%.17g", number)]
      .map(LegacyDigits.init)
  }

  /// Returns the number as a `Decimal`; nil if that cannot hold all digits.
  static func decimal(_ text: String) -> Decimal? {
    let digits = LegacyDigits(text)
    guard digits.significant <= 38, (-127...127).contains(digits.exponent) else { return nil }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// Whether a `Decimal` may not hold the number: its exponent, which counts the last of up to 17
  /// digits, is from -128 to 127.
  private static func isFar(_ number: Double) -> Bool {
    number != 0 && !(1e-110...1e127).contains(number.magnitude)
  }

  var form: LegacyCensus.Form {
    switch self {
    case .integer(let number): number < 0 ? .negative : .integer
    case .unsigned: .unsigned
    case .real(let number): Self.isFar(number) ? .farReal : .real
    case .decimal: .decimal
    case .digits: .digits
    }
  }
}

/// The significant digits of a decimal number, and the power of ten that the last one counts.
struct LegacyDigits: Equatable {
  private let digits: String
  let exponent: Int
  var significant: Int { digits.count }

  /// Returns the number of decimal digits needed to read a number back exactly; 0 for infinity and
  /// NaN.
  static func count(of value: Double) -> Int {
    guard value.isFinite else { return 0 }
    // By bytes: it is called for each cell of a column.
    let digits = value.magnitude.description.utf8.prefix { $0 != UInt8(ascii: "e") }
      .filter { $0 != UInt8(ascii: ".") }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    let trailing = significant.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    return max(1, significant.count - trailing)
  }

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e", maxSplits: 1)
    let mantissa = parts.first.map { $0.drop { "+-".contains($0) } } ?? ""
    let fraction =
      mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      .dropFirst().first ?? ""
    let all = mantissa.filter { $0 != "." }.drop { $0 == "0" }
    let zeros = all.reversed().prefix { $0 == "0" }.count
    digits = String(all.dropLast(zeros))
    let power = parts.count > 1 ? Int(parts[1].drop { $0 == "+" }) ?? 1_000_000 : 0
    exponent =
      all.isEmpty ? 0 : max(-1_000_000, min(1_000_000, power)) - fraction.count + zeros
  }
}
