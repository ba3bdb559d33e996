import Foundation
import PersistentObjects
import TestSupport
import Testing

/// A class with a property of each Foundation type that has a codec.
@Persistent final class Parcel {
  var label: NSString
  var remark: NSMutableString = NSMutableString(string: "-")
  var seal: NSData = NSData()
  var stamp: NSMutableData = NSMutableData()
  var count: NSNumber = 1
  var price: NSDecimalNumber = 0
  var sent: NSDate = NSDate(timeIntervalSinceReferenceDate: 0)
  var tracking: NSURL?
  var token: NSUUID = NSUUID()
  var nothing: NSNull = NSNull()
  var maybe: NSNull?
  var weight: Measurement<UnitMass> = Measurement(value: 1, unit: .kilograms)
  var window: Range<Date>?
  var floors: ClosedRange<Int> = 0...0
  var from: PartialRangeFrom<String> = "a"...
  var upTo: PartialRangeUpTo<Double> = ..<1
  var through: PartialRangeThrough<Decimal> = ...1
  @Column(codec: CompressedCodec(StringCodec())) var log: String = ""
  @Column(codec: CompressedCodec<JSONCodec<[String]>>(JSONCodec())) var steps: [String] = []
  var tags: [NSString] = []
  var counts: [NSNumber] = []
  var marks: Set<NSString> = []
  var limits: [String: ClosedRange<Double>] = [:]
}

struct StandardTypesTests {
  @Test func eachComesBackFromTheFile() throws {
    try TemporaryStore.run(classes: [Parcel.self]) { store, session in
      let parcel = Self.parcel()
      try session.save(parcel)
      let (key, token) = (try #require(parcel.key), parcel.token)
      try store.reopened().blocking.session { session in
        let found = try #require(try session.find(key))
        Self.expectSame(found, Self.parcel(token: token))
      }
    }
  }

  @Test func rowsAreReadable() throws {
    try TemporaryStore.run(classes: [Parcel.self]) { store, session in
      try session.save(Self.parcel())
      let rows = try store.rows(
        """
        SELECT label, count, price, sent, "nothing", maybe, weight, floors, "from", up_to, through
        FROM parcel
        """)
      #expect(
        rows == [
          "fragile|true|002 12.5|2001-01-01 00:00:00.5|null|NULL|2.5 lb|[1,3]|['x',)|(,0.5)"
            + "|(,'001 2.5']"
        ])
    }
  }

