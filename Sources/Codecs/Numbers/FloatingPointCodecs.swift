public import PersistentObjectsEngine

// Doubles and floats, which the database compares as Swift does, infinities and −0 == 0 included.
//
// SQLite's column for them is ANY, in which an integer that a person enters stays one; it can be read
// too.
//
// NaN is refused: it equals nothing and has no place in an order, SQL has no NaN, and SQLite would
// silently store NULL.

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
    if value.isNaN { throw CodecError.notANumber("DoubleAsBits()") }
    try column.write(value)
  }

  /// Reads the number; throws for an integer that a `Double` cannot hold exactly.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> Double {
    if let value = column.storedReal { return value }
    return try column.kind == .integer ? column.realFromInteger() : column.real()
  }
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
    if value.isNaN { throw CodecError.notANumber("FloatAsBits()") }
    try column.write(Double(value))
  }

  /// Reads the number; throws if a `Float` cannot hold it exactly.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> Float {
    let stored = try DoubleCodec().decode(from: column)
    guard let value = Float(exactly: stored) else {
      throw CodecError("\(stored) does not fit in Float exactly")
    }
    return value
  }
}

extension CodecError {
  @usableFromInline
  static func notANumber(_ alternative: String) -> CodecError {
    CodecError(
      "NaN has no place in a column of numbers; use an optional, or @Column(codec: \(alternative))")
  }
}

extension ColumnReader {
  @usableFromInline
  borrowing func realFromInteger() throws -> Double {
    let stored = try integer()
    guard let value = Double(exactly: stored) else {
      throw CodecError("\(stored) does not fit in Double exactly")
    }
    return value
  }
}
