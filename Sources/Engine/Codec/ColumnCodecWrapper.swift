public import PersistentObjectsDriver

/// A codec that wraps another one, with that codec's name and storage class unless it has its own.
/// A property may thus change between the two types without a rewrite of its column.
///
/// ```swift
/// struct Checked<Base: ColumnCodec<String>>: ColumnCodecWrapper {  // stores no empty text
///   let base: Base
///   func encode(_ text: String, into column: inout ColumnWriter) throws {
///     if text.isEmpty { throw CodecError("the text is empty") }
///     try base.encode(text, into: &column)
///   }
///   func decode(from column: borrowing ColumnReader) throws -> String {
///     try base.decode(from: column)
///   }
/// }
/// ```
public protocol ColumnCodecWrapper<Value>: ColumnCodec {
  /// The type of the wrapped codec.
  associatedtype Base: ColumnCodec
  /// The wrapped codec.
  var base: Base { get }
}

extension ColumnCodecWrapper {
  /// The base's identifier.
  public var identifier: CodecIdentifier { base.identifier }
  /// The base's storage class.
  public var storage: StorageClass { base.storage }
  /// The base's meaning.
  public var meaning: StoredMeaning? { base.meaning }
  /// Whether the base is searchable.
  public var isSearchable: Bool { base.isSearchable }
  /// Whether the version is this codec's own or, with the base's identifier, one that the base can
  /// read.
  public func canRead(version: Int) -> Bool {
    version == identifier.version || identifier == base.identifier && base.canRead(version: version)
  }
}