  @Test func findersCompareWithObjects() throws {
    try TemporaryStore.run(classes: [Parcel.self]) { _, session in
      let light = Parcel(label: "light", count: 1.5, floors: 1...2)
      let heavy = Parcel(label: "heavy", count: 20, floors: 1...3)
      try session.save(contentsOf: [light, heavy])
      #expect(try Parcel.findByLabel("light", in: session) == [light])
      #expect(try Parcel.findByCount(20.0, in: session) == [heavy])
      #expect(try Parcel.findByFloors(1...3, in: session) == [heavy])
      #expect(try Parcel.findByNothing(NSNull(), in: session).count == 2)
      #expect(throws: PersistenceError.self) {
        try Parcel.findByWeight(Measurement(value: 1, unit: .kilograms), in: session)
      }
      #expect(try Parcel.find(in: session) { $0.label == "heavy" && $0.count == 20 } == [heavy])
      #expect(try Parcel.find("WHERE label = \("heavy")", in: session) == [heavy])
    }
  }

  @Test func numbersCompareByValueWhateverTheirKind() throws {
    try TemporaryStore.run(classes: [Parcel.self]) { _, session in
      let whole = Parcel(label: "whole", count: 20, counts: [7])
      let double = Parcel(label: "double", count: 20.0, counts: [7.0, 0.5])
      let flag = Parcel(label: "flag", count: true, counts: [true])
      try session.save(contentsOf: [whole, double, flag])
      for number in [20, 20.0] as [NSNumber] {
        let many = [number] + (1000..<1200).map { NSNumber(value: Double($0)) }
        #expect(try Parcel.findByCount(number, in: session) == [whole, double])
        #expect(try Parcel.find(in: session) { $0.count == number } == [whole, double])
        #expect(try Parcel.find(in: session) { $0.count != number } == [flag])
        #expect(try Parcel.find(in: session) { $0.count.isIn([number, 3]) } == [whole, double])
        #expect(try Parcel.find(in: session) { $0.count.isIn(many) } == [whole, double])
      }
      #expect(try Parcel.find(in: session) { $0.counts.contains(7.0) } == [whole, double])
      #expect(try Parcel.find(in: session) { $0.count == true } == [flag])
    }
  }

  /// A setter records a change; the engine cannot see a change inside a mutable object.
  @Test func aChangeInPlaceIsSavedWhenTheObjectIsAssignedAgain() throws {
    try TemporaryStore.run(classes: [Parcel.self]) { store, session in
      let parcel = Parcel(label: "a")
      try session.save(parcel)
      parcel.remark.append("more")
      #expect(try store.statements { try session.save() }.isEmpty)
      #expect(try store.rows("SELECT remark FROM parcel") == ["-"])
      parcel.remark = parcel.remark
      try session.save()
      #expect(try store.rows("SELECT remark FROM parcel") == ["-more"])
    }
  }

  /// A snapshot leaves out objects that are not `Sendable`, and has all others.
  @Test func snapshotsHaveWhatCanLeave() throws {
    try TemporaryStore.run(classes: [Parcel.self]) { _, session in
      let parcel = Self.parcel()
      try session.save(parcel)
      let snapshot = parcel.snapshot
      #expect(snapshot.weight.value == parcel.weight)
      #expect(snapshot.floors.value == 1...3)
      #expect(snapshot.log == parcel.log)
    }
  }

  private static func expectSame(_ found: Parcel, _ expected: Parcel) {
    #expect(found.label == expected.label && found.remark == expected.remark)
    #expect(type(of: found.remark) == type(of: expected.remark))
    #expect(found.seal == expected.seal && found.stamp == expected.stamp)
    #expect(found.count == expected.count && type(of: found.count) == type(of: expected.count))
    #expect(found.price == expected.price && found.sent == expected.sent)
    #expect(found.tracking == expected.tracking && found.token == expected.token)
    #expect(found.nothing == expected.nothing && found.maybe == expected.maybe)
    #expect(found.weight.unit == expected.weight.unit)
    #expect(found.weight.value == expected.weight.value)
    #expect(found.window == expected.window && found.floors == expected.floors)
    #expect(found.from.lowerBound == expected.from.lowerBound)
    #expect(found.upTo.upperBound == expected.upTo.upperBound)
    #expect(found.through.upperBound == expected.through.upperBound)
    #expect(found.log == expected.log && found.steps == expected.steps)
    #expect(found.tags == expected.tags && found.counts == expected.counts)
    #expect(found.marks == expected.marks && found.limits == expected.limits)
  }

  private static func parcel(token: NSUUID = NSUUID()) -> Parcel {
    Parcel(
      label: "fragile", remark: "handle with care", seal: NSData(data: Data([1, 2])),
      stamp: NSMutableData(data: Data([3])), count: true, price: NSDecimalNumber(string: "12.5"),
      sent: NSDate(timeIntervalSinceReferenceDate: 0.5),
      tracking: NSURL(string: "http://example.org/1"), token: token,
      weight: Measurement(value: 2.5, unit: .pounds),
      window: Date(timeIntervalSinceReferenceDate: 0)..<Date(timeIntervalSinceReferenceDate: 1),
      floors: 1...3, from: "x"..., upTo: ..<0.5, through: ...2.5,
      log: String(repeating: "moved; ", count: 500), steps: ["packed", "sent"],
      tags: ["b", "a", "b"], counts: [1, 1.5, true], marks: ["red", "blue"],
      limits: ["temperature": -5.5...20])
  }
}
