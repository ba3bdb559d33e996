import Foundation
import PersistentObjectsCodec
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

  /// Elements were written whatever their class, and could then not be read.
  @Test func refusesToStoreElementsThatItCouldNotRead() throws {
    let list = NSArray(array: [Circle(radius: 2)])
    for value in [list, NSArray(array: [list])] {
      let error = #expect(throws: KeyedArchiveError.self) {
        try NSCodingCodec<NSArray>().stored(value)
      }
      #expect(error?.code == .classNotAllowed)
    }
    let codec = NSCodingCodec<NSArray>(allowing: [Shape.self])
    #expect((try codec.decoded(codec.stored(list))[0] as? Circle)?.radius == 2)
  }

  /// The object that refers to the other one asks for its class before the list is read on.
  @Test func storesElementsThatAnotherOneRefersTo() throws {
    let venue = Shape()
    let codec = NSCodingCodec<NSArray>(allowing: [Visit.self])
    let back = try codec.decoded(codec.stored(NSArray(array: [Visit(to: venue), venue])))
    let place = try #require((back[0] as? Visit)?.place)
    #expect(place === back[1] as? Shape)
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

/// An object with a reference that is archived only if its target is archived elsewhere.
private final class Visit: NSObject, NSCoding, ArchiveClassNaming {
  static var archiveClassName: String { "Visit" }
  let place: Shape?

  init(to place: Shape) { self.place = place }
  required init?(coder: NSCoder) {
    place = coder.decodeObject(of: Shape.self, forKey: "place")
  }
  func encode(with coder: NSCoder) { coder.encodeConditionalObject(place, forKey: "place") }
}
