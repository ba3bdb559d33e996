import Foundation
public import PersistentObjectsCodec
public import PersistentObjectsKeyedArchive

/// The fallback for types without a codec: a keyed archive for `NSCoding` classes and for `Codable`
/// types.
///
/// ```swift
/// var options = KeyedArchiveOptions()
/// options.maximumRawLength = 1 << 20
/// let codecs = CodecRegistry.standard.withFallback(KeyedArchiveProvider(options: options))
/// ```
public struct KeyedArchiveProvider: CodecProvider {
  private let options: KeyedArchiveOptions

  /// Makes a provider whose codecs archive with these options.
  public init(options: KeyedArchiveOptions = KeyedArchiveOptions()) { self.options = options }

  /// Returns a codec that archives values of the type, or nil; nil also for an optional of an
  /// optional, whose two kinds of nil `Codable` encodes alike.
  public func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)? {
    if let type = type as? any (NSObject & NSCoding).Type {
      guard KeyedArchive.canUnarchive(objectsOf: type) else { return nil }
      return objectCodec(type) as? any ColumnCodec<Value>
    }
    if type is any OptionalOfOptional.Type { return nil }
    if let type = type as? any Codable.Type { return valueCodec(type) as? any ColumnCodec<Value> }
    return nil
  }

  private func objectCodec<Object: NSObject & NSCoding>(_ type: Object.Type) -> any ColumnCodec {
    NSCodingCodec<Object>(options: options)
  }

  private func valueCodec<Value: Codable>(_ type: Value.Type) -> any ColumnCodec {
    KeyedArchiveCodec<Value>(options: options)
  }
}

private protocol OptionalOfOptional {}

extension Optional: OptionalOfOptional where Wrapped: ExpressibleByNilLiteral {}
