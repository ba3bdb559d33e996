public import PersistentObjectsCodec

// The integers that fit in a signed 64-bit column. Each has a concrete codec instead of one generic
// codec for all, since a concrete codec runs without generic look-ups behind `any ColumnCodec`.

/// A codec that stores an integer as INTEGER, the number itself.
///
/// All of them share one stored form and one name, so a property can change from `Int32` to `Int`
/// without rewriting its column. Reading a number that does not fit the new type is an error.
///
/// See ``IntCodec``.
public protocol IntegerColumnCodec: ColumnCodec where Value: FixedWidthInteger {}

extension IntegerColumnCodec {
  /// `integer 1`, the same for all integer types.
  public var identifier: CodecIdentifier { CodecIdentifier("integer") }
  /// INTEGER.
  public var storage: StorageClass { .integer }

  /// Writes the number; throws if it does not fit in a signed 64-bit integer.
  @inlinable
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    guard let stored = Int64(exactly: value) else {
      throw CodecError("\(value) does not fit in an INTEGER column")
    }
    column.write(stored)
  }

  /// Reads the number; throws if it does not fit in the type.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    let stored = try column.integer()
    guard let value = Value(exactly: stored) else {
      throw CodecError("\(stored) does not fit in \(Value.self)")
    }
    return value
  }
}

/// Stores `Int` as INTEGER.
///
/// ```swift
/// var age: Int  // age INTEGER: 31
/// ```
public struct IntCodec: IntegerColumnCodec {
  /// The Swift type.
  public typealias Value = Int
  /// Makes the codec.
  public init() {}
}

/// Stores `Int8` as INTEGER.
///
/// ```swift
/// var age: Int8  // age INTEGER: 31
/// ```
public struct Int8Codec: IntegerColumnCodec {
  /// The Swift type.
  public typealias Value = Int8
  /// Makes the codec.
  public init() {}
}

/// Stores `Int16` as INTEGER.
///
/// ```swift
/// var age: Int16  // age INTEGER: 31
/// ```
public struct Int16Codec: IntegerColumnCodec {
  /// The Swift type.
  public typealias Value = Int16
  /// Makes the codec.
  public init() {}
}

/// Stores `Int32` as INTEGER.
///
/// ```swift
/// var age: Int32  // age INTEGER: 31
/// ```
public struct Int32Codec: IntegerColumnCodec {
  /// The Swift type.
  public typealias Value = Int32
  /// Makes the codec.
  public init() {}
}

/// Stores `Int64` as INTEGER.
///
/// ```swift
/// var age: Int64  // age INTEGER: 31
/// ```
public struct Int64Codec: IntegerColumnCodec {
  /// The Swift type.
  public typealias Value = Int64
  /// Makes the codec.
  public init() {}
}

/// Stores `UInt8` as INTEGER.
///
/// ```swift
/// var age: UInt8  // age INTEGER: 31
/// ```
public struct UInt8Codec: IntegerColumnCodec {
  /// The Swift type.
  public typealias Value = UInt8
  /// Makes the codec.
  public init() {}
}

/// Stores `UInt16` as INTEGER.
///
/// ```swift
/// var age: UInt16  // age INTEGER: 31
/// ```
public struct UInt16Codec: IntegerColumnCodec {
  /// The Swift type.
  public typealias Value = UInt16
  /// Makes the codec.
  public init() {}
}

/// Stores `UInt32` as INTEGER.
///
/// ```swift
/// var age: UInt32  // age INTEGER: 31
/// ```
public struct UInt32Codec: IntegerColumnCodec {
  /// The Swift type.
  public typealias Value = UInt32
  /// Makes the codec.
  public init() {}
}
