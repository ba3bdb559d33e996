import Foundation
import PersistentObjectsKeyedArchive
import Testing

/// Objects of `Codable` classes: one object stays one, and two stay two.
struct KeyedArchiveIdentityTests {
  @Test func sharedObjectsStayShared() throws {
    let shared = Part("shared")
    let back = try roundTrip([shared, Part("owner", [shared, Part("other")]), shared])
    #expect(back.map(\.name) == ["shared", "owner", "shared"])
    #expect(back[0] === back[2])
    #expect(back[1].parts[0] === back[0])
    #expect(back[1].parts[1] !== back[0])
  }

  @Test func equalObjectsStayApart() throws {
    let back = try roundTrip([Part("same"), Part("same")])
    #expect(back[0] !== back[1])
    let labels = try roundTrip([Label("same"), Label("same")])
    #expect(labels[0] !== labels[1])
  }

  @Test func objectsThatAreNothingButOneAndTheSameObjectStayApart() throws {
    let part = Part("x")
    let back = try roundTrip([Wrapper(part), Wrapper(part)])
    #expect(back[0] !== back[1])
    #expect(back[0].part === back[1].part)
  }

  @Test func anObjectIsOneForItsClassAndTheSuperclass() throws {
    let special = SpecialPart("s", size: 3)
    let back = try roundTrip(Pair(first: special, second: special))
    #expect(back.first === back.second)
    #expect(back.first.size == 3)
  }

  @Test func aHundredLevelsOfSharedObjectsTakeAHundredEntries() throws {
    var part = Part("0")
    for level in 1...100 { part = Part("\(level)", [part, part]) }
    let bytes = try KeyedArchive.archive(part)
    #expect(bytes.count < 40_000)
    var back = try unarchive(Part.self, bytes)
    while let next = back.parts.first {
      #expect(next === back.parts[1])
      back = next
    }
    #expect(back.name == "0")
  }

  /// An object that is a text is read at each place where it occurs.
  @Test func theTextOfASharedObjectIsCountedAtEachPlace() throws {
    var options = KeyedArchiveOptions()
    options.maximumRawLength = 10_000
    let label = Label(String(repeating: "x", count: 1000))
    let labels = { Array(repeating: label, count: $0) }
    let bytes = try KeyedArchive.archive(labels(9), options: options)
    let back = try bytes.withUnsafeBytes {
      try KeyedArchive.unarchive([Label].self, from: $0, options: options)
    }
    #expect(back.map(\.text) == labels(9).map(\.text))
    let error = #expect(throws: KeyedArchiveError.self) {
      try KeyedArchive.archive(labels(50), options: options)
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func foundationReadsASharedObjectAtEachPlace() throws {
    let shared = Part("shared")
    let list = try foundationObject(try KeyedArchive.archive([shared, shared])) as? [NSDictionary]
    #expect(list?.map { $0["name"] as? String } == ["shared", "shared"])
  }

  @Test func cyclesAreErrorsInBothDirections() throws {
    let part = Part("ring")
    part.parts = [Part("between", [part])]
    defer { part.parts = [] }
    let writing = #expect(throws: KeyedArchiveError.self) { try KeyedArchive.archive(part) }
    #expect(writing?.code == .cannotArchive)
    // An object that is its own part: {name: "x", parts: [itself]}.
    let bytes = HandMade(entries: [
      .dictionary(keys: [2, 3], values: [4, 5]), .raw([0x54] + Array("name".utf8)),
      .raw([0x55] + Array("parts".utf8)), .raw([0x51] + Array("x".utf8)), .array([1]),
    ]).bytes
    let reading = #expect(throws: KeyedArchiveError.self) { try unarchive(Part.self, bytes) }
    #expect(reading?.code == .objectRefused)
    #expect(reading?.message.contains("NSCoding") == true)
  }
}

private final class Part: Codable {
  var name: String
  var parts: [Part]

  init(_ name: String, _ parts: [Part] = []) {
    self.name = name
    self.parts = parts
  }
}

/// Archived as a text; equal texts share one entry.
private final class Label: Codable {
  let text: String
  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// Archived as its part.
private final class Wrapper: Codable {
  let part: Part
  init(_ part: Part) { self.part = part }
  init(from decoder: any Decoder) throws {
    part = try decoder.singleValueContainer().decode(Part.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(part)
  }
}

private class PlainPart: Codable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class SpecialPart: PlainPart {
  let size: Int
  private enum Key: CodingKey { case size }

  init(_ name: String, size: Int) {
    self.size = size
    super.init(name)
  }

  required init(from decoder: any Decoder) throws {
    size = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .size)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(size, forKey: .size)
  }
}

private struct Pair: Codable {
  var first: SpecialPart
  var second: PlainPart
}
