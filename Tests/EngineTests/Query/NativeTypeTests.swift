import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsEngine

@Persistent
final class Consignment {
  var isSent = false
  var wasLost: Bool?
  @Column(unique: true) var token: UUID
  var former: UUID?
  var size: UInt64
  var weight: UInt128?
  @Column(codec: DateAsTimestamp()) var sentAt: Date
  @Column(codec: JSONBCodec<[String: Int]>()) var labels: [String: Int] = [:]
  var stations: Set<UUID> = []
  var checks: [UUID: Bool] = [:]
  static let indices: [Index<Consignment>] = [
    Index(\.size).where { $0.isSent },
    .on { when($0.isSent, then: $0.size, else: 0) },
    Index(\.sentAt).where { $0.sentAt > Date(timeIntervalSince1970: 0) },
  ]
}

/// Values that a database may store in types of its own.
struct NativeTypeTests {
  private static func token(_ number: UInt8) -> UUID {
    UUID(uuid: (number &* 37, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }

  /// Parcels with nil and with values at the limits of their types.
  private static func fill(_ session: Session) throws -> [Consignment] {
    let sizes: [UInt64] = [0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max, 12_345]
    let parcels = sizes.enumerated().map { index, size in
      let parcel = Consignment(
        token: token(UInt8(index)), size: size,
        sentAt: Date(timeIntervalSince1970: Double(index) * 1e6 - 2e6 + 0.25))
      parcel.isSent = index.isMultiple(of: 2)
      parcel.wasLost = [nil, true, false][index % 3]
      parcel.former = index < 3 ? nil : token(UInt8(100 + index))
      parcel.weight = index == 0 ? nil : UInt128(size) * UInt128(size)
      parcel.labels = index == 1 ? [:] : ["b": index, "aa": -index]
      parcel.stations = Set((0..<UInt8(index)).map(token))
      parcel.checks = [token(UInt8(index)): index > 2]
      return parcel
    }
    try session.save(contentsOf: parcels)
    return parcels
  }

  private func run(_ body: (Session, [Consignment]) throws -> Void) throws {
    try TemporaryStore.run(classes: [Consignment.self]) { _, session in
      try body(session, Self.fill(session))
    }
  }

  @Test func comeBackExactly() throws {
    try run { session, parcels in
      let other = Session(store: session.store)
      let read = try Consignment.query.find(in: other)
      #expect(read.map(\.isSent) == parcels.map(\.isSent))
      #expect(read.map(\.wasLost) == parcels.map(\.wasLost))
      #expect(read.map(\.token) == parcels.map(\.token))
      #expect(read.map(\.former) == parcels.map(\.former))
      #expect(read.map(\.size) == parcels.map(\.size))
      #expect(read.map(\.weight) == parcels.map(\.weight))
      #expect(read.map(\.sentAt) == parcels.map(\.sentAt))
      #expect(read.map(\.labels) == parcels.map(\.labels))
      #expect(read.map(\.stations) == parcels.map(\.stations))
      #expect(read.map(\.checks) == parcels.map(\.checks))
    }
  }

  @Test func areFoundAsInSwift() throws {
    try run { session, parcels in
      func check(
        _ condition: (Columns<Consignment>) -> Condition, _ expected: (Consignment) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
      ) throws {
        let found = try Consignment.where(condition).order(by: \.pk).find(in: session)
        #expect(
          found.map(\.size) == parcels.filter(expected).map(\.size), sourceLocation: sourceLocation)
      }
      let (middle, day) = (parcels[3], Date(timeIntervalSince1970: 1e6))
      try check({ $0.isSent }, { $0.isSent })
      try check({ !$0.isSent }, { !$0.isSent })
      try check({ $0.wasLost == nil }, { $0.wasLost == nil })
      try check({ $0.wasLost != true }, { $0.wasLost != true })
      try check({ $0.wasLost ?? true }, { $0.wasLost ?? true })
      try check({ $0.wasLost == $0.isSent }, { $0.wasLost == $0.isSent })
      try check({ $0.isSent == ($0.size > 5) }, { $0.isSent == ($0.size > 5) })
      try check({ $0.token == middle.token }, { $0.token == middle.token })
      try check({ $0.token > middle.token }, { $0.token > middle.token })
      try check({ $0.former != middle.token }, { $0.former != middle.token })
      try check({ $0.token != $0.former }, { $0.token != $0.former })
      let many = (0..<UInt8(150)).filter { $0 != 2 }.map(Self.token)
      try check({ $0.token.isIn(many) }, { many.contains($0.token) })
      try check({ $0.size.isIn([0, .max]) }, { [0, .max].contains($0.size) })
      try check({ $0.size > UInt64(Int64.max) }, { $0.size > UInt64(Int64.max) })
      try check({ $0.weight < UInt128(UInt64.max) }, { $0.weight.map { $0 < UInt64.max } ?? false })
      try check({ $0.sentAt < day }, { $0.sentAt < day })
      try check({ $0.sentAt == middle.sentAt }, { $0.sentAt == middle.sentAt })
      try check(
        { when($0.isSent, then: $0.size, else: UInt64.max) > 5 }, { !$0.isSent || $0.size > 5 })
      try check(
        { when($0.isSent, then: UInt64.max, else: UInt64(1)) == $0.size },
        { $0.size == ($0.isSent ? UInt64.max : UInt64(1)) })
      try check(
        { when($0.isSent, then: Self.token(2), else: middle.token) == $0.token },
        { $0.token == ($0.isSent ? Self.token(2) : middle.token) })
      try check({ $0.stations.contains(Self.token(2)) }, { $0.stations.contains(Self.token(2)) })
      try check(
        { $0.stations.contains { $0 > Self.token(2) } },
        { $0.stations.contains { $0 > Self.token(2) } })
      try check({ $0.checks[middle.token] == true }, { $0.checks[middle.token] == true })
    }
  }

  @Test func areComputedWith() throws {
    try run { session, parcels in
      let all = Consignment.query
      #expect(try all.value(.maximum(\.token), in: session) == parcels.map(\.token).max())
      #expect(try all.value(.minimum(\.former), in: session) == parcels.compactMap(\.former).min())
      #expect(try all.value(.maximum(\.size), in: session) == .max)
      #expect(try all.value(.maximum(\.weight), in: session) == parcels.compactMap(\.weight).max())
      #expect(try all.value(.minimum(\.sentAt), in: session) == parcels[0].sentAt)
      let groups = try all.grouped(by: \.isSent).values(.maximum(\.token), .count(), in: session)
      #expect(groups.map(\.key) == [false, true] && groups.map(\.2) == [3, 3])
      #expect(
        groups.map(\.1)
          == [false, true].map { flag in parcels.filter { $0.isSent == flag }.map(\.token).max() })
      let rows = try all.order(by: \.token).select {
        ($0.token, $0.isSent, $0.stations.max { $0 }, when($0.isSent, then: 1, else: 0))
      }.find(in: session)
      let sorted = parcels.sorted { $0.token < $1.token }
      #expect(rows.map(\.0) == sorted.map(\.token) && rows.map(\.1) == sorted.map(\.isSent))
      #expect(rows.map(\.2) == sorted.map { $0.stations.max() })
      #expect(rows.map(\.3) == sorted.map { $0.isSent ? 1 : 0 })
    }
  }

