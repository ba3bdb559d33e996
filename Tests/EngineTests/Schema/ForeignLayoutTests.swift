import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

/// Another program changes the layout of a file that this one has open. Two stores represent the
/// two programs.
@Suite struct ForeignLayoutTests {
  /// The operations on a class whose layout another program has changed.
  enum Use: CaseIterable {
    case find, findAll, query, change, insert, insertMany, remove
  }

  @Test(arguments: Use.allCases) func aRecodedColumnIsNeitherReadNorWrittenInTheOldForm(_ use: Use)
    throws
  {
    try TemporaryStore.run { store, session in
      let reading = try Self.given(session)
      let new = try store.reopened()
      defer { new.close() }
      try new.blocking.recode(.property(\Layout.Tenths.degrees, from: Layout.Whole()))
      let before = try store.dump()
      let error = failure { try Self.run(use, reading, session) }
      #expect(error?.code == .codecMismatch)
      #expect(error?.message.contains("clear() the session or begin another one") == true)
      #expect(error?.context.property == "degrees" && error?.context.column == "degrees")
      #expect(try store.dump() == before)
      #expect(failure { try Self.run(use, reading, session) }?.code == .codecMismatch)
      session.clear()
      #expect(failure { _ = try Layout.Reading.findAll(in: session) }?.code == .codecMismatch)
      let late = try Session(store: new).all(Layout.Tenths.self).map(\.degrees)
      #expect(late == [10, 20])
    }
  }

  @Test(arguments: Use.allCases) func aRenamedColumnIsMissedInWords(_ use: Use) throws {
    try TemporaryStore.run { store, session in
      let reading = try Self.given(session)
      let new = try store.reopened()
      defer { new.close() }
      #expect(try Session(store: new).all(Layout.Renamed.self).map(\.celsius) == [10, 20])
      let error = failure { try Self.run(use, reading, session) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.context.className?.hasSuffix("Reading") == true)
      #expect(try Session(store: new).all(Layout.Renamed.self).map(\.celsius) == [10, 20])
    }
  }

  /// The writer reads only where no other program has the database open.
  @Test(.onSQLite) func aStoreThatWantsNoReadersNoticesToo() throws {
    try TemporaryStore.run { store, session in
      _ = try Self.given(session)
      var configuration = SQLiteConfiguration(path: store.path)
      configuration.maximumReaders = 0
      let old = try Store(configuration)
      defer { old.close() }
      #expect(try old.lendSession { try Layout.Reading.findAll(in: $0).count } == 2)
      let new = try store.reopened()
      defer { new.close() }
      try new.blocking.recode(.property(\Layout.Tenths.degrees, from: Layout.Whole()))
      let error = failure { try old.lendSession { _ = try Layout.Reading.findAll(in: $0) } }
      #expect(error?.code == .codecMismatch)
    }
  }

