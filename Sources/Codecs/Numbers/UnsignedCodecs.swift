public import PersistentObjectsCodec

// The unsigned integers that a signed 64-bit column cannot hold. Grammar of the stored form:
//
//   stored = INTEGER                     the number, from 0 to 9223372036854775807
//          | TEXT of exactly 20 digits   a larger number, padded with zeros on the left
//
// An ANY column sorts numbers before text, and text of equal length by its digits, so the order of
// stored forms is the order of the numbers. Usual values are plain numbers for people, SQL
// arithmetic and `sum`. Two's complement would sort large values as negative ones; an offset of
// 2^63, or padding all values, would make every small number hard to read.

/// A codec that stores an unsigned integer as INTEGER, or above `Int64.max` as TEXT of its digits.
///
/// See ``UIntCodec``.
public protocol UnsignedColumnCodec: ColumnCodec where Value: FixedWidthInteger & UnsignedInteger {
  /// The number of digits of a text, at most 39. The default is 20, as `UInt64` needs.
  var digitCount: Int { get }
}

extension UnsignedColumnCodec {
  /// `unsigned 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("unsigned") }
  /// INTEGER or TEXT, row by row.
  public var storage: StorageClass { .any }
  /// A whole number of at most ``digitCount`` digits.
  public var meaning: StoredMeaning? { .unsigned(digits: digitCount) }
  /// The digits that `UInt64` needs.
  public var digitCount: Int { 20 }

  /// Writes the number.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    if let small = Int64(exactly: value) { return column.write(small) }
    let number = UInt128(value)
    guard Numerals.count(number) <= digitCount else {
      throw CodecError("\(value) has more than \(digitCount) digits")
    }
    column.writeText(capacity: digitCount) { text in
      Numerals.write(number, count: digitCount, to: &text)
    }
  }

  /// Reads the number; throws if it is negative or not in its only stored form.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    guard column.kind == .text else {
      let stored = try column.integer()
      guard let value = Value(exactly: stored) else {
        throw CodecError("\(stored) does not fit in \(Value.self)")
      }
      return value
    }
    return try column.parsed(
      as: "a \(Value.self) above \(Int64.max) written with \(digitCount) digits", by: large)
  }

  private func large(_ text: TextSlice) -> Value? {
    guard text.count == digitCount, let number = Numerals.read(text), number > Int64.max else {
      return nil
    }
    return Value(exactly: number)
  }
}

/// Stores `UInt` as INTEGER, or above `Int64.max` as 20 digits of TEXT.
///
/// ```swift
/// var hits: UInt  // hits ANY: 7
/// ```
public struct UIntCodec: UnsignedColumnCodec {
  /// The Swift type.
  public typealias Value = UInt
  /// Makes the codec.
  public init() {}
}

/// Stores `UInt64` as INTEGER, or above `Int64.max` as 20 digits of TEXT.
///
/// ```swift
/// var hits: UInt64  // hits ANY: 7
/// ```
public struct UInt64Codec: UnsignedColumnCodec {
  /// The Swift type.
  public typealias Value = UInt64
  /// Makes the codec.
  public init() {}
}
