public import PersistentObjectsEngine

// The unsigned integers that a signed 64-bit column cannot hold. Grammar of the stored form:
//
//   stored = INTEGER                     the number, from 0 to 9223372036854775807
//          | TEXT of exactly 20 digits   a larger number, padded with zeros on the left
//
// An ANY column sorts numbers before text, and text of equal length by its digits, so the order of
// stored forms is the order of the numbers. Usual values are plain numbers for people, SQL
// arithmetic and `sum`. Two's complement would sort large values as negative ones; an offset of
// 2^63 or padding all values would hide every small number from the reader.

/// A codec that stores an unsigned integer as INTEGER, or above `Int64.max` as 20 digits of TEXT.
public protocol UnsignedColumnCodec: ColumnCodec where Value: FixedWidthInteger & UnsignedInteger {
}

extension UnsignedColumnCodec {
  /// `unsigned 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("unsigned") }
  /// INTEGER or TEXT, row by row.
  public var storage: StorageClass { .any }
  /// A whole number of at most 20 digits.
  public var meaning: StoredMeaning? { .unsigned(digits: 20) }
  /// Writes the number.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    if let small = Int64(exactly: value) { return column.write(small) }
    let digits = String(value)
    guard digits.utf8.count <= 20 else { throw CodecError("\(value) has more than 20 digits") }
    column.write(String(repeating: "0", count: 20 - digits.utf8.count) + digits)
  }

  /// Reads the number; throws if it is negative or not in its only stored form.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    if column.kind == .text { return try large(from: column) }
    let stored = try column.integer()
    guard let value = Value(exactly: stored) else {
      throw CodecError("\(stored) does not fit in \(Value.self)")
    }
    return value
  }

  private func large(from column: borrowing ColumnReader) throws -> Value {
    let text = try column.text()
    guard text.utf8.count == 20, text.utf8.allSatisfy({ 48...57 ~= $0 }),
      let value = Value(text), Int64(exactly: value) == nil
    else {
      throw CodecError(
        "\(Excerpt(text)) is not a \(Value.self) above \(Int64.max) written with 20 digits")
    }
    return value
  }
}

/// Stores `UInt` as INTEGER, or above `Int64.max` as 20 digits of TEXT.
public struct UIntCodec: UnsignedColumnCodec {
  /// The Swift type.
  public typealias Value = UInt
  /// Makes the codec.
  public init() {}
}

/// Stores `UInt64` as INTEGER, or above `Int64.max` as 20 digits of TEXT.
public struct UInt64Codec: UnsignedColumnCodec {
  /// The Swift type.
  public typealias Value = UInt64
  /// Makes the codec.
  public init() {}
}
