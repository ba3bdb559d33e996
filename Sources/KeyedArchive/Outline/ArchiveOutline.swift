/// The contents of an archive, as far as they can be read without the types of its values.
/// Instantiates no class named in the archive.
package indirect enum ArchiveOutline: Sendable {
  /// The value nil.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number above `Int64.max`.
  case unsigned(UInt64)
  /// A double.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case bytes([UInt8])
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  /// Elements.
  case list([ArchiveOutline])
  /// Keys and values.
  case entries([(key: ArchiveOutline, value: ArchiveOutline)])
  /// An object of another class, by its fields.
  case object(className: String, fields: [(name: String, value: ArchiveOutline)])
  /// A reference to an object that contains this one.
  case cycle(className: String)

  /// Reads the archive in an envelope.
  package static func read(
    envelope: UnsafeRawBufferPointer, options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> ArchiveOutline {
    let reading = options.reading(envelope.count)
    return try ArchiveEnvelope.open(envelope, options: reading) { bytes in
      let archive = try KeyedArchiveReader(bytes, options: reading)
      var reader = ArchiveOutlineReader(archive, options: reading)
      return try reader.root()
    }
  }
}
