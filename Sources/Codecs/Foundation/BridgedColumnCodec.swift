public import Foundation
public import PersistentObjectsEngine

/// A codec of one of Foundation's classes. It stores the Swift value in an object as that value's
/// codec does, under the same name, so a property may change between `NSString` and `String`
/// without a rewrite of its column.
///
/// Reading makes a new object of the property's class, never of a subclass. The property does not
/// notice when an object, such as an `NSMutableString`, is changed in place: assign it again, or
/// assign a copy, to have it saved.
public protocol BridgedColumnCodec<Value>: ColumnCodec where Value: NSObject {
  /// The codec of the Swift value.
  associatedtype Base: ColumnCodec

  /// The codec of the Swift value.
  var base: Base { get }
  /// Returns the Swift value in an object; throws if the Swift type cannot hold it.
  func value(of object: Value) throws -> Base.Value
  /// Makes an object that holds a Swift value.
  func object(of value: Base.Value) -> Value
}

extension BridgedColumnCodec {
  /// The Swift value's identifier.
  public var identifier: CodecIdentifier { base.identifier }
  /// The Swift value's storage class.
  public var storage: StorageClass { base.storage }
  /// The Swift value's meaning.
  public var meaning: StoredMeaning? { base.meaning }
  /// Whether the Swift value is searchable.
  public var isSearchable: Bool { base.isSearchable }

  /// Writes the Swift value with its codec.
  public func encode(_ object: Value, into column: inout ColumnWriter) throws {
    try base.encode(value(of: object), into: &column)
  }

  /// Reads the Swift value with its codec and makes an object of it.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    object(of: try base.decode(from: column))
  }

  /// Whether the Swift value's codec can read a version.
  public func canRead(version: Int) -> Bool { base.canRead(version: version) }
}
