public import Foundation
import PersistentObjectsEngine

/// Stores `NSData` as BLOB, as `Data` is.
public struct NSDataCodec: DerivedColumnCodec {
  /// `bytes 1`.
  public var base: DataCodec { DataCodec() }

  /// Makes the codec.
  public init() {}

  /// The bytes.
  public func baseValue(of object: NSData) -> Data { Data(copying: object) }
  /// The bytes as an object.
  public func value(of base: Data) -> NSData { NSData(data: base) }
}

/// Stores `NSMutableData` as BLOB, as `Data` is. Reading makes a mutable object.
public struct NSMutableDataCodec: DerivedColumnCodec {
  /// `bytes 1`.
  public var base: DataCodec { DataCodec() }

  /// Makes the codec.
  public init() {}

  /// The bytes as they are now.
  public func baseValue(of object: NSMutableData) -> Data { Data(copying: object) }
  /// The bytes as a mutable object.
  public func value(of base: Data) -> NSMutableData { NSMutableData(data: base) }
}

extension Data {
  /// Copies the bytes, many times faster than `as Data`.
  fileprivate init(copying object: NSData) {
    self.init(bytes: object.bytes, count: object.length)
  }
}
