public import Foundation
public import PersistentObjectsCodec

/// Stores `NSNull` as TEXT: `null`. SQL's NULL stands for nil, so the two differ in an `NSNull?`.
///
/// ```swift
/// var mark: NSNull?  // mark TEXT: null
/// ```
public struct NSNullCodec: DerivedColumnCodec {
  private static let text = "null"

  /// Makes the codec.
  public init() {}

  /// `null 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("null") }
  /// TEXT.
  public var base: StringCodec { StringCodec() }

  /// Returns `null`.
  public func baseValue(of value: NSNull) -> String { Self.text }

  /// Returns the object; throws for any other text.
  public func value(of base: String) throws -> NSNull {
    guard base == Self.text else { throw CodecError("\(Excerpt(base)) is not '\(Self.text)'") }
    return NSNull()
  }
}
