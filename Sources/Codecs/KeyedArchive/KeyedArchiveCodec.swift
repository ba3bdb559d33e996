public import PersistentObjectsCodec
public import PersistentObjectsKeyedArchive

/// Stores any `Codable` value as a keyed archive in an envelope: a BLOB that cannot be searched.
///
/// ```swift
/// @Column(codec: KeyedArchiveCodec<Point>(options: options)) var place: Point  // place BLOB
/// ```
public struct KeyedArchiveCodec<Value: Codable>: ColumnCodec {
  private let options: KeyedArchiveOptions

  /// Makes a codec that archives with these options.
  public init(options: KeyedArchiveOptions = KeyedArchiveOptions()) { self.options = options }

  /// `keyed-archive 1`.
  public var identifier: CodecIdentifier { .keyedArchive }
  /// A BLOB.
  public var storage: StorageClass { .bytes }
  /// Always false: archives do not compare as values do.
  public var isSearchable: Bool { false }

  /// Writes the value's archive.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    column.write(try ArchiveEnvelope.seal(value: value, options: options))
  }

  /// Reads a value from its archive.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    try column.withBytes { try ArchiveEnvelope.open($0, as: Value.self, options: options) }
  }
}

extension CodecIdentifier {
  static var keyedArchive: CodecIdentifier { CodecIdentifier("keyed-archive", version: 1) }
}
