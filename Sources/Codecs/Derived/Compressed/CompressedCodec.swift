public import PersistentObjectsCodec
public import PersistentObjectsDriver
public import PersistentObjectsKeyedArchive

/// Stores another codec's text or bytes as BLOB in an envelope: with a checksum, and
/// compressed with zlib where that is clearly smaller.
///
/// ```swift
/// @Column(codec: CompressedCodec(StringCodec())) var report: String
/// ```
///
/// Reading verifies the checksum, and checks the size before it allocates memory; damage is an
/// error whose cause is a ``KeyedArchiveError``. The codec is not searchable: compressed bytes do
/// not sort as their contents do.
public struct CompressedCodec<Base: ColumnCodec>: ColumnCodecWrapper {
  /// The codec whose texts or bytes are compressed.
  public let base: Base
  private let options: KeyedArchiveOptions

  /// Makes a codec that compresses the stored form of `base`, which must be TEXT or BLOB: numbers
  /// leave nothing to compress. Of the options, `maximumRawLength` and those for compression apply.
  public init(_ base: Base, options: KeyedArchiveOptions = KeyedArchiveOptions()) {
    precondition(
      base.storage == .text || base.storage == .bytes,
      "CompressedCodec needs a codec that stores text or bytes; '\(base.identifier)' stores \(base.storage)"
    )
    self.base = base
    self.options = options
  }

  /// The base's name in parentheses, as in `compressed(text) 1`, with the base's version.
  public var identifier: CodecIdentifier {
    CodecIdentifier("compressed(\(base.identifier.name))", version: base.identifier.version)
  }
  /// BLOB.
  public var storage: StorageClass { .bytes }
  /// None.
  public var meaning: StoredMeaning? { nil }
  /// Whether the base can read a version. Both codecs have the same versions.
  public func canRead(version: Int) -> Bool { base.canRead(version: version) }
  /// Always false.
  public var isSearchable: Bool { false }

  /// Writes the envelope; throws if the value is larger than the options allow.
  public func encode(_ value: Base.Value, into column: inout ColumnWriter) throws {
    let content = RowBatch(width: 1)
    var writer = ColumnWriter(content, at: 0)
    try base.encode(value, into: &writer)
    guard base.storage.admits(writer.kind), [.text, .bytes].contains(writer.kind) else {
      throw CodecError(
        "the codec '\(base.identifier)' promises \(base.storage) but wrote \(writer.kind)")
    }
    column.write(try ArchiveEnvelope.seal(content.row.bytes(at: 0), options: options))
  }

  /// Opens the envelope and reads the value in it.
  public func decode(from column: borrowing ColumnReader) throws -> Base.Value {
    try column.withBytes { bytes in
      try ArchiveEnvelope.open(bytes, options: options) { raw in
        let reader = ColumnReader(base.storage == .text ? .text(raw) : .bytes(raw))
        return try base.decode(from: reader)
      }
    }
  }
}
