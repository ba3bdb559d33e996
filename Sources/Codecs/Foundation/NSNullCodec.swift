public import Foundation
public import PersistentObjectsEngine

/// Stores `NSNull` as TEXT: `null`. SQL's NULL stands for nil, so an `NSNull?` keeps the two apart.
public struct NSNullCodec: DerivedColumnCodec {
  private static let text = "null"

  /// Makes the codec.
  public init() {}

  /// `null 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("null") }
  /// TEXT.
  public var base: StringCodec { StringCodec() }

  /// `null`.
  public func baseValue(of value: NSNull) -> String { Self.text }

  /// The object; throws for any other text.
  public func value(of base: String) throws -> NSNull {
    guard base == Self.text else { throw CodecError("\(Excerpt(base)) is not '\(Self.text)'") }
    return NSNull()
  }
}
