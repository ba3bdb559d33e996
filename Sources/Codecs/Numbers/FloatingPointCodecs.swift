import PersistentObjectsEngine

// Doubles and floats. A REAL column compares numbers as Swift does, infinities and −0 == 0
// included. NaN is refused: it equals nothing and has no place in an order, SQL has no NaN, and
// SQLite would silently store NULL.

/// Stores `Double` as REAL, every value bit for bit; NaN is refused.
public struct DoubleCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `real 1`, the same as for `Float`.
  public var identifier: CodecIdentifier { CodecIdentifier("real") }
  /// REAL.
  public var storage: StorageClass { .real }

  /// Writes the number; throws for NaN.
  @inlinable
  public func encode(_ value: Double, into column: inout ColumnWriter) throws {
    if value.isNaN { throw CodecError.notANumber }
    try column.write(value)
  }

  /// Reads the number.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> Double { try column.real() }
}

/// Stores `Float` as REAL, every value bit for bit; NaN is refused.
public struct FloatCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `real 1`, the same as for `Double`: a `Float` property may become a `Double`.
  public var identifier: CodecIdentifier { CodecIdentifier("real") }
  /// REAL.
  public var storage: StorageClass { .real }

  /// Writes the number; throws for NaN.
  @inlinable
  public func encode(_ value: Float, into column: inout ColumnWriter) throws {
    if value.isNaN { throw CodecError.notANumber }
    try column.write(Double(value))
  }

  /// Reads the number; throws if a `Float` cannot hold it exactly.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> Float {
    let stored = try column.real()
    guard let value = Float(exactly: stored) else {
      throw CodecError("\(stored) does not fit in Float exactly")
    }
    return value
  }
}

/// Stores `Double` as BLOB: its 8 bytes, the most significant first. Keeps every bit pattern, NaN
/// and its payload included. Not searchable, as the bytes do not sort as the numbers do.
public struct DoubleAsBits: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `double-bits 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("double-bits") }
  /// BLOB.
  public var storage: StorageClass { .blob }
  /// False.
  public var isSearchable: Bool { false }

  /// Writes 8 bytes.
  public func encode(_ value: Double, into column: inout ColumnWriter) throws {
    withUnsafeBytes(of: value.bitPattern.bigEndian) { column.write(bytes: $0) }
  }

  /// Reads 8 bytes; throws if there are fewer or more.
  public func decode(from column: borrowing ColumnReader) throws -> Double {
    try column.withBytes { bytes in
      guard bytes.count == 8 else {
        throw CodecError("\(bytes.count) bytes are stored where a Double has 8")
      }
      return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
  }
}

extension CodecError {
  @usableFromInline
  static var notANumber: CodecError {
    CodecError(
      "NaN has no place in a column of numbers; use an optional, or @Column(codec: DoubleAsBits())")
  }
}