  /// The tables were read before the change and the records after it, so the records seemed to be
  /// missing.
  @Test func tablesThatAreChangedWhileTheyAreReadAreReadAgain() throws {
    try TemporaryStore.run { store, session in
      _ = try Self.given(session)
      let (other, own) = (try store.reopened(), try store.reopened())
      defer { for store in [other, own] { store.close() } }
      let reads = Atomic(0)
      own.trace { event in
        guard event.sql.contains("_persistent_table"),
          reads.add(1, ordering: .relaxed).newValue == 1
        else { return }
        #expect(throws: Never.self) {
          try other.lendSession { _ = try Layout.Renamed.count(in: $0) }
        }
      }
      let found = try Session(store: own).all(Layout.Renamed.self).map(\.celsius)
      own.trace(nil)
      #expect(found == [10, 20] && reads.load(ordering: .relaxed) > 1)
    }
  }

  @Test func aNewerVersionOfACodecIsNotOverwritten() throws {
    try TemporaryStore.run { store, session in
      let marks = [Graded.One(mark: 1), Graded.One(mark: 2)]
      try session.save(contentsOf: marks)
      let new = try store.reopened()
      defer { new.close() }
      try new.lendSession { try $0.save(Graded.Two(mark: 3)) }
      #expect(failure { _ = try Graded.One.findAll(in: session) }?.code == .codecMismatch)
    }
  }

  @Test func otherClassesGoOn() throws {
    try TemporaryStore.run { store, session in
      _ = try Self.given(session)
      try session.given(Layout.Place(name: "here"))
      let new = try store.reopened()
      defer { new.close() }
      try new.blocking.recode(.property(\Layout.Tenths.degrees, from: Layout.Whole()))
      #expect(try Layout.Place.findAll(in: session).map(\.name) == ["here"])
      try session.save(Layout.Place(name: "there"))
      #expect(failure { _ = try Layout.Reading.findAll(in: session) }?.code == .codecMismatch)
      #expect(try Layout.Place.count(in: session) == 2)
    }
  }

  @Test func whatANewerProgramAddsDoesNoHarm() throws {
    try TemporaryStore.run { store, session in
      let reading = try Self.given(session)
      let new = try store.reopened()
      defer { new.close() }
      #expect(try Session(store: new).all(Layout.Wider.self).map(\.note) == ["none", "none"])
      for use in Use.allCases where use != .remove { try Self.run(use, reading, session) }
      let notes = try Session(store: new).all(Layout.Wider.self).map(\.note)
      #expect(notes == Array(repeating: "none", count: 23))
      try Self.run(.remove, reading, session)
      #expect(try Session(store: new).all(Layout.Wider.self).isEmpty)
    }
  }

  @Test func aSnapshotFromBeforeIsReadToItsEnd() throws {
    try TemporaryStore.run { store, session in
      _ = try Self.given(session)
      let new = try store.reopened()
      defer { new.close() }
      try store.store.lendSession { old in
        _ = try Layout.Reading.count(in: old)
        try new.blocking.recode(.property(\Layout.Tenths.degrees, from: Layout.Whole()))
        #expect(try Layout.Reading.findAll(in: old).map(\.degrees) == [10, 20])
      }
      let error = failure {
        try store.store.lendSession { _ = try Layout.Reading.findAll(in: $0) }
      }
      #expect(error?.code == .codecMismatch)
    }
  }

  @Test func aColumnThatIsBroughtBackIsReadByANewSession() throws {
    try TemporaryStore.run { store, session in
      _ = try Self.given(session)
      let new = try store.reopened()
      defer { new.close() }
      try new.blocking.recode(.property(\Layout.Tenths.degrees, from: Layout.Whole()))
      #expect(failure { _ = try Layout.Reading.findAll(in: session) }?.code == .codecMismatch)
      try store.store.blocking.recode(.property(\Layout.Reading.degrees, from: Layout.Scaled()))
      #expect(failure { _ = try Layout.Reading.findAll(in: session) }?.code == .codecMismatch)
      session.clear()
      #expect(try Layout.Reading.findAll(in: session).map(\.degrees) == [10, 20])
    }
  }

  /// The layout number in the rolled-back transaction later belongs to another layout.
  @Test func aLayoutThatWasRolledBackIsNotTakenForAnothers() throws {
    try TemporaryStore.run { store, session in
      _ = try Self.given(session)
      try session.cancelledTransaction {
        try session.execute("CREATE TABLE other (pk INTEGER)")
        try session.execute("DROP TABLE other")
        #expect(try Layout.Reading.findAll(in: session).map(\.degrees) == [10, 20])
      }
      let new = try store.reopened()
      defer { new.close() }
      try new.blocking.recode(.property(\Layout.Tenths.degrees, from: Layout.Whole()))
      let error = failure { _ = try Layout.Reading.findAll(in: session) }
      #expect(error?.code == .codecMismatch)
    }
  }

  // MARK: Alternating old and new programs

  @Test func aRenamedColumnIsNotMadeAnewByTheOldProgram() throws {
    try inTurns(Layout.Renamed.self, { $0.celsius }) { error in
      #expect(error?.message.contains("renamed the column 'degrees' to 'celsius'") == true)
      #expect(error?.context.property == "degrees" && error?.context.column == "degrees")
    }
  }

  @Test func aRenamedCollectionIsNotMadeAnewByTheOldProgram() throws {
    try inTurns(Layout.Labelled.self, { Double($0.labels.count) }) { error in
      #expect(
        error?.message.contains("renamed the table 'reading_tags' to 'reading_labels'") == true)
      #expect(error?.context.property == "tags" && error?.context.table == "reading_tags")
    }
  }

  @Test func aRenamedTableIsNotMadeAnewByTheOldProgram() throws {
    try inTurns(Layout.Moved.self, { $0.degrees }) { error in
      #expect(error?.message.contains("renamed the table 'reading' to 'moved_reading'") == true)
      #expect(error?.context.table == "reading")
    }
  }

  /// The new program renames. The old one is refused, both running and restarted; the new one
  /// continues.
  private func inTurns<New: PersistentObject>(
    _ type: New.Type, _ value: (New) -> Double, _ expect: (PersistenceError?) -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      let reading = try Self.given(session)
      let new = try store.reopened()
      defer { new.close() }
      let values = try new.lendSession { try $0.all(New.self).map(value) }
      let before = try store.dump()
      for use in Use.allCases {
        let error = failure { try Self.run(use, reading, session) }
        #expect(error?.code == .schemaMismatch, "\(use)")
      }
      session.clear()
      expect(failure { _ = try Layout.Reading.findAll(in: session) })
      let old = try store.reopened()
      defer { old.close() }
      let error = failure { try Session(store: old).save(Layout.Reading(degrees: 1)) }
      #expect(error?.code == .schemaMismatch)
      expect(error)
      #expect(try store.dump() == before)
      #expect(try new.lendSession { try $0.all(New.self).map(value) } == values)
      #expect(values.count == 2 && Set(values) != [0])
    }
  }

  @Test func theFormerNameIsFreeForAnotherProperty() throws {
    try TemporaryStore.run { store, session in
      _ = try Self.given(session)
      let new = try store.reopened()
      defer { new.close() }
      _ = try Session(store: new).all(Layout.Renamed.self)
      let third = try store.reopened()
      defer { third.close() }
      let readings = try Session(store: third).all(Layout.Both.self)
      #expect(readings.map(\.celsius) == [10, 20] && readings.map(\.degrees) == [1, 1])
    }
  }

  /// No version between the two has run: the file has only the former names.
  @Test func theFormerNamesAreFreeInTheVersionThatRenames() throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: [10, 20].map { Layout.First(degrees: $0) })
      let later = try store.reopened()
      defer { later.close() }
      let third = Session(store: later)
      let readings = try third.all(Layout.Third.self)
      #expect(readings.map(\.celsius) == [10, 20] && readings.map(\.degrees) == [1, 1])
      #expect(readings.map(\.labels) == [["one"], ["one"]] && readings.map(\.tags) == [[], []])
      readings[0].degrees = 2
      readings[0].tags = ["new"]
      try third.save()
      #expect(
        try store.rows("SELECT degrees, celsius FROM reading ORDER BY pk")
          == ["2.0|10.0", "1.0|20.0"])
      #expect(try store.rows("SELECT value FROM reading_tags") == ["new"])
      let indices = try later.blocking.schema(of: Layout.Third.self).tables[0].indices
      #expect(
        indices.map(\.name) == ["index_reading_celsius", "index_reading_degrees"]
          && indices.allSatisfy { $0.sql.contains("(\($0.name.dropFirst(14))") })
    }
  }

  /// The two classes refer to each other, so they are compared together.
  @Test func theFormerTableIsFreeInTheVersionThatRenames() throws {
    try TemporaryStore.run { store, session in
      try session.save(Layout.OldBox(name: "old"))
      let later = try store.reopened()
      defer { later.close() }
      #expect(try Session(store: later).all(Layout.NewBox.self).isEmpty)
      #expect(try Session(store: later).all(Layout.Crate.self).map(\.name) == ["old"])
      #expect(try store.rows("SELECT count(*) FROM box") == ["0"])
    }
  }

  @Test func whatIsRenamedBackIsAsItWas() throws {
    try TemporaryStore.run { store, session in
      _ = try Self.given(session)
      for _ in 0..<2 {
        let new = try store.reopened()
        defer { new.close() }
        #expect(try Session(store: new).all(Layout.Renamed.self).map(\.celsius) == [10, 20])
        let back = try store.reopened()
        defer { back.close() }
        #expect(try Session(store: back).all(Layout.Back.self).map(\.degrees) == [10, 20])
        #expect(
          try store.rows("SELECT column_name, former_name FROM _persistent_former_name")
            == ["degrees|celsius"])
      }
    }
  }

  @Test func theFormerTableIsFreeForAClassBesideTheOther() throws {
    try TemporaryStore.run { store, session in
      _ = try Self.given(session)
      let new = try store.reopened()
      defer { new.close() }
      _ = try Session(store: new).all(Layout.Moved.self)
      let alone = try store.reopened()
      defer { alone.close() }
      #expect(failure { _ = try Session(store: alone).all(Layout.Reading.self) } != nil)
      let third = try store.reopened(classes: [Layout.Moved.self])
      defer { third.close() }
      #expect(try Session(store: third).all(Layout.Reading.self).isEmpty)
      #expect(try Session(store: third).all(Layout.Moved.self).count == 2)
    }
  }

  @Test func aDroppedColumnIsMissedAndMadeAnew() throws {
    try TemporaryStore.run { store, session in
      let wide = try store.reopened()
      defer { wide.close() }
      let wider = Session(store: wide)
      try wider.save(contentsOf: [Layout.Wider(degrees: 10), Layout.Wider(degrees: 20)])
      let reading = try #require(try wider.all(Layout.Wider.self).first)
      _ = try Self.given(session)
      #expect(try store.store.blocking.prune(Layout.Reading.self).columns == ["reading.note"])
      let error = failure {
        reading.note = "changed"
        try wider.save()
        _ = try wider.all(Layout.Wider.self)
      }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.message.contains("add the column reading.note") == true)
      let again = try store.reopened()
      defer { again.close() }
      let notes = try Session(store: again).all(Layout.Wider.self).map(\.note)
      #expect(notes == Array(repeating: "none", count: 4))
    }
  }

  /// The new program cannot read rows of the old one that lack a value for its new column: an
  /// error.
  @Test func aRowWithoutAValueIsMissedInWords() throws {
    try TemporaryStore.run { store, session in
      _ = try Layout.Reading.findAll(in: session)
      let new = try store.reopened()
      defer { new.close() }
      #expect(try Session(store: new).all(Layout.Demanding.self).isEmpty)
      try session.save(Layout.Reading(degrees: 10))
      let error = failure { _ = try Session(store: new).all(Layout.Demanding.self) }
      #expect(error?.code == .decodingFailed && error?.context.property == "unit")
    }
  }

  @Test func aTableDroppedByAnotherProgramIsMissedInWords() throws {
    try TemporaryStore.run { store, session in
      let reading = try Self.given(session)
      let other = try store.reopened()
      defer { other.close() }
      try other.blocking.execute("DROP TABLE reading_tags")
      let error = failure { _ = try Layout.Reading.findAll(in: session) }
      #expect(error?.code == .schemaMismatch && error?.context.table == "reading_tags")
      #expect(reading.degrees == 10)
    }
  }

  /// One program rewrites a column back and forth while others read and write it.
  @Test(
    .enabled(if: TestedDatabase.current != .strict, "Its copies of a file have equal versions."))
  func everyReadIsRightOrRefusedWhileAColumnGoesBackAndForth() async throws {
    // On other databases, writers conflict with each other.
    let rounds = TestedDatabase.current == .sqlite ? 30 : 5
    try await TemporaryStore.runAsync { store in
      try await store.store.transaction { _ = try Self.given($0) }
      let new = try store.reopened()
      defer { new.close() }
      let back = try store.reopened()
      defer { back.close() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for _ in 0..<rounds {
            try await Self.again {
              try await new.recode(.property(\Layout.Tenths.degrees, from: Layout.Whole()))
            }
            try await Self.again {
              try await back.recode(.property(\Layout.Reading.degrees, from: Layout.Scaled()))
            }
          }
        }
        for _ in 0..<2 {
          group.addTask {
            for _ in 0..<rounds * 10 {
              do {
                try await Self.again {
                  let degrees = try await store.store.session { session in
                    try Layout.Reading.findAll(in: session).map(\.degrees)
                  }
                  #expect(degrees == [10, 20])
                }
              } catch let error as PersistenceError where error.code == .codecMismatch {}
            }
          }
          group.addTask {
            for _ in 0..<rounds * 2 {
              do {
                try await Self.again { try await Self.writeAsBefore(in: new) }
              } catch let error as PersistenceError where error.code == .codecMismatch {}
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  private static func writeAsBefore(in store: Store) async throws {
    try await store.transaction { session in
      for one in try Layout.Tenths.findAll(in: session) {
        #expect([10, 20].contains(one.degrees))
        one.degrees = one.degrees == 10 ? 10 : 20
      }
    }
  }

  /// Repeats work that conflicts with others until it succeeds.
  private static func again(_ body: () async throws -> some Any) async throws {
    while true {
      do {
        _ = try await body()
        return
      } catch let error as PersistenceError where error.code == .busy {}
    }
  }

  // MARK: -

  private static func given(_ session: Session) throws -> Layout.Reading {
    let readings = [10.0, 20].map { Layout.Reading(degrees: $0) }
    try session.save(contentsOf: readings)
    _ = try Layout.Reading.findAll(in: session)
    _ = try Layout.Reading.findByPK(1, in: session)
    return readings[0]
  }

  private static func run(_ use: Use, _ reading: Layout.Reading, _ session: Session) throws {
    switch use {
    case .find: _ = try Layout.Reading.findByPK(2, in: session)
    case .findAll: _ = try Layout.Reading.findAll(in: session)
    case .query: _ = try Layout.Reading.where { $0.degrees > 5 }.find(in: session)
    case .change:
      try session.transaction {
        reading.degrees += 0
        try session.save(reading)
      }
    case .insert: try session.save(Layout.Reading(degrees: 10))
    case .insertMany:
      try session.save(contentsOf: (0..<20).map { _ in Layout.Reading(degrees: 10) })
    case .remove: _ = try Layout.Reading.where { $0.degrees > 5 }.delete(in: session)
    }
  }
}

extension Session {
  fileprivate func all<Object: PersistentObject>(_ type: Object.Type) throws -> [Object] {
    try type.findAll(in: self)
  }
}

private enum Layout {
  /// Whole numbers, as INTEGER.
  struct Whole: ColumnCodec {
    let identifier = CodecIdentifier("whole")
    let storage = StorageClass.integer
    func encode(_ value: Double, into column: inout ColumnWriter) { column.write(Int64(value)) }
    func decode(from column: borrowing ColumnReader) throws -> Double {
      Double(try column.integer())
    }
  }

  /// Tenths as INTEGER: only the record distinguishes them from whole numbers.
  struct Scaled: ColumnCodec {
    let identifier = CodecIdentifier("tenths")
    let storage = StorageClass.integer
    func encode(_ value: Double, into column: inout ColumnWriter) {
      column.write(Int64(value * 10))
    }
    func decode(from column: borrowing ColumnReader) throws -> Double {
      Double(try column.integer()) / 10
    }
  }

  @Persistent(table: "reading") final class Reading {
    @Column(codec: Whole()) var degrees: Double
    var tags: [String] = ["one"]
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reading") final class Tenths {
    @Column(codec: Scaled()) var degrees: Double
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reading") final class Renamed {
    @Column(codec: Whole(), renamedFrom: "degrees") var celsius: Double
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reading") final class Back {
    @Column(codec: Whole(), renamedFrom: "celsius") var degrees: Double
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reading") final class Both {
    @Column(codec: Whole(), renamedFrom: "degrees") var celsius: Double
    @Column(codec: Whole()) var degrees: Double = 1
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reading") final class First {
    var degrees: Double
    var tags: [String] = ["one"]
    @Transient var life = Lifetime()
    static let indices: [Index<First>] = [[\.degrees]]
  }

  @Persistent(table: "reading") final class Third {
    var degrees: Double = 1
    @Column(renamedFrom: "degrees") var celsius: Double
    var tags: [String] = []
    @Column(renamedFrom: "tags") var labels: [String] = []
    @Transient var life = Lifetime()
    static let indices: [Index<Third>] = [[\.degrees], [\.celsius]]
  }

  @Persistent(table: "box") final class OldBox {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "box") final class NewBox {
    var crate: Crate?
    @Transient var life = Lifetime()
  }

  @Persistent(table: "crate", renamedFrom: "box") final class Crate {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reading") final class Labelled {
    @Column(codec: Whole()) var degrees: Double
    @Column(renamedFrom: "tags") var labels: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "moved_reading", renamedFrom: "reading") final class Moved {
    @Column(codec: Whole()) var degrees: Double
    var tags: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reading") final class Demanding {
    @Column(codec: Whole()) var degrees: Double
    var unit: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reading") final class Wider {
    @Column(codec: Whole()) var degrees: Double
    var note = "none"
    @Transient var life = Lifetime()
  }

  @Persistent final class Place {
    var name: String
    @Transient var life = Lifetime()
  }
}
