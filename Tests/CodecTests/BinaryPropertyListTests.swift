import Foundation
import PersistentObjectsKeyedArchive
import Testing

/// Handmade property lists: those that no archiver writes, or only a hostile one.
struct BinaryPropertyListTests {
  // MARK: Scalars

  @Test func readsIntegersOfAllSizes() throws {
    #expect(try scalar([0x10, 0xFF]) == 255)
    #expect(try scalar([0x11, 0xFF, 0xFE]) == 65534)
    #expect(try scalar([0x12, 0xFF, 0xFF, 0xFF, 0xFF]) == 4_294_967_295)
    #expect(try scalar([0x13] + [UInt8](repeating: 0xFF, count: 8)) == -1)
    #expect(try scalar([0x14] + [UInt8](repeating: 0xFF, count: 16)) == -1)
    #expect(try scalar([0x14] + [UInt8](repeating: 0, count: 15) + [7]) == 7)
    let high = [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)
    #expect(try scalar([0x14] + high) == UInt64.max)
  }

  @Test(arguments: [
    [0x14, 1] + [UInt8](repeating: 0, count: 15), [0x15] + [UInt8](repeating: 0, count: 32),
    [0x20, 0], [0x24] + [UInt8](repeating: 0, count: 16), [0x70], [0xFF], [0x01],
    [0x51, 0x80], [0x61, 0xD8, 0x00], [0x5F, 0x10],
    [0x5F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7),
    [0x6F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), [0x5F, 0x14], [0xA1], [0xD1, 0],
  ])
  func refusesMalformedScalars(_ object: [UInt8]) {
    #expect(throws: KeyedArchiveError.self) { try scalar(object) as String }
  }

  // MARK: Outer form

  @Test func refusesWhatIsNoArchive() throws {
    let good = try KeyedArchive.archive([1])
    for length in 0..<good.count { expect(nil, Array(good.prefix(length))) }
    expect(.notAnArchive, Array("<?xml version='1.0'?><plist></plist>".utf8) + good)
    expect(.notAnArchive, HandMade(archiver: "NSArchiver").bytes)
    expect(.notAnArchive, HandMade(version: 200_000).bytes)
    let list = try PropertyListSerialization.data(
      fromPropertyList: [1], format: .binary, options: 0)
    #expect(throws: KeyedArchiveError.self) { try unarchive([Int].self, Array(list)) }
  }

  @Test func refusesReferencesToNothing() {
    expect(.damaged, HandMade(root: 99).bytes)
    expect(.damaged, HandMade(entries: [.array([42])]).bytes)
    expect(.damaged, HandMade(entries: [.dictionary(keys: [2], values: [])]).bytes)
  }

  // MARK: Small archives of huge contents

  @Test func boundsListsThatContainThemselves() {
    let cycle = HandMade(entries: [.array([1])]).bytes
    expect(.limitExceeded, cycle)
    expectObject(.objectRefused, cycle)
    expectObject(.objectRefused, HandMade(entries: [.mutableArray([1])]).bytes)
    expectObject(.objectRefused, HandMade(entries: [.mutableArray([2]), .mutableArray([1])]).bytes)
  }

  /// Types that go from container to container decode no value at which depth would be checked.
  @Test func boundsContainersThatContainThemselves() {
    let list = HandMade(entries: [.array([1])]).bytes
    expectTooDeep(NestedLists.self, list)
    expectTooDeep(SuperElements.self, list)
    let table = HandMade(entries: [
      .dictionary(keys: [2], values: [1]), .raw([0x51, UInt8(ascii: "a")]),
    ]).bytes
    expectTooDeep(NestedTables.self, table)
    expectTooDeep(SuperFields.self, table)
  }

  @Test func boundsListsOfListsOfLists() {
    // Each of 40 lists contains the next one twice: 2^40 elements in all.
    var entries = (2...40).map { HandMade.Entry.array([$0, $0]) }
    entries.append(.array([]))
    expect(.limitExceeded, HandMade(entries: entries).bytes)
    expectObject(.limitExceeded, HandMade(entries: entries).bytes)
  }

