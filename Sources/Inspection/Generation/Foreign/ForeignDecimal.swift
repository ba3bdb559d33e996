import Foundation

/// A number of a column DECIMAL or NUMERIC, as the decimal that people have written: SQLite has
/// kept 0.1 as the nearest double.
struct ForeignDecimal {
  let decimal: Decimal

  /// Returns the decimal with the fewest digits that is this double; nil if a `Decimal` cannot hold
  /// it.
  init?(_ real: Double) {
    guard real.isFinite, let decimal = Decimal(string: "\(real)", locale: Self.locale),
      Double("\(decimal)") == real
    else { return nil }
    self.decimal = decimal
  }

  private static let locale = Locale(identifier: "en_US_POSIX")

  /// The number of digits after the point.
  var scale: Int { max(0, -decimal.exponent) }

  /// Whether a declared type is one of decimals.
  static func isDeclared(_ type: String) -> Bool {
    let name = type.prefix { $0.isLetter }
    return name == "DECIMAL" || name == "NUMERIC" || name == "DEC"
  }

  /// Returns the number of digits after the point that a type such as DECIMAL(10,2) declares; nil
  /// if it declares no precision.
  static func scale(declared type: String) -> Int? {
    guard let match = type.firstMatch(of: /\( *[0-9]+ *(?:, *([0-9]+) *)?\)/) else { return nil }
    return match.1.map { Int($0) ?? .max } ?? 0
  }
}
