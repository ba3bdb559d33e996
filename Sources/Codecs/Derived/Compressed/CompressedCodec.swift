import PersistentObjectsEngine

/// Stores what another codec makes of a value, a text or bytes, as BLOB in an ``ArchiveEnvelope``:
/// compressed with zlib where that makes it clearly smaller, with a checksum.
///
/// ```swift
/// @Column(codec: CompressedCodec(StringCodec())) var report: String
/// ```
/// What is read must pass the checksum, and its size is checked before memory is taken; damage is
/// an error whose cause is a ``KeyedArchiveError``. Not searchable: compressed bytes do not sort as
/// what they hold.
public struct CompressedCodec<Base: ColumnCodec>: ColumnCodec {
  /// The codec whose texts or bytes are compressed.
  public let base: Base
  private let options: KeyedArchiveOptions

  /// Compresses what `base` stores, which must promise TEXT or BLOB: numbers have nothing to
  /// compress. Of the options, `maximumRawLength` and those on compression count.
  public init(_ base: Base, options: KeyedArchiveOptions = KeyedArchiveOptions()) {
    precondition(
      base.storage == .text || base.storage == .blob,
      "CompressedCodec needs a codec of texts or bytes; '\(base.identifier)' stores \(base.storage)"
    )
    self.base = base
    self.options = options
  }

  /// The base's name in parentheses, as in `compressed(text) 1`; the base's version.
  public var identifier: CodecIdentifier {
    CodecIdentifier("compressed(\(base.identifier.name))", version: base.identifier.version)
  }
  /// BLOB.
  public var storage: StorageClass { .blob }
  /// False.
  public var isSearchable: Bool { false }

  /// Writes the envelope; throws if the value is larger than the options allow.
  public func encode(_ value: Base.Value, into column: inout ColumnWriter) throws {
    let cell = SealingCell(options)
    var writer = ColumnWriter(cell, at: 0)
    try base.encode(value, into: &writer)
    guard base.storage.admits(writer.kind), let envelope = try cell.envelope?.get() else {
      throw CodecError(
        "the codec '\(base.identifier)' promises \(base.storage) but wrote \(writer.kind)")
    }
    column.write(envelope)
  }

  /// Opens the envelope and reads the value in it.
  public func decode(from column: borrowing ColumnReader) throws -> Base.Value {
    try column.withBytes { bytes in
      try ArchiveEnvelope.open(bytes, options: options) { raw in
        let reader = ColumnReader(OpenedCell(raw, as: base.storage), at: 0)
        return try base.decode(from: reader)
      }
    }
  }

  /// What the base can read.
  public func canRead(version: Int) -> Bool { base.canRead(version: version) }
}
