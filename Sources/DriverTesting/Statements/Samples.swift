import PersistentObjectsDriver

/// Values at the limits of their kinds.
enum Samples {
  static let integers: [StoredValue] = [
    0, 1, -1, 127, 128, -129, 32_768, 1 << 31, 1 << 53 + 1, .max, .max - 1, .min, .min + 1,
  ].map { .integer($0) }

  static let doubles: [Double] = [
    0, -0.0, 1, -1, 5, 0.1, 1 / 3, .pi, 1e15, 1e16 + 2, 1e22, 123_456_789.123_456_79, 0x1p53,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude.nextDown,
    .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity,
    -.infinity, 1.0.nextUp, 1.0.nextDown, 9_007_199_254_740_994, 1e-300,
  ]

  static let shortTexts: [StoredValue] = [
    "", " ", "a", "A", "'", "\"", "\\", "''", "?", "$1", "?1", ":a", "%", "_", "\n\r\t", "7", "0.5",
    "NULL", "é", "e\u{301}", "日本語", "👩‍👩‍👧‍👦", text([0xfffe, 0xffff, 0xfdd0, 0x10_ffff]), "\u{feff}bom",
  ].map { .text($0) }

  static let longText = StoredValue.text(String(repeating: "x", count: 1 << 20))

  static let texts = shortTexts + [.text(allScalars), longText]

  /// Each character of Unicode once, including noncharacters, except for NUL.
  private static let allScalars = text(1...0x10_ffff)

  /// Returns the text of scalars. Some of them cannot be written in a literal.
  static func text(_ codes: some Sequence<UInt32>) -> String {
    var text = String.UnicodeScalarView()
    for code in codes {
      if let scalar = Unicode.Scalar(code) { text.append(scalar) }
    }
    return String(text)
  }

  static let shortBlobs: [StoredValue] = [
    [], [0], [0, 0, 0], [39], [255], Array("text".utf8), Array(0...255),
  ].map { .bytes($0) }

  static let longBlob = StoredValue.bytes((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0) })

  static let blobs = shortBlobs + [longBlob]

  /// Returns doubles that a database promises to keep.
  static func reals(_ character: DatabaseCharacter) -> [StoredValue] {
    doubles.map { .real($0) }.filter(character.keeps)
  }

  static func any(_ character: DatabaseCharacter) -> [StoredValue] {
    integers + reals(character) + shortTexts + shortBlobs
  }
}

extension DatabaseCharacter {
  /// Returns whether a database promises to keep a value.
  func keeps(_ value: StoredValue) -> Bool {
    guard case .real(let value) = value else { return true }
    return (hasInfinity || value.isFinite)
      && (keepsNegativeZero || value != 0 || value.sign == .plus)
  }
}
