import Foundation
import PersistentObjects
import PersistentObjectsKeyedArchive

/// Archives values like the codec `keyed-archive`, so that programs with their classes can read
/// them.
enum LegacyArchiving {
  /// Returns an envelope that can be read, whatever the value is.
  static func envelope(of value: LegacyValue) throws -> [UInt8] {
    if let object = try? object(of: value.resolved),
      let archive = try? KeyedArchive.archive(object: object), let envelope = readable(archive)
    {
      return envelope
    }
    guard case .archive(let archive) = value else {
      throw CodecError("a value of the form \(value.form) cannot be archived")
    }
    // Keep an unreadable archive as bytes, which a program may understand.
    if archive.damage == nil, let envelope = readable(archive.bytes) { return envelope }
    return try seal(try KeyedArchive.archive(object: NSData(data: Data(archive.bytes))))
  }

  private static func readable(_ archive: [UInt8]) -> [UInt8]? {
    guard let envelope = try? seal(archive),
      (try? envelope.withUnsafeBytes({ try ArchiveOutline.read(envelope: $0) })) != nil
    else { return nil }
    return envelope
  }

  private static func seal(_ archive: [UInt8]) throws -> [UInt8] {
    try archive.withUnsafeBytes { try ArchiveEnvelope.seal($0) }
  }

  /// Returns a value as a Foundation object.
  static func object(of value: LegacyValue) throws -> any NSObject & NSCoding {
    switch value {
    case .null: NSNull()
    case .boolean, .integer, .unsigned, .real, .notFinite: try value.foundationNumber()
    case .number(let digits):
      if let number = try? value.foundationNumber() { number } else { NSString(string: digits) }
    case .text(let text): NSString(string: text)
    case .damagedText(let bytes), .data(let bytes), .image(let bytes): NSData(data: Data(bytes))
    case .date(let date): NSDate(timeIntervalSinceReferenceDate: date.secondsSince2001)
    case .url(let url): try object(of: url)
    case .array(let elements): NSArray(array: try elements.map(object))
    case .set(let elements): NSSet(array: try elements.map(object))
    case .dictionary(let entries): try dictionary(entries)
    case .archive, .reference:
      throw CodecError("a value of the form \(value.form) is not a value of Foundation")
    }
  }

  private static func dictionary(_ entries: [LegacyEntry]) throws -> NSDictionary {
    let keys = try entries.map { try object(of: $0.key) }
    guard let keys = keys as? [any NSObject & NSCoding & NSCopying] else {
      throw CodecError("a key of the dictionary cannot be a key of an NSDictionary")
    }
    return NSDictionary(objects: try entries.map { try object(of: $0.value) }, forKeys: keys)
  }

  /// Returns a URL. A URL with a base stays as it was archived. On Linux, an `NSURL` can be made of
  /// some texts that are not a `URL`, and using it as one stops the process.
  private static func object(of url: LegacyURL) throws -> NSURL {
    guard url.bases.isEmpty, URL(string: url.relative) != nil,
      let found = NSURL(string: url.relative), found.absoluteString == url.relative
    else { throw CodecError("the URL has a base, or its text is not in Foundation's form") }
    return found
  }
}
