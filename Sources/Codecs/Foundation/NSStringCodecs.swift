public import Foundation
import PersistentObjectsCodec

/// Stores `NSString` as TEXT, like `String`.
///
/// ```swift
/// var name: NSString  // name TEXT: Joe
/// ```
///
/// An object of a subclass, such as `NSMutableString`, comes back as an `NSString`. A string that
/// is not valid Unicode, which Foundation on Linux cannot hold, is refused.
public struct NSStringCodec: DerivedColumnCodec {
  /// `text 1`.
  public var base: StringCodec { StringCodec() }

  /// Makes the codec.
  public init() {}

  /// Returns the text; throws if it is not valid Unicode.
  public func baseValue(of object: NSString) throws -> String { try object.validText() }
  /// Returns the text as an object.
  public func value(of base: String) -> NSString { NSString(string: base) }
}

/// Stores `NSMutableString` as TEXT, like `String`. Reading returns a mutable object.
///
/// ```swift
/// var name: NSMutableString  // name TEXT: Joe
/// ```
public struct NSMutableStringCodec: DerivedColumnCodec {
  /// `text 1`.
  public var base: StringCodec { StringCodec() }

  /// Makes the codec.
  public init() {}

  /// Returns the current text; throws if it is not valid Unicode.
  public func baseValue(of object: NSMutableString) throws -> String { try object.validText() }
  /// Returns the text as a mutable object.
  public func value(of base: String) -> NSMutableString { NSMutableString(string: base) }
}

extension NSString {
  /// Returns the text; throws for a surrogate without its other half, which would become U+FFFD in
  /// Swift.
  fileprivate func validText() throws -> String {
    let text = self as String
    guard isEqual(to: text) else {
      throw CodecError(
        "\(Excerpt(text)) contains half a surrogate pair, which is not valid Unicode")
    }
    return text
  }
}
