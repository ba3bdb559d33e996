// What cells of the original's columns may have been before SQLite stored them.

extension UInt64 {
  /// Creates the unsigned integer above `Int64.max` that SQLite converted to a floating-point
  /// number, or the nearest one; nil if the number is not in that range.
  init?(nearestTo value: Double) {
    guard value >= 0x1p63, value <= 0x1p64 else { return nil }
    self = UInt64(exactly: value) ?? .max
  }
}

extension [UInt8] {
  /// Whether the bytes are those of a PNG file.
  var isImage: Bool { starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) }
}
