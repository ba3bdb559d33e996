import Foundation
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

/// The codecs that store keyed archives in columns.
struct KeyedArchiveCodecTests {
  @Test func storesCodableValues() throws {
    let codec = KeyedArchiveCodec<[String: [Int]]>()
    #expect(try roundTrip(["a": [1, 2]], codec) == ["a": [1, 2]])
    #expect(codec.identifier.description == "keyed-archive 1")
    #expect(codec.storage == .blob)
    #expect(!codec.isSearchable)
  }

  @Test func storesObjects() throws {
    #expect(try roundTrip(Sample(), NSCodingCodec<Sample>()) == Sample())
    #expect(try roundTrip(NSArray(array: [1, "a"]), NSCodingCodec<NSArray>()) == [1, "a"])
    #expect((try roundTrip(Circle(radius: 3), NSCodingCodec<Shape>()) as? Circle)?.radius == 3)
  }

  @Test func refusesToStoreAnObjectThatItCouldNotRead() {
    final class Unlisted: Shape {
      override class var archiveClassName: String { "Unlisted" }
    }
    let error = #expect(throws: KeyedArchiveError.self) {
      try roundTrip(Unlisted(), NSCodingCodec<Shape>())
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

  @Test func failsOnOtherColumns() {
    let cells = MemoryCells([.text("x"), .null, .blob([1, 2])])
    for index in 0..<3 {
      #expect(throws: (any Error).self) {
        try KeyedArchiveCodec<Int>().decode(from: ColumnReader(cells, at: index))
      }
    }
  }

  private func roundTrip<Codec: ColumnCodec>(
    _ value: Codec.Value, _ codec: Codec
  ) throws -> Codec.Value {
    let cells = MemoryCells(count: 1)
    var writer = ColumnWriter(cells, at: 0)
    try codec.encode(value, into: &writer)
    return try codec.decode(from: ColumnReader(cells, at: 0))
  }
}
