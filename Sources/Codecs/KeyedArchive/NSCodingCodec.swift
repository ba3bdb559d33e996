public import Foundation
public import PersistentObjectsCodec
public import PersistentObjectsKeyedArchive

/// Stores any `NSCoding` object as a keyed archive in an envelope: a BLOB that cannot be searched.
///
/// ```swift
/// @Column(codec: NSCodingCodec<Shape>(allowing: [Circle.self])) var shape: Shape  // shape BLOB
/// ```
public struct NSCodingCodec<Value: NSObject & NSCoding>: ColumnCodec {
  /// The classes that archives may name, or the error if their names are ambiguous.
  private let allowed: Result<AllowedClasses, any Error>
  private let options: KeyedArchiveOptions

  /// Makes a codec that archives with these options. Archives may name `Value`, `allowed`, the
  /// classes that these declare, and Foundation's plain ones.
  public init(
    allowing allowed: [AnyClass] = [], options: KeyedArchiveOptions = KeyedArchiveOptions()
  ) {
    self.allowed = Result { try AllowedClasses([Value.self] + allowed) }
    self.options = options
  }

  /// `keyed-archive 1`.
  public var identifier: CodecIdentifier { .keyedArchive }
  /// A BLOB.
  public var storage: StorageClass { .bytes }
  /// Always false: archives do not compare as objects do.
  public var isSearchable: Bool { false }

  /// Writes the object's archive; throws for an object, or an element of a collection, of a class
  /// that could not be read.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    let envelope = try ArchiveEnvelope.seal(
      object: value, allowing: try allowed.get(), options: options)
    column.write(envelope)
  }

  /// Reads an object from its archive.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    try column.withBytes {
      try ArchiveEnvelope.open(
        $0, asObject: Value.self, allowing: try allowed.get(), options: options)
    }
  }
}
