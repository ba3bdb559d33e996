public import PersistentObjectsEngine

// Floating-point numbers bit for bit, NaN and its payload included:
//
//   stored = BLOB of the number's 8, 4 or 2 bytes, the most significant first
//
// The bytes do not sort as the numbers do, and −0 has other bytes than 0, which it equals: so
// these columns are not searchable.

/// Stores `Double` as BLOB: its 8 bytes, the most significant first. Keeps every bit pattern, NaN
/// and its payload included. Not searchable, as the bytes do not sort as the numbers do.
public struct DoubleAsBits: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `double-bits 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("double-bits") }
  /// BLOB.
  public var storage: StorageClass { .bytes }
  /// Always false.
  public var isSearchable: Bool { false }

  /// Writes 8 bytes.
  public func encode(_ value: Double, into column: inout ColumnWriter) throws {
    column.write(bits: value.bitPattern)
  }

  /// Reads 8 bytes; throws if there are fewer or more.
  public func decode(from column: borrowing ColumnReader) throws -> Double {
    Double(bitPattern: try column.bits(of: Double.self))
  }
}

/// Stores `Float` as BLOB: its 4 bytes, the most significant first. Keeps every bit pattern, NaN
/// and its payload included. Not searchable, as the bytes do not sort as the numbers do.
public struct FloatAsBits: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `float-bits 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("float-bits") }
  /// BLOB.
  public var storage: StorageClass { .bytes }
  /// Always false.
  public var isSearchable: Bool { false }

  /// Writes 4 bytes.
  public func encode(_ value: Float, into column: inout ColumnWriter) throws {
    column.write(bits: value.bitPattern)
  }

  /// Reads 4 bytes; throws if there are fewer or more.
  public func decode(from column: borrowing ColumnReader) throws -> Float {
    Float(bitPattern: try column.bits(of: Float.self))
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  /// Stores `Float16` as BLOB: its 2 bytes, the most significant first. Keeps every bit pattern,
  /// NaN and its payload included. Not searchable, as the bytes do not sort as the numbers do.
  public struct Float16AsBits: ColumnCodec {
    /// Makes the codec.
    public init() {}

    /// `float16-bits 1`.
    public var identifier: CodecIdentifier { CodecIdentifier("float16-bits") }
    /// BLOB.
    public var storage: StorageClass { .bytes }
    /// Always false.
    public var isSearchable: Bool { false }

    /// Writes 2 bytes.
    public func encode(_ value: Float16, into column: inout ColumnWriter) throws {
      column.write(bits: value.bitPattern)
    }

    /// Reads 2 bytes; throws if there are fewer or more.
    public func decode(from column: borrowing ColumnReader) throws -> Float16 {
      Float16(bitPattern: try column.bits(of: Float16.self))
    }
  }
#endif

extension ColumnWriter {
  fileprivate mutating func write(bits: some FixedWidthInteger) {
    withUnsafeBytes(of: bits.bigEndian) { write(bytes: $0) }
  }
}

extension ColumnReader {
  /// The bits of a number of a type; throws if there are fewer bytes or more.
  fileprivate borrowing func bits<Number: BinaryFloatingPoint, Bits: FixedWidthInteger>(
    of type: Number.Type
  ) throws -> Bits {
    try withBytes { bytes in
      guard bytes.count == MemoryLayout<Bits>.size else {
        throw CodecError(
          "\(bytes.count) bytes are stored where a \(type) has \(MemoryLayout<Bits>.size)")
      }
      return Bits(bigEndian: bytes.loadUnaligned(as: Bits.self))
    }
  }
}
