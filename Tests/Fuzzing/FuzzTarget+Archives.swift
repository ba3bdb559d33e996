import Foundation
import PersistentObjectsCodecs
import PersistentObjectsKeyedArchive

extension FuzzTarget {
  /// The keyed archive: its property list, its values, its objects, its envelope, and whole
  /// columns.
  static func archives() throws -> [FuzzTarget] {
    [try propertyList(), try values(), try objects(), try envelope()]
      + [
        try FuzzTarget(
          "keyed-archive", KeyedArchiveCodec<[Plain]>(options: limits), [[], [Plain()]]),
        try FuzzTarget(
          "keyed-archive-objects", NSCodingCodec<NSArray>(options: limits), [NSArray(), mixed]),
      ]
  }

  /// Small limits, so that reading an archive that contains itself ends soon.
  static var limits: KeyedArchiveOptions {
    var options = KeyedArchiveOptions()
    options.maximumRawLength = 1 << 20
    options.maximumDepth = 64
    options.maximumObjectCount = 1000
    return options
  }

  /// Property lists of any content, read as whatever they contain.
  private static func propertyList() throws -> FuzzTarget {
    let samples = try [
      KeyedArchive.archive(Plain()), KeyedArchive.archive([[Int?]](repeating: [1, nil], count: 9)),
    ]
    return FuzzTarget("property-list", samples) { bytes in
      let tree = try KeyedArchive.unarchive(ValueTree.self, from: bytes, options: limits)
      _ = try? KeyedArchive.archive(tree, options: limits)
    }
  }

  private static func values() throws -> FuzzTarget {
    let family = Relative.family()
    let samples = try [
      KeyedArchive.archive(Plain()), KeyedArchive.archive(family),
      KeyedArchive.archive(FoundationShape.all().map(\.tree)),
    ]
    return FuzzTarget("archived-values", samples) { bytes in
      let plain = try? KeyedArchive.unarchive(Plain.self, from: bytes, options: limits)
      _ = plain?.hashValue
      _ = try KeyedArchive.unarchive([Relative].self, from: bytes, options: limits)
    }
  }

  private static func objects() throws -> FuzzTarget {
    let links = [Link.ring(), Link.tree(depth: 4), Link(mixed)]
    let samples = try links.map { try KeyedArchive.archive(object: $0) }
    return FuzzTarget("archived-objects", samples) { bytes in
      let link = try KeyedArchive.unarchive(objectOf: Link.self, from: bytes, options: limits)
      defer { link.cut() }
      _ = link.content.map { "\($0)" }
      _ = try? KeyedArchive.archive(object: link, options: limits)
    }
  }

  private static func envelope() throws -> FuzzTarget {
    let raw = try KeyedArchive.archive(Array(repeating: "text", count: 100))
    var uncompressed = KeyedArchiveOptions()
    uncompressed.compressionLevel = 0
    let samples = try [KeyedArchiveOptions(), uncompressed].map { options in
      try raw.withUnsafeBytes { try ArchiveEnvelope.seal($0, options: options) }
    }
    return FuzzTarget("envelope", samples) { bytes in
      let opened = try ArchiveEnvelope.open(bytes, options: limits) { Array($0) }
      if opened != raw { throw BrokenLaw(description: "a damaged envelope was opened") }
    }
  }

  /// One object of each kind that Foundation archives.
  private static var mixed: NSArray {
    let url = NSURL(string: "b", relativeTo: URL(string: "http://a")) ?? NSURL(fileURLWithPath: "/")
    return [
      "text", NSMutableString(string: "é"), 7, -1.5, true, UInt64.max,
      NSDecimalNumber(string: "1.25"),
      NSData(data: Data([1, 2])), NSMutableData(data: Data([3])), NSDate(timeIntervalSince1970: 5),
      url, NSUUID(), NSNull(), ["a": 1, "b": ["c"]] as NSDictionary,
      NSMutableDictionary(dictionary: ["a": 1]), NSSet(array: [1, "a"]),
      NSMutableSet(array: [1, "a"]), NSMutableArray(array: ["a"]),
      NSOrderedSet(array: [3, "z", 1]),
      NSMutableOrderedSet(array: ["b", "a"]), NSLocale(localeIdentifier: "de_DE"),
      NSTimeZone(name: "UTC") ?? NSNull(),
    ]
  }
}
