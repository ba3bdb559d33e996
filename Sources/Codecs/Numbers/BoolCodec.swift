public import PersistentObjectsCodec

/// Stores `Bool` as INTEGER: 1 for true, 0 for false. Any other number is an error when read.
///
/// ```swift
/// var isActive: Bool  // is_active INTEGER: 1
/// ```
public struct BoolCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `bool 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("bool") }
  /// INTEGER.
  public var storage: StorageClass { .integer }
  /// A truth value.
  public var meaning: StoredMeaning? { .boolean }

  /// Writes 0 or 1.
  @inlinable
  public func encode(_ value: Bool, into column: inout ColumnWriter) throws {
    column.write(value ? 1 : 0 as Int64)
  }

  /// Reads 0 or 1.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> Bool {
    let stored = try column.integer()
    guard stored & ~1 == 0 else {
      throw CodecError("\(stored) is not a Bool, which is stored as 0 or 1")
    }
    return stored == 1
  }
}
