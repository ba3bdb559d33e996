package import Foundation

extension KeyedArchive {
  /// Archives an `NSCoding` object and all that it encodes, each object once, cycles included.
  ///
  /// Objects encode themselves with keys, as for `NSKeyedArchiver`. Strings, numbers, dates, data,
  /// URLs, UUIDs, null and (mutable) arrays, dictionaries and sets are written in Foundation's
  /// form; members of a set and keys of a dictionary must not be collections.
  ///
  /// - Throws: the first error that an object passed to `failWithError(_:)`, or
  ///   ``KeyedArchiveError`` if an object cannot be archived or the archive exceeds the limits of
  ///   the options.
  package static func archive(
    object: some NSObject & NSCoding, options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> [UInt8] {
    try ObjectGraphWriter.archive(object, options: options).bytes
  }

  /// Reads an object from an archive.
  ///
  /// Only these classes are instantiated: `type`, `allowed`, those that these declare with
  /// ``ArchiveClassNaming``, those that `decodeObject(of:forKey:)` names, and Foundation's plain
  /// classes.
  ///
  /// - Throws: the first error that an object passed to `failWithError(_:)`, or
  ///   ``KeyedArchiveError`` if the archive is damaged, has an object of another class, or one
  ///   whose `init(coder:)` returns nil.
  package static func unarchive<Object: NSObject & NSCoding>(
    objectOf type: Object.Type, allowing allowed: [AnyClass] = [],
    from bytes: UnsafeRawBufferPointer, options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) throws -> Object {
    try ObjectGraphReader.unarchive(
      objectOf: type, allowing: try AllowedClasses([type] + allowed), from: bytes, options: options)
  }

  /// Whether objects of a class can be read without running one of Foundation's coders on Linux.
  package static func canUnarchive(objectsOf type: AnyClass) -> Bool {
    FoundationClass.isReadable(type)
  }
}
