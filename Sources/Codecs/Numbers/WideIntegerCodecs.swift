public import PersistentObjectsEngine

// The integers of 128 bits. Grammar of the stored forms:
//
//   Int128  = TEXT                        as a decimal, see DecimalText: 12 is "002 12"
//   UInt128 = INTEGER                     the number, from 0 to 9223372036854775807
//           | TEXT of exactly 39 digits   a larger number, padded with zeros on the left
//
// Unsigned numbers follow UnsignedCodecs: usual values are plain numbers, and numbers sort before
// text. Signed numbers cannot, since nothing that sorts before the numbers could hold values below
// `Int64.min`; so they are all text, in the form of decimals.

/// Stores `Int128` as TEXT that sorts as the numbers do, the form of `Decimal`: 12 as `002 12`,
/// −12 as `-997 87~ -12`. SQL reads a positive number with `CAST(substr(n, 5) AS INTEGER)`.
public struct Int128Codec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `decimal-text 1`, the same as for `Decimal`: an `Int128` property may become a `Decimal`.
  public var identifier: CodecIdentifier { CodecIdentifier("decimal-text") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// A decimal number.
  public var meaning: StoredMeaning? { .decimal }

  /// Writes the number.
  public func encode(_ value: Int128, into column: inout ColumnWriter) throws {
    column.write(LongDecimal(isNegative: value < 0, whole: value.magnitude))
  }

  /// Reads the number; throws if the text is not in the stored form, has a fraction, or does not
  /// fit in 128 bits.
  public func decode(from column: borrowing ColumnReader) throws -> Int128 {
    try column.withUTF8 { text in
      guard let number = LongDecimal(stored: text), number.fraction == 0,
        let value = Int128(magnitude: number.whole, isNegative: number.isNegative)
      else { throw CodecError("\(Excerpt(text)) is not an Int128 in its stored form") }
      return value
    }
  }
}

/// Stores `UInt128` as INTEGER, or above `Int64.max` as 39 digits of TEXT.
public struct UInt128Codec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `unsigned-wide 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("unsigned-wide") }
  /// INTEGER or TEXT, row by row.
  public var storage: StorageClass { .any }
  /// A whole number of at most 39 digits.
  public var meaning: StoredMeaning? { .unsigned(digits: 39) }

  /// Writes the number.
  public func encode(_ value: UInt128, into column: inout ColumnWriter) throws {
    if let small = Int64(exactly: value) { return column.write(small) }
    column.writeText(capacity: Numerals.widest) { text in
      Numerals.writePadded(value, to: text)
      return Numerals.widest
    }
  }

  /// Reads the number; throws if it is negative or not in its only stored form.
  public func decode(from column: borrowing ColumnReader) throws -> UInt128 {
    if column.kind == .text { return try large(from: column) }
    let stored = try column.integer()
    guard let value = UInt128(exactly: stored) else {
      throw CodecError("\(stored) does not fit in UInt128")
    }
    return value
  }

  private func large(from column: borrowing ColumnReader) throws -> UInt128 {
    try column.withUTF8 { text in
      guard text.count == Numerals.widest, let value = Numerals.read(text[...]),
        value > UInt128(Int64.max)
      else {
        throw CodecError(
          "\(Excerpt(text)) is not a UInt128 above \(Int64.max) written with 39 digits")
      }
      return value
    }
  }
}

extension Int128 {
  /// Makes a signed number; nil if it does not fit.
  init?(magnitude: UInt128, isNegative: Bool) {
    guard isNegative else {
      self.init(exactly: magnitude)
      return
    }
    guard magnitude <= Self.min.magnitude else { return nil }
    self.init(truncatingIfNeeded: 0 &- magnitude)
  }
}

extension ColumnWriter {
  /// Writes the stored form of a decimal.
  mutating func write(_ decimal: LongDecimal) {
    writeText(capacity: LongDecimal.capacity) { decimal.write(to: $0) }
  }
}
