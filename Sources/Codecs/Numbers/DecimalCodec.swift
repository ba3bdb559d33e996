public import Foundation
public import PersistentObjectsCodec

/// Stores `Decimal` as TEXT that sorts as the numbers do: `12.5` as `002 12.5`, `−12.5` as
/// `-997 87.4~ -12.5`. `DecimalText.swift` has the grammar.
///
/// ```swift
/// var price: Decimal  // price TEXT: 002 12.5
/// ```
///
/// The form is exact for all 38 digits and every exponent. Equal numbers have one form: 1.50 comes
/// back as 1.5, which equals it. NaN is refused.
public struct DecimalCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `decimal-text 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("decimal-text") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// A decimal number.
  public var meaning: StoredMeaning? { .decimal }

  /// Writes the number; throws for NaN.
  public func encode(_ value: Decimal, into column: inout ColumnWriter) throws {
    if value.isNaN { throw CodecError("NaN cannot be stored in a column of numbers") }
    column.writeText(capacity: DecimalText.capacity) { DecimalText.write(value, to: &$0) }
  }

  /// Reads the number; throws if the text is not in the stored form.
  public func decode(from column: borrowing ColumnReader) throws -> Decimal {
    try column.parsed(as: "a decimal in its stored form", by: DecimalText.read)
  }
}
