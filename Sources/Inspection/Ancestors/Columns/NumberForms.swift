/// The significant digits of a floating-point number.
enum DigitCount {
  /// Returns the number of decimal digits needed to read the number back exactly; 0 for infinity
  /// and NaN.
  static func of(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    let digits = value.magnitude.description.utf8.prefix { $0 != UInt8(ascii: "e") }
      .filter { $0 != UInt8(ascii: ".") }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    let trailing = significant.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    return max(1, significant.count - trailing)
  }
}

/// An unsigned integer above `Int64.max`, which SQLite converted to a floating-point number.
enum UnsignedNumber {
  /// Returns the nearest unsigned integer; nil if the number is not in that range.
  static func nearest(_ value: Double) -> UInt64? {
    guard value >= 0x1p63, value <= 0x1p64 else { return nil }
    return UInt64(exactly: value) ?? .max
  }
}

enum ImageBytes {
  private static let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns whether bytes are those of a PNG file.
  static func isImage(_ bytes: [UInt8]) -> Bool { bytes.starts(with: header) }
}
