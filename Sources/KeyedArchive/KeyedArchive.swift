/// Archives values in the format of Foundation's `NSKeyedArchiver`. Foundation can read these
/// archives, and this type can read Foundation's. Damaged or hostile bytes are an error, never a
/// crash.
///
/// The result is the bare archive; ``ArchiveEnvelope`` compresses and protects them.
package enum KeyedArchive {
  /// Archives a `Codable` value as Apple's `NSKeyedArchiver.encodeEncodable(_:forKey:)` does: the
  /// property list of the value (dictionaries, arrays, strings, numbers, dates, data; nil as the
  /// string `$null`) is the archive's object `root`. Every number, date and string comes back
  /// exactly.
  ///
  /// - Throws: `EncodingError` from the value, ``KeyedArchiveError`` if the archive exceeds the
  ///   limits of the options.
  package static func archive<Value: Encodable>(
    _ value: Value, options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> [UInt8] {
    try ValueEncodingSession.archive(value, options: options).bytes
  }

  /// Reads a `Codable` value from an archive.
  ///
  /// - Throws: `DecodingError` with the coding path if the archive lacks something that the type
  ///   asks for, ``KeyedArchiveError`` if it is damaged or exceeds the limits of the options.
  package static func unarchive<Value: Decodable>(
    _ type: Value.Type, from bytes: UnsafeRawBufferPointer,
    options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> Value {
    try ValueDecodingSession.unarchive(type, from: bytes, options: options)
  }
}
