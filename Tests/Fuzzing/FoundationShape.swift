import Foundation
import PersistentObjectsKeyedArchive

/// One of Foundation's `Codable` types, some of which trap when parts are out of range.
struct FoundationShape {
  let name: String
  /// A value of the type in encoded form.
  let tree: ValueTree
  /// Reads the type from an archive and uses the result.
  let decode: (UnsafeRawBufferPointer) throws -> Void

  private init<Value: Codable & Hashable>(_ value: Value) throws {
    name = "\(Value.self)"
    tree = try KeyedArchive.archive(value).withUnsafeBytes {
      try KeyedArchive.unarchive(ValueTree.self, from: $0)
    }
    decode = { bytes in
      let read = try KeyedArchive.unarchive(Value.self, from: bytes, options: FuzzTarget.limits)
      _ = "\(read)"
      _ = read.hashValue
      _ = read == value
      _ = try? KeyedArchive.archive(read, options: FuzzTarget.limits)
    }
  }

  static func all() throws -> [FoundationShape] { try dates() + texts() + sets() }

  private static func dates() throws -> [FoundationShape] {
    let start = Date(timeIntervalSinceReferenceDate: 4)
    var components = DateComponents(year: 2000, month: 2)
    components.calendar = Calendar(identifier: .gregorian)
    return [
      try FoundationShape(DateInterval(start: start, duration: 7)),
      try FoundationShape(Calendar(identifier: .gregorian)), try FoundationShape(components),
      try FoundationShape(TimeZone(secondsFromGMT: 3600)), try FoundationShape(start),
      try FoundationShape(Duration.seconds(3)),
    ]
  }

  private static func texts() throws -> [FoundationShape] {
    [
      try FoundationShape(URLComponents(string: "http://u:p@a:80/b?c#d")),
      try FoundationShape(URL(string: "b", relativeTo: URL(string: "http://a"))),
      try FoundationShape(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
      try FoundationShape(Locale(identifier: "de_DE")),
      try FoundationShape(PersonNameComponents(givenName: "a", familyName: "b")),
    ]
  }

  private static func sets() throws -> [FoundationShape] {
    [
      try FoundationShape(IndexSet([1, 2, 3, 7, 9])),
      try FoundationShape(IndexPath(indexes: [1, 2])),
      try FoundationShape(CharacterSet(charactersIn: "ab\u{1F600}")),
      try FoundationShape(Measurement(value: 3, unit: UnitLength.meters)),
      try FoundationShape(Decimal(string: "-123.45")), try FoundationShape(3..<7),
      try FoundationShape(3...7), try FoundationShape(NSRange(location: 3, length: 4)),
      try FoundationShape([1, 2, 3].difference(from: [2, 4])),
      try FoundationShape([Decimal(1): Set(["x"])]), try FoundationShape(AffineTransform(scale: 3)),
    ]
  }
}