  @Test func areSetByConditions() throws {
    try run { session, parcels in
      let (all, day) = (Consignment.query, Date(timeIntervalSince1970: 3.5))
      try all.update(in: session) {
        $0.wasLost = $0.isSent.optional
        $0.isSent = $0.size > 5
        $0.sentAt = day
        $0.size = UInt64.max - 1
      }
      #expect(parcels.map(\.wasLost) == [true, false, true, false, true, false])
      #expect(parcels.map(\.isSent) == [false, false, true, true, true, true])
      #expect(parcels.allSatisfy { $0.sentAt == day })
      #expect(parcels.allSatisfy { $0.size == .max - 1 })
      try all.limit(2).update(in: session) { $0.isSent = $0.size > 5 }
      #expect(parcels.prefix(2).allSatisfy { $0.isSent })
    }
  }

  @Test func areBoundInCriteriaPagesAndKeys() throws {
    try run { session, parcels in
      let found = try Consignment.find(
        "isSent = \(false) AND token = \(parcels[3].token)", in: session)
      #expect(found.map(\.size) == [parcels[3].size])
      var page = try Consignment.query.order(by: \.token).page(size: 4, in: session)
      var tokens = page.objects.map(\.token)
      while let next = page.next {
        page = try Consignment.query.order(by: \.token).page(size: 4, after: next, in: session)
        tokens += page.objects.map(\.token)
      }
      #expect(tokens == parcels.map(\.token).sorted())
      let twin = Consignment(
        token: parcels[2].token, size: 77, sentAt: Date(timeIntervalSince1970: 0))
      let other = Consignment(
        token: Self.token(200), size: 78, sentAt: Date(timeIntervalSince1970: 0))
      try session.upsert(contentsOf: [twin, other], by: \.token)
      #expect(parcels[2].size == 77)
      #expect(try Consignment.count(in: session) == 7)
      #expect(throws: PersistenceError.self) {
        try session.save(Consignment(token: parcels[2].token, size: 0, sentAt: Date.distantPast))
      }
    }
  }
}
