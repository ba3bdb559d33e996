public import PersistentObjectsCodec

// Floating-point numbers bit for bit, NaN and its payload included:
//
//   stored = BLOB of the number's 8, 4 or 2 bytes, the most significant first
//
// The bytes do not sort as the numbers do, and −0 has other bytes than 0, which it equals: so
// these columns are not searchable.

/// Stores `Double` as BLOB: its 8 bytes. See ``FloatingPointAsBits``.
public typealias DoubleAsBits = FloatingPointAsBits<Double>

/// Stores `Float` as BLOB: its 4 bytes. See ``FloatingPointAsBits``.
public typealias FloatAsBits = FloatingPointAsBits<Float>

/// Stores a floating-point number as BLOB: its bytes, the most significant first. The codec keeps
/// every bit pattern, NaN and its payload included. It is not searchable, since the bytes do not
/// sort as the numbers do.
///
/// ```swift
/// @Column(codec: DoubleAsBits()) var reading: Double  // reading BLOB of 8 bytes
/// ```
public struct FloatingPointAsBits<Value: FloatingPointBits>: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `double-bits 1`, `float-bits 1` or `float16-bits 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("\(Value.self)-bits".lowercased()) }
  /// BLOB.
  public var storage: StorageClass { .bytes }
  /// Always false.
  public var isSearchable: Bool { false }

  /// Writes the bytes.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    withUnsafeBytes(of: value.bitPattern.bigEndian) { column.write(bytes: $0) }
  }

  /// Reads the bytes; throws if there are fewer or more.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    try column.withBytes { bytes in
      let size = MemoryLayout<Value.BitPattern>.size
      guard bytes.count == size else {
        throw CodecError("\(bytes.count) bytes are stored where a \(Value.self) needs \(size)")
      }
      return Value(
        bitPattern: Value.BitPattern(bigEndian: bytes.loadUnaligned(as: Value.BitPattern.self)))
    }
  }
}

/// A floating-point number with a bit pattern: `Double`, `Float`, `Float16`.
///
/// See ``FloatingPointAsBits``.
public protocol FloatingPointBits {
  /// An unsigned integer of the same size.
  associatedtype BitPattern: FixedWidthInteger
  /// The bits of the number.
  var bitPattern: BitPattern { get }
  /// Makes the number with these bits.
  init(bitPattern: BitPattern)
}

extension Double: FloatingPointBits {}

extension Float: FloatingPointBits {}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  /// Stores `Float16` as BLOB: its 2 bytes. See ``FloatingPointAsBits``.
  public typealias Float16AsBits = FloatingPointAsBits<Float16>

  extension Float16: FloatingPointBits {}
#endif
