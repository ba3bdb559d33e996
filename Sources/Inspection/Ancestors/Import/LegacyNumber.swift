import Foundation

/// A number in a collection, as exact as the text in the file.
enum LegacyNumber {
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  /// A number with more digits than a `Double` has.
  case decimal(Decimal)
  /// A number with more digits than a `Decimal` has.
  case digits(String)

  /// Parses a text that is known to be a number.
  init(_ text: String) {
    if let number = Int64(text) {
      self = .integer(number)
    } else if let number = UInt64(text) {
      self = .unsigned(number)
    } else if LegacyDigits(text).significant <= 17, let number = Double(text), number.isFinite {
      self = .real(number)
    } else if let number = Self.decimal(text) {
      self = .decimal(number)
    } else {
      self = .digits(text)
    }
  }

  /// Returns the number as a `Decimal`; nil if that cannot hold all digits.
  private static func decimal(_ text: String) -> Decimal? {
    let digits = LegacyDigits(text)
    guard digits.significant <= 38, (-127...127).contains(digits.exponent) else { return nil }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  var form: LegacyCensus.Form {
    switch self {
    case .integer(let number): number < 0 ? .negative : .integer
    case .unsigned: .unsigned
    case .real: .real
    case .decimal: .decimal
    case .digits: .digits
    }
  }
}

/// The number of significant digits of a decimal number, and the power of ten that its last one
/// counts.
private struct LegacyDigits {
  private(set) var significant = 0
  private(set) var exponent = 0

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e", maxSplits: 1)
    let mantissa = parts.first.map { $0.drop { "+-".contains($0) } } ?? ""
    let fraction =
      mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      .dropFirst().first ?? ""
    let digits = mantissa.filter { $0 != "." }.drop { $0 == "0" }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    significant = digits.count - zeros
    let power = parts.count > 1 ? Int(parts[1].drop { $0 == "+" }) ?? 1_000_000 : 0
    exponent = max(-1_000_000, min(1_000_000, power)) - fraction.count + zeros
  }
}
