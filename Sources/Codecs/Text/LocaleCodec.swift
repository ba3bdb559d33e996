public import Foundation
public import PersistentObjectsCodec
import PersistentObjectsKeyedArchive

/// Stores `Locale` as TEXT: its identifier, unchanged, as in `de_DE` or `en_US@calendar=buddhist`.
///
/// ```swift
/// var locale: Locale  // locale TEXT: de_DE
/// ```
///
/// A locale that is more than its identifier is refused: `Locale.current` has the user's settings,
/// and `Locale.autoupdatingCurrent` changes with them. Save
/// `Locale(identifier: Locale.current.identifier)` instead. As in Foundation, two identifiers are
/// two locales even if they mean the same, such as `en_US` and `en-US`. `Locale` has no order.
public struct LocaleCodec: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `locale 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("locale") }
  /// TEXT.
  public var base: StringCodec { StringCodec() }

  /// Returns the identifier; throws if it does not restore the same locale.
  public func baseValue(of value: Locale) throws -> String { try value.storedIdentifier() }
  /// Returns the locale; throws if the text cannot be an identifier.
  public func value(of base: String) throws -> Locale { try Locale(stored: base) }
}

extension Locale {
  /// Returns the identifier; throws if it does not restore the same locale.
  func storedIdentifier() throws -> String {
    guard identifier.utf8.allSatisfy(Self.isOfIdentifier) else {
      throw CodecError("\(Excerpt(identifier)) cannot be the identifier of a locale")
    }
    if let fault = LocaleName.fault(of: self) { throw CodecError(fault) }
    return identifier
  }

  /// Makes the locale with a stored identifier.
  init(stored identifier: String) throws {
    self.init(identifier: identifier)
    guard identifier.utf8.allSatisfy(Self.isOfIdentifier), self.identifier == identifier else {
      throw CodecError("\(Excerpt(identifier)) is not the identifier of a locale")
    }
  }

  /// Whether identifiers may contain a byte. Foundation would accept any byte, even texts that
  /// differ only in their Unicode normal form.
  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "_-@=;+/:.".utf8.contains(byte)
    }
  }
}
