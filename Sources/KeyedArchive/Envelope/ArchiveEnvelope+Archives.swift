package import Foundation

// Archives in envelopes, as codecs store them.

extension ArchiveEnvelope {
  /// Archives a `Codable` value and returns the archive's envelope.
  package static func seal(
    value: some Encodable, options: KeyedArchiveOptions
  ) throws -> [UInt8] {
    try seal(ValueEncodingSession.archive(value, options: options), options: options)
  }

  /// Archives an object and returns the archive's envelope. Throws if the archive could not be read
  /// with the allowed classes.
  package static func seal(
    object: some NSObject & NSCoding, allowing allowed: AllowedClasses,
    options: KeyedArchiveOptions
  ) throws -> [UInt8] {
    let archive = try ObjectGraphWriter.archive(object, allowing: allowed, options: options)
    return try seal(archive, options: options)
  }

  /// Reads a `Codable` value from an archive in an envelope.
  package static func open<Value: Decodable>(
    _ envelope: UnsafeRawBufferPointer, as type: Value.Type, options: KeyedArchiveOptions
  ) throws -> Value {
    try open(envelope, options: options) {
      try ValueDecodingSession.unarchive(
        type, from: $0, options: options.reading(envelope.count))
    }
  }

  /// Reads an object from an archive in an envelope.
  package static func open<Object: NSObject & NSCoding>(
    _ envelope: UnsafeRawBufferPointer, asObject type: Object.Type,
    allowing allowed: AllowedClasses, options: KeyedArchiveOptions
  ) throws -> Object {
    try open(envelope, options: options) {
      try ObjectGraphReader.unarchive(
        objectOf: type, allowing: allowed, from: $0, options: options.reading(envelope.count))
    }
  }
}
