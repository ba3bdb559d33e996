public import Foundation
import PersistentObjectsEngine

/// Stores `NSData` as BLOB, as `Data` is.
public struct NSDataCodec: BridgedColumnCodec {
  /// Foundation's class.
  public typealias Value = NSData
  /// `bytes 1`.
  public var base: DataCodec { DataCodec() }

  /// Makes the codec.
  public init() {}

  /// The bytes.
  public func value(of object: NSData) -> Data { Data(copying: object) }
  /// The bytes as an object.
  public func object(of value: Data) -> NSData { NSData(data: value) }
}

/// Stores `NSMutableData` as BLOB, as `Data` is. Reading makes a mutable object.
public struct NSMutableDataCodec: BridgedColumnCodec {
  /// Foundation's class.
  public typealias Value = NSMutableData
  /// `bytes 1`.
  public var base: DataCodec { DataCodec() }

  /// Makes the codec.
  public init() {}

  /// The bytes as they are now.
  public func value(of object: NSMutableData) -> Data { Data(copying: object) }
  /// The bytes as a mutable object.
  public func object(of value: Data) -> NSMutableData { NSMutableData(data: value) }
}

extension Data {
  /// Copies the bytes, many times faster than `as Data`.
  fileprivate init(copying object: NSData) {
    self.init(bytes: object.bytes, count: object.length)
  }
}
