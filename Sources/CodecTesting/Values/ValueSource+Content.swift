public import Foundation

extension ValueSource {
  /// Returns an array of elements from `make`, mostly a few; the empty array is the simplest.
  ///
  /// A draw before each element decides whether there is one, so that elements can be left out.
  public mutating func array<Element>(
    _ make: (inout ValueSource) throws -> Element
  ) rethrows -> [Element] {
    let meanCount = 1 + draw(below: 8)
    return try array(meanCount: meanCount, make)
  }

  private mutating func array<Element>(
    meanCount: UInt64, _ make: (inout ValueSource) throws -> Element
  ) rethrows -> [Element] {
    var elements: [Element] = []
    while draw(below: meanCount + 1) > 0 { elements.append(try make(&self)) }
    return elements
  }

  /// Returns bytes, rarely many; no bytes are the simplest.
  public mutating func bytes() -> [UInt8] {
    let meanCount: UInt64 = 1 << draw(below: 8)
    return array(meanCount: meanCount) { UInt8($0.draw(below: 256)) }
  }

  /// Returns a text of letters, of ASCII with its control characters and NUL, of composed and
  /// decomposed accents, ligatures and emoji, and of scalars of every plane. It is rarely long. The
  /// empty text is the simplest.
  public mutating func text() -> String {
    let meanCount: UInt64 = 1 << draw(below: 6)
    return array(meanCount: meanCount) { $0.piece() }.joined()
  }

  private mutating func piece() -> String {
    switch draw(below: 8) {
    case 0, 1: String(Unicode.Scalar(UInt8(97 + draw(below: 26))))
    case 2, 3: String(Unicode.Scalar(UInt8(draw(below: 128))))
    case 4: element(of: Self.unusualPieces)
    default: String(scalar())
    }
  }

  /// Returns a scalar. Every number of bits is equally likely.
  private mutating func scalar() -> Unicode.Scalar {
    let bits = 1 + draw(below: 21)
    return Unicode.Scalar(UInt32(draw(below: 1 << bits))) ?? "\u{FFFD}"
  }

  private static let unusualPieces = [
    "é", "e\u{301}", "Å", "A\u{30A}", "\u{212B}", "\u{212A}", "ﬁ", "ß", "İ", "ı", "Σ", "ς", "한",
    "\u{1112}\u{1161}\u{11AB}", "日本", "🇩🇪", "👨‍👩‍👧‍👦", "👍🏽", "\r\n", "\0", "\u{FEFF}", "\u{FFFD}",
    "\u{FFFF}", "\u{E000}", "\u{10000}", "\u{10FFFF}", "'", "\"", "%", "_", "\\",
  ]

  /// Returns a date of the years 0 to 9999: whole seconds, milliseconds and microseconds of the
  /// present and other times, and any double. The beginning of 2001, Foundation's zero, is the
  /// simplest.
  public mutating func date() -> Date {
    let years = -63_145_526_400.0..<252_423_993_600
    let seconds =
      switch draw(below: 5) {
      case 0: Double(integer(in: -1_000_000_000...2_000_000_000))
      case 1: Double(integer(in: Int64(years.lowerBound)...Int64(years.upperBound) - 1))
      case 2: Double(integer(in: -1_000_000_000_000...2_000_000_000_000)) / 1000
      case 3: Double(integer(in: -1_000_000_000_000_000...2_000_000_000_000_000)) / 1_000_000
      default: double()
      }
    return Date(timeIntervalSinceReferenceDate: years.contains(seconds) ? seconds : 0)
  }
}
