import Foundation
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import PersistentObjectsKeyedArchive
import Testing

/// The codecs that store keyed archives in columns.
struct KeyedArchiveCodecTests {
  @Test func storesCodableValues() async throws {
    let codec = KeyedArchiveCodec<ArchiveTree>()
    #expect(codec.identifier.description == "keyed-archive 1")
    #expect(codec.storage == .bytes)
    #expect(!codec.isSearchable)
    try await verifyCodec(
      codec,
      generator: { source in
        var random = ArchiveRandom(seed: source.next())
        return ArchiveTree.random(&random, depth: source.integer(in: 0...3))
      })
    try await verifyCodec(
      KeyedArchiveCodec<Set<Int>>(), generator: { Set($0.array { $0.integer() }) })
  }

  @Test func storesObjects() async throws {
    try await verifyCodec(NSCodingCodec<Sample>(), samples: [Sample()])
    try await verifyCodec(
      NSCodingCodec<NSArray>(), samples: [[], [1, "a"]],
      generator: { source in
        NSArray(array: source.array { NSNumber(value: $0.double()) })
      })
    try await verifyCodec(
      NSCodingCodec<Shape>(), samples: [Circle(radius: 3)],
      isSame: { ($0 as? Circle)?.radius == ($1 as? Circle)?.radius })
  }

  @Test func refusesToStoreAnObjectThatItCouldNotRead() {
    final class Unlisted: Shape {
      override class var archiveClassName: String { "Unlisted" }
    }
    let error = #expect(throws: KeyedArchiveError.self) {
      try NSCodingCodec<Shape>().stored(Unlisted())
    }
    #expect(error?.code == .classNotAllowed)
  }

  @Test func findsItselfACodecForWhatCanBeArchived() {
    struct Plain {}
    struct Value: Codable {}
    let registry = CodecRegistry().withFallback(KeyedArchiveProvider())
    #expect(registry.codec(for: Value.self) is KeyedArchiveCodec<Value>)
    #expect(registry.codec(for: [Value].self) is KeyedArchiveCodec<[Value]>)
    #expect(registry.codec(for: Value?.self) is OptionalCodec<KeyedArchiveCodec<Value>>)
    #expect(registry.codec(for: Sample.self) is NSCodingCodec<Sample>)
    #expect(registry.codec(for: NSArray.self) is NSCodingCodec<NSArray>)
    #expect(registry.codec(for: Plain.self) == nil)
    #expect(registry.codec(for: NSObject.self) == nil)
  }

  /// `Codable` encodes both kinds of nil alike, so `.some(nil)` would come back as nil.
  @Test func findsNoCodecForAnOptionalOfAnOptional() {
    let registry = CodecRegistry().withFallback(KeyedArchiveProvider())
    #expect(registry.codec(for: Optional<Int?>.self) == nil)
    #expect(registry.codec(for: Optional<[Int]?>.self) == nil)
    #expect(registry.codec(for: Optional<Optional<Int?>>.self) == nil)
    #expect(registry.codec(for: [Int?].self) is KeyedArchiveCodec<[Int?]>)
  }
}
