import Foundation
import PersistentObjectsKeyedArchive
import Testing

/// Sets enumerate their members in another order each time that a program runs, and so did
/// archives.
@Suite struct ArchiveOrderTests {
  private static var members: [NSObject] {
    [
      NSString(string: "b"), NSString(string: "a"), NSNumber(value: 2), NSNumber(value: 10),
      NSNumber(value: -1.5), NSData(data: Data([1])), NSNull(),
      NSDate(timeIntervalSinceReferenceDate: 7), NSString(string: ""),
      NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? NSUUID(),
    ]
  }

  @Test func equalSetsHaveEqualArchives() throws {
    let first = try KeyedArchive.archive(object: NSSet(array: Self.members))
    for _ in 0..<20 {
      let set = NSMutableSet(capacity: Int.random(in: 0...500))
      for member in Self.members.shuffled() { set.add(member) }
      #expect(try KeyedArchive.archive(object: NSSet(set: set as? Set<NSObject> ?? [])) == first)
    }
  }

  @Test func equalDictionariesHaveEqualArchives() throws {
    func archive(_ keys: [NSObject]) throws -> [UInt8] {
      let keys = keys.compactMap { $0 as? any NSObject & NSCopying }
      return try KeyedArchive.archive(
        object: NSDictionary(objects: keys.map { NSString(string: "\($0)") }, forKeys: keys))
    }
    let keys = Self.members.filter { !($0 is NSNull) }
    let first = try archive(keys)
    for _ in 0..<20 { #expect(try archive(keys.shuffled()) == first) }
  }

  /// The order is that of the members' values, whichever way Foundation hashes them.
  @Test func numbersComeFirstAndInOrder() throws {
    let set = NSSet(array: ["x", 30, 2, 1] as [Any])
    let archive = try KeyedArchive.archive(object: set)
    let list = try #require(
      PropertyListSerialization.propertyList(from: Data(archive), format: nil) as? [String: Any])
    let objects = try #require(list["$objects"] as? [Any])
    let values = objects.compactMap { ($0 as? NSNumber)?.stringValue ?? ($0 as? String) }
    #expect(values == ["$null", "1", "2", "30", "x"])
  }
}
