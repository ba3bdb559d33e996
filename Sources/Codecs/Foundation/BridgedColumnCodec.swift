import Foundation
import PersistentObjectsEngine

/// A codec of one of Foundation's classes that stores the Swift value in an object as the codec of
/// that value does, under the same name: a property may change between `NSString` and `String`
/// without rewriting its column.
///
/// Reading makes a new object, of the property's class and no subclass. An object that is changed
/// in place, such as an `NSMutableString`, does not tell its property: assign it again, or assign
/// a copy, to have it saved.
public protocol BridgedColumnCodec<Value>: ColumnCodec where Value: NSObject {
  /// The codec of the Swift value.
  associatedtype Base: ColumnCodec

  /// The codec of the Swift value.
  var base: Base { get }
  /// The Swift value in an object; throws if the object holds what the Swift type cannot.
  func value(of object: Value) throws -> Base.Value
  /// A new object that holds a Swift value.
  func object(of value: Base.Value) -> Value
}

extension BridgedColumnCodec {
  /// The Swift value's.
  public var identifier: CodecIdentifier { base.identifier }
  /// The Swift value's.
  public var storage: StorageClass { base.storage }
  /// The Swift value's.
  public var isSearchable: Bool { base.isSearchable }

  /// Writes what the Swift value's codec writes.
  public func encode(_ object: Value, into column: inout ColumnWriter) throws {
    try base.encode(value(of: object), into: &column)
  }

  /// Makes an object of what the Swift value's codec reads.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    object(of: try base.decode(from: column))
  }

  /// What the Swift value's codec can read.
  public func canRead(version: Int) -> Bool { base.canRead(version: version) }
}
