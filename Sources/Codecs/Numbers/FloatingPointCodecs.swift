public import PersistentObjectsCodec

// Floating-point numbers, which the database compares as Swift does, infinities and −0 == 0
// included.
//
// On SQLite their column is ANY, where an integer that a person enters stays an integer; the codecs
// read it too.
//
// NaN is refused: it equals nothing and has no place in an order, SQL has no NaN, and SQLite would
// silently store NULL.

/// A codec that stores a floating-point number as REAL, every value bit for bit; NaN is refused.
///
/// All of them share one stored form and one name, so a `Float` property may become a `Double`.
///
/// See ``DoubleCodec``.
public protocol FloatingPointColumnCodec: ColumnCodec where Value: BinaryFloatingPoint {}

extension FloatingPointColumnCodec {
  /// `real 1`, the same for all floating-point types.
  public var identifier: CodecIdentifier { CodecIdentifier("real") }
  /// REAL.
  public var storage: StorageClass { .real }

  /// Writes the number; throws for NaN.
  @inlinable
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    if value.isNaN { throw CodecError.notANumber(Value.self) }
    try column.write(Double(value))
  }

  /// Reads the number; throws if the type cannot hold it exactly.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    let stored = try DoubleCodec().decode(from: column)
    let value = Value(stored)
    guard Double(value) == stored else {
      throw CodecError("\(stored) does not fit exactly in \(Value.self)")
    }
    return value
  }
}

/// Stores `Double` as REAL, every value bit for bit; NaN is refused.
///
/// ```swift
/// var weight: Double  // weight REAL: 72.5
/// ```
public struct DoubleCodec: FloatingPointColumnCodec {
  /// Makes the codec.
  public init() {}

  /// Reads the number; throws for an integer that a `Double` cannot hold exactly.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> Double {
    if let value = column.storedReal { return value }
    return try column.kind == .integer ? column.realFromInteger() : column.real()
  }
}

/// Stores `Float` as REAL, every value bit for bit; NaN is refused.
///
/// ```swift
/// var weight: Float  // weight REAL: 72.5
/// ```
public struct FloatCodec: FloatingPointColumnCodec {
  /// The Swift type.
  public typealias Value = Float
  /// Makes the codec.
  public init() {}
}

// Intel Macs have no Float16.
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  /// Stores `Float16` as REAL, every value bit for bit; NaN is refused.
  ///
  /// ```swift
  /// var weight: Float16  // weight REAL: 72.5
  /// ```
  public struct Float16Codec: FloatingPointColumnCodec {
    /// The Swift type.
    public typealias Value = Float16
    /// Makes the codec.
    public init() {}
  }
#endif

extension CodecError {
  @usableFromInline
  static func notANumber(_ type: Any.Type) -> CodecError {
    CodecError(
      "NaN cannot be stored in a column of numbers; use an optional, or @Column(codec: \(type)AsBits())"
    )
  }
}

extension ColumnReader {
  @usableFromInline
  borrowing func realFromInteger() throws -> Double {
    let stored = try integer()
    guard let value = Double(exactly: stored) else {
      throw CodecError("\(stored) does not fit exactly in Double")
    }
    return value
  }
}
