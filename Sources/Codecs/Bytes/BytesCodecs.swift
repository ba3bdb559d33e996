public import Foundation
public import PersistentObjectsCodec

// Bytes are stored unchanged. Two values are equal if all their bytes are, and sort byte by byte, a
// prefix first. A value without bytes is an empty BLOB, not NULL.

/// Stores `Data` as BLOB.
///
/// ```swift
/// var photo: Data  // photo BLOB
/// ```
public struct DataCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `bytes 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("bytes") }
  /// BLOB.
  public var storage: StorageClass { .bytes }

  /// Writes the bytes.
  @inlinable
  public func encode(_ value: Data, into column: inout ColumnWriter) throws {
    value.withUnsafeBytes { column.write(bytes: $0) }
  }

  /// Reads a copy of the bytes.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> Data {
    try column.withBytes { bytes in
      bytes.baseAddress.map { Data(bytes: $0, count: bytes.count) } ?? Data()
    }
  }
}

/// Stores `[UInt8]` as BLOB, like `Data`. Without this codec, such a property would become a child
/// table.
///
/// ```swift
/// var digest: [UInt8]  // digest BLOB
/// ```
public struct BytesCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `bytes 1`, the same as for `Data`.
  public var identifier: CodecIdentifier { CodecIdentifier("bytes") }
  /// BLOB.
  public var storage: StorageClass { .bytes }

  /// Writes the bytes.
  @inlinable
  public func encode(_ value: [UInt8], into column: inout ColumnWriter) throws {
    column.write(value)
  }

  /// Reads a copy of the bytes.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> [UInt8] { try column.bytes() }
}
