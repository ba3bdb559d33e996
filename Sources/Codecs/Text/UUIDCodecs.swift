public import Foundation
public import PersistentObjectsCodec

// Both forms sort as the 16 bytes do, which is the order of `UUID`.

/// Stores `UUID` as TEXT: 36 characters, hexadecimal digits in upper case, as in
/// `1B4E28BA-2FA1-11D2-883F-0016D3CCA427`. Reading lower case is an error, since a finder would not
/// find it.
///
/// ```swift
/// var id: UUID  // id TEXT: 1B4E28BA-2FA1-11D2-883F-0016D3CCA427
/// ```
public struct UUIDCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `uuid-text 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("uuid-text") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// A UUID.
  public var meaning: StoredMeaning? { .uuid }

  /// Writes 36 characters.
  public func encode(_ value: UUID, into column: inout ColumnWriter) throws {
    column.writeText(capacity: UUIDText.length) { UUIDText.write(value, to: &$0) }
  }

  /// Reads 36 characters; throws if they are not a UUID in upper case.
  public func decode(from column: borrowing ColumnReader) throws -> UUID {
    try column.parsed(as: "a UUID of 36 characters in upper case", by: UUIDText.read)
  }
}

/// Stores `UUID` as BLOB: its 16 bytes.
///
/// ```swift
/// @Column(codec: UUIDAsBytes()) var id: UUID  // id BLOB of 16 bytes
/// ```
public struct UUIDAsBytes: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `uuid-bytes 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("uuid-bytes") }
  /// BLOB.
  public var storage: StorageClass { .bytes }
  /// A UUID.
  public var meaning: StoredMeaning? { .uuid }

  /// Writes 16 bytes.
  public func encode(_ value: UUID, into column: inout ColumnWriter) throws {
    withUnsafeBytes(of: value.uuid) { column.write(bytes: $0) }
  }

  /// Reads 16 bytes; throws if there are fewer or more.
  public func decode(from column: borrowing ColumnReader) throws -> UUID {
    try column.withBytes { bytes in
      guard bytes.count == 16 else {
        throw CodecError("\(bytes.count) bytes are stored where a UUID needs 16")
      }
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }
}
