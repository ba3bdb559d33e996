public import PersistentObjectsEngine

// Intel Macs have no Float16.
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  /// Stores `Float16` as REAL, every value bit for bit; NaN is refused.
  public struct Float16Codec: ColumnCodec {
    /// Makes the codec.
    public init() {}

    /// `real 1`, the same as for `Double`: a `Float16` property may become a `Double`.
    public var identifier: CodecIdentifier { CodecIdentifier("real") }
    /// REAL.
    public var storage: StorageClass { .real }

    /// Writes the number; throws for NaN.
    @inlinable
    public func encode(_ value: Float16, into column: inout ColumnWriter) throws {
      if value.isNaN { throw CodecError.notANumber("Float16AsBits()") }
      try column.write(Double(value))
    }

    /// Reads the number; throws if a `Float16` cannot hold it exactly.
    @inlinable
    public func decode(from column: borrowing ColumnReader) throws -> Float16 {
      let stored = try DoubleCodec().decode(from: column)
      guard let value = Float16(exactly: stored) else {
        throw CodecError("\(stored) does not fit in Float16 exactly")
      }
      return value
    }
  }
#endif
