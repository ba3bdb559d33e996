public import Foundation
public import PersistentObjectsEngine

/// Stores `NSNull` as TEXT: `null`. SQL's NULL stands for nil, so an `NSNull?` keeps the two apart.
public struct NSNullCodec: ColumnCodec {
  private static let text = "null"

  /// Makes the codec.
  public init() {}

  /// `null 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("null") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes `null`.
  public func encode(_ value: NSNull, into column: inout ColumnWriter) throws {
    column.write(Self.text)
  }

  /// Reads `null`; any other text is an error.
  public func decode(from column: borrowing ColumnReader) throws -> NSNull {
    let stored = try column.text()
    guard stored == Self.text else { throw CodecError("\(Excerpt(stored)) is not '\(Self.text)'") }
    return NSNull()
  }
}
