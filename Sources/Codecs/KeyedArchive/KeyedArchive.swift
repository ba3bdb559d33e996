/// Archives values in the format of Foundation's `NSKeyedArchiver`, so that Foundation can read
/// what this writes and this can read what Foundation writes, and damaged or hostile bytes are
/// an error and never a crash.
///
/// The bytes are the bare archive; ``ArchiveEnvelope`` compresses and protects them.
public enum KeyedArchive {
  /// Archives a `Codable` value, as Apple's `NSKeyedArchiver.encodeEncodable(_:forKey:)` does: the
  /// property list of the value (dictionaries, arrays, strings, numbers, dates, data; nil as the
  /// string `$null`) is the archive's object `root`. Every number, date and string comes back
  /// exactly.
  ///
  /// - Throws: `EncodingError` for what a value cannot encode, ``KeyedArchiveError`` beyond the
  ///   limits of the options.
  public static func archive<Value: Encodable>(
    _ value: Value, options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> [UInt8] {
    try ValueEncodingSession.archive(value, options).bytes
  }

  /// Reads a `Codable` value from an archive.
  ///
  /// - Throws: `DecodingError` with the coding path if the archive does not have what the type
  ///   asks for, ``KeyedArchiveError`` if it is damaged or beyond the limits of the options.
  public static func unarchive<Value: Decodable>(
    _ type: Value.Type, from bytes: UnsafeRawBufferPointer,
    options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> Value {
    try ValueDecodingSession.unarchive(type, from: bytes, options)
  }
}
