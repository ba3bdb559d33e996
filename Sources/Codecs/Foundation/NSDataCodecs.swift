public import Foundation
import PersistentObjectsCodec

/// Stores `NSData` as BLOB, like `Data`.
///
/// ```swift
/// var photo: NSData  // photo BLOB
/// ```
public struct NSDataCodec: DerivedColumnCodec {
  /// `bytes 1`.
  public var base: DataCodec { DataCodec() }

  /// Makes the codec.
  public init() {}

  /// Returns the bytes.
  public func baseValue(of object: NSData) -> Data { Data(copying: object) }
  /// Returns the bytes as an object.
  public func value(of base: Data) -> NSData { NSData(data: base) }
}

/// Stores `NSMutableData` as BLOB, like `Data`. Reading returns a mutable object.
///
/// ```swift
/// var photo: NSMutableData  // photo BLOB
/// ```
public struct NSMutableDataCodec: DerivedColumnCodec {
  /// `bytes 1`.
  public var base: DataCodec { DataCodec() }

  /// Makes the codec.
  public init() {}

  /// Returns the current bytes.
  public func baseValue(of object: NSMutableData) -> Data { Data(copying: object) }
  /// Returns the bytes as a mutable object.
  public func value(of base: Data) -> NSMutableData { NSMutableData(data: base) }
}

extension Data {
  /// Makes a copy of the bytes, many times faster than `as Data`.
  fileprivate init(copying object: NSData) {
    self.init(bytes: object.bytes, count: object.length)
  }
}