  @Test func refusesCollectionsWhereObjectsAreCompared() {
    let entries: [HandMade.Entry] = [.set([2, 3]), .mutableArray([2]), .array([])]
    expectObject(.objectRefused, HandMade(entries: entries).bytes)
    expectObject(.cannotArchive, HandMade(entries: [.set([2]), .array([])]).bytes)
  }

  /// Each URL adds the same long path to the one before.
  @Test func boundsURLsThatAreRelativeToEachOther() {
    func text(_ bytes: [UInt8]) -> HandMade.Entry {
      .raw([0x5F, 0x11, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes)
    }
    let path = [UInt8](repeating: UInt8(ascii: "a"), count: 50_000) + [UInt8(ascii: "/")]
    var entries: [HandMade.Entry] = [.array(Array(4...104))]
    entries += [text(Array("http://x.org/".utf8)), text(path), .url(base: 0, relative: 2)]
    for base in 4..<104 { entries.append(.url(base: base, relative: 3)) }
    let bytes = HandMade(entries: entries).bytes
    let error = #expect(throws: KeyedArchiveError.self) { try Self.readArray(bytes) }
    #expect(error?.code == .limitExceeded)
  }

  private static func readArray(_ bytes: [UInt8]) throws {
    var options = KeyedArchiveOptions()
    options.maximumRawLength = 4 << 20
    let _: NSArray = try bytes.withUnsafeBytes {
      try KeyedArchive.unarchive(objectOf: NSArray.self, from: $0, options: options)
    }
  }

  private func scalar<Value: Decodable>(_ object: [UInt8]) throws -> Value {
    try unarchive(Value.self, HandMade(entries: [.raw(object)]).bytes)
  }

  private static var options: KeyedArchiveOptions {
    var options = KeyedArchiveOptions()
    options.maximumObjectCount = 10_000
    return options
  }

  private func expect(
    _ code: KeyedArchiveError.Code?, _ bytes: [UInt8],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: KeyedArchiveError.self, sourceLocation: sourceLocation) {
      try unarchive(Lists.self, bytes, options: Self.options)
    }
    if let code { #expect(error?.code == code, sourceLocation: sourceLocation) }
  }

  /// Expects depth to be the first limit that is exceeded.
  private func expectTooDeep<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var options = KeyedArchiveOptions()
    options.maximumDepth = 20
    options.maximumObjectCount = 50
    let error = #expect(throws: KeyedArchiveError.self, sourceLocation: sourceLocation) {
      _ = try unarchive(type, bytes, options: options)
    }
    #expect(error?.code == .limitExceeded, sourceLocation: sourceLocation)
    #expect(error?.message.contains("maximumDepth") == true, sourceLocation: sourceLocation)
  }

  private func expectObject(
    _ code: KeyedArchiveError.Code, _ bytes: [UInt8],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: KeyedArchiveError.self, sourceLocation: sourceLocation) {
      try bytes.withUnsafeBytes {
        try KeyedArchive.unarchive(
          objectOf: NSArray.self, from: $0, options: Self.options)
      }
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
  }
}

private enum FieldKey: CodingKey { case a }

private struct NestedLists: Decodable {
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd { list = try list.nestedUnkeyedContainer() }
  }
}

private struct SuperElements: Decodable {
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd { list = try list.superDecoder().unkeyedContainer() }
  }
}

private struct NestedTables: Decodable {
  init(from decoder: any Decoder) throws {
    var table = try decoder.container(keyedBy: FieldKey.self)
    while table.contains(.a) {
      table = try table.nestedContainer(keyedBy: FieldKey.self, forKey: .a)
    }
  }
}

private struct SuperFields: Decodable {
  init(from decoder: any Decoder) throws {
    var table = try decoder.container(keyedBy: FieldKey.self)
    while table.contains(.a) {
      table = try table.superDecoder(forKey: .a).container(keyedBy: FieldKey.self)
    }
  }
}

private struct Lists: Decodable {
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd { _ = try list.decode(Lists.self) }
  }
}
