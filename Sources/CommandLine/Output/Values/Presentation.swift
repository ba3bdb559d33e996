/// The presentation of a number for people; other programs get the number itself.
package enum Presentation: Sendable, Equatable {
  /// All digits and nothing else.
  case exact
  /// A number with commas between thousands: `63,666`.
  case grouped
  /// A size in bytes: `1.5 MB`.
  case bytes
  /// A fraction as a percentage: `12.5 %`.
  case share

  /// Returns the text; nil if the value is not a number or must be shown exactly.
  func text(of value: OutputValue) -> String? {
    switch (self, value) {
    case (.grouped, .integer(let number)): number.grouped
    case (.bytes, .integer(let number)): Self.size(of: number)
    case (.share, .real(let share)) where share.isFinite: Self.decimal(100 * share) + " %"
    default: nil
    }
  }

  private static func size(of bytes: Int64) -> String {
    guard bytes.magnitude >= 1000 else { return "\(bytes) B" }
    var size = Double(bytes)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where abs(size) >= 999.95 {
      size /= 1000
      unit = larger
    }
    return "\(decimal(size)) \(unit)"
  }

  /// Returns the number with one digit after the point.
  private static func decimal(_ number: Double) -> String {
    ((number * 10).rounded() / 10).description
  }
}

extension BinaryInteger {
  /// The number with commas between the thousands, whatever the locale.
  package var grouped: String {
    var text = String(magnitude)
    var end = text.count - 3
    while end > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: end))
      end -= 3
    }
    return (self < 0 ? "-" : "") + text
  }
}
