import Foundation
import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsEngine
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Saves whose last statements are sent along with the `COMMIT`.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct CommittingTests {
  private let schema = TestSchema()
  private let driver: CountedDriver
  private let store: Store

  init() async throws {
    driver = CountedDriver(schema)
    store = try Store(driver: driver, configuration: StoreConfiguration(codecs: .standard))
    // From the second save on, the engine knows the statements.
    for number in 1...2 {
      try await store.transaction { session in
        try session.insert(Stamp(code: "\(number)", marks: ["a"]))
        if let stamp = try session.find(Stamp.self, pk: 1) { stamp.code += "." }
      }
    }
  }

  private func codes() async throws -> [String] {
    try await store.session { try Stamp.query.order(by: \.pk).find(in: $0).map(\.code) }
  }

  // MARK: Round trips

  @Test func aSaveByItselfTakesOne() async throws {
    let count = try await driver.roundTrips(after: 1) {
      let session = Session(store: store)
      let stamp = Stamp(code: UUID().uuidString, marks: ["a", "b"])
      try session.save(stamp)
    }
    #expect(count == 1)
    #expect(try await codes().count == 4)
    store.close()
  }

  @Test func aTransactionThatFindsAndChangesTakesTwo() async throws {
    let count = try await driver.roundTrips(after: 1) {
      try await store.transaction { session in
        let stamp = try #require(try session.find(Stamp.self, pk: 1))
        stamp.code += "!"
      }
    }
    #expect(count == 2)
    #expect(try await codes() == ["1.!!", "2"])
    store.close()
  }

  /// The statements are checked again: with other tables they may mean something else.
  @Test func anotherLayoutIsLookedAtBeforeTheCommit() async throws {
    let other = try schema.open()
    for number in 3...5 {
      try other.rows("UPDATE _persistent_layout SET version = version + 1")
      let before = driver.roundTrips
      try Session(store: store).save(Stamp(code: "\(number)", marks: []))
      #expect(driver.roundTrips - before > 1)
    }
    #expect(try await codes() == ["1.", "2", "3", "4", "5"])
    store.close()
  }

  /// An update that is sent with the `COMMIT` is not taken for one of a row that is gone.
  @Test func anUpdateForAnotherLayoutIsDoneAgain() async throws {
    let (other, session) = (try schema.open(), Session(store: store))
    let stamp = try #require(try session.find(Stamp.self, pk: 1))
    for number in 3...6 {
      if number == 6 { try other.rows("UPDATE _persistent_layout SET version = version + 1") }
      stamp.code = "\(number)"
      try session.save(stamp)
    }
    #expect(try await codes() == ["6", "2"])
    store.close()
  }

  /// A save that is refused because the layout has changed is repeated, and no save is done twice.
  @Test func savesBesideChangesOfTheLayoutAreDoneOnce() async throws {
    let (store, schema) = (store, schema)
    try await withThrowingTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<50 {
            let code = "\(task) \(number)"
            if number % 2 == 0 {
              try Session(store: store).save(Stamp(code: code, marks: ["a"]))
            } else {
              try await store.transaction { try $0.insert(Stamp(code: code, marks: ["a"])) }
            }
          }
        }
      }
      group.addTask {
        let other = try schema.open()
        for _ in 0..<30 {
          try other.rows("UPDATE _persistent_layout SET version = version + 1")
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      try await group.waitForAll()
    }
    let found = try await store.session { session in
      try Stamp.findAll(in: session).map { "\($0.code) \($0.marks.count)" }
    }
    let expected = (0..<4).flatMap { task in (0..<50).map { "\(task) \($0) 1" } }
    #expect(found.sorted() == (["1. 1", "2 1"] + expected).sorted())
    store.close()
  }

  // MARK: Failures

  @Test(arguments: [1, 20]) func theErrorIsOfTheObjectThatIsRefused(count: Int) async throws {
    let ownError = failure {
      let session = Session(store: store)
      for number in 1...count {
        try session.insert(Stamp(code: number == count ? "2" : "\(-number)", marks: ["a"]))
      }
      try session.save()
    }
    let lentError = await failureOf {
      try await store.transaction { session in
        for number in 1...count {
          try session.insert(Stamp(code: number == count ? "2" : "\(-number)", marks: ["a"]))
        }
      }
    }
    for error in [ownError, lentError] {
      #expect(error?.constraint?.properties == ["code"] && error?.constraint?.conflictingPK == 2)
      #expect(error?.context.className == "Stamp", "\(error as Any)")
    }
    #expect(try await codes() == ["1.", "2"])
    store.close()
  }

  /// A missing row is not a failure to the server.
  @Test(arguments: [false, true]) func aRowThatIsGoneIsReported(isLent: Bool) async throws {
    let own = Session(store: store)
    let stamp = try #require(try own.find(Stamp.self, pk: 2))
    try await store.transaction { try $0.execute("DELETE FROM stamp_marks WHERE parent_pk = 2") }
    try await store.transaction { try $0.execute("DELETE FROM stamp WHERE pk = 2") }
    let error: PersistenceError?
    if isLent {
      error = await failureOf {
        try await store.transaction { session in
          try session.insert(Stamp(code: "new", marks: []))
          let stamp = try #require(try session.find(Stamp.self, pk: 1))
          try session.execute("UPDATE stamp SET pk = 7 WHERE pk = 1")
          stamp.code = "changed"
        }
      }
    } else {
      stamp.code = "changed"
      error = failure { try own.save() }
      #expect(stamp.state == .changed && stamp.code == "changed")
    }
    #expect(error?.code == .objectNotFound && error?.context.className == "Stamp")
    #expect(error?.context.pk == (isLent ? 1 : 2), "\(error as Any)")
    #expect(try await codes() == ["1."])
    store.close()
  }

  /// The trigger uses the SQLSTATE by which the driver notices that a row is gone.
  @Test func aTriggerThatRefusesARowIsNotTakenForARowThatIsGone() async throws {
    let other = try schema.open()
    try other.rows(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql \
      AS $$ BEGIN RAISE 'refused' USING ERRCODE = '\(Demand.code)'; END $$
      """)
    try other.rows(
      """
      CREATE TRIGGER refuse BEFORE UPDATE ON stamp FOR EACH ROW WHEN (NEW.code = 'no') \
      EXECUTE FUNCTION refuse()
      """)
    let own = Session(store: store)
    let stamp = try #require(try own.find(Stamp.self, pk: 1))
    // From the second save on, the engine knows the new layout.
    for number in 3...5 {
      stamp.code = "\(number)"
      try own.save()
    }
    stamp.code = "no"
    let error = failure { try own.save() }
    #expect(error?.code == .databaseFailed && error?.databaseCode == Demand.code)
    #expect(error?.message.contains("refused") == true, "\(error as Any)")
    #expect(try await codes() == ["5", "2"])
    store.close()
  }

  /// The last statement before the `COMMIT`, and one that is followed by others.
  @Test(arguments: [1, 600]) func anElementThatIsGoneIsReported(count: Int) async throws {
    let own = Session(store: store)
    let stamp = try #require(try own.find(Stamp.self, pk: 1))
    stamp.marks = (0..<count).map(String.init)
    try own.save()
    try await store.transaction { try $0.execute("DELETE FROM stamp_marks WHERE array_index = 0") }
    stamp.code = "changed"
    stamp.marks = stamp.marks.map { $0 + "!" }
    let error = failure { try own.save() }
    #expect(error?.code == .objectNotFound, "\(error as Any)")
    #expect(error?.context.property == "marks" && error?.context.pk == 1)
    #expect(stamp.state == .changed && stamp.marks.first == "0!")
    #expect(try await codes() == ["1.", "2"])
    store.close()
  }

  /// One object's statement waits to be sent, and a later object cannot be written.
  @Test func statementsThatAreNotSentHoldNothing() throws {
    weak var lost: Stamp?
    do {
      let own = Session(store: store)
      let tin = Tin(code: "a", weight: 1, note: nil)
      try own.save(tin)
      let stamp = try #require(try own.find(Stamp.self, pk: 1))
      lost = stamp
      stamp.code = "changed"
      tin.weight = .nan
      #expect(failure { try own.save() }?.code == .encodingFailed)
    }
    #expect(lost == nil)
    store.close()
  }

  @Test func whatBeginsAndCommitsIsPreparedOnce() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (a bigint)")
    let insertion = try connection.prepare("INSERT INTO t VALUES ($1)")
    for number: Int64 in 1...3 {
      try connection.rows("BEGIN")
      let run = StatementRun(insertion, for: RowBatch([.integer(number)]), isBatch: false)
      var changes: [Int] = []
      let isCommitted = try connection.commit(after: [run], changes: &changes)
      #expect(isCommitted)
    }
    let kept = "SELECT statement FROM pg_prepared_statements WHERE statement IN ('BEGIN', 'COMMIT')"
    #expect(try connection.rows(kept + " ORDER BY 1") == [[.text("BEGIN")], [.text("COMMIT")]])
    #expect(try connection.rows("SELECT count(*) FROM t") == [[.integer(3)]])
    connection.close()
    store.close()
  }

  /// The server refuses to prepare a statement for values of other kinds, and then everything else.
  @Test(arguments: [false, true])
  func aStatementThatCannotBePreparedIsReported(isCommitting: Bool) throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE numbers (pk bigint, a bigint)")
    try connection.rows("BEGIN")
    let insertion = try connection.prepare("INSERT INTO numbers VALUES ($1, $2)")
    let update = try connection.prepare("UPDATE numbers SET a = $2 WHERE pk = $1")
    let runs = [
      StatementRun(insertion, for: RowBatch([.integer(1), .integer(1)]), isBatch: false),
      StatementRun(update, for: RowBatch([.integer(1), .text("x")]), isBatch: false),
    ]
    var changes: [Int] = []
    let error = failure {
      if isCommitting {
        _ = try connection.commit(after: runs, changes: &changes)
      } else {
        try connection.run(runs, changes: &changes)
      }
    }
    #expect(error?.databaseCode == "42804" && error?.code == .invalidQuery, "\(error as Any)")
    try connection.rollBack()
    connection.close()
    store.close()
  }

  @Test func aRowInAnotherVersionIsAConflict() async throws {
    let own = Session(store: store)
    let letter = Letter(text: "Dear")
    try own.save(letter)
    letter.text += " Sir"
    try own.save(letter)
    #expect(letter.version == 2)
    try await store.transaction { session in
      try #require(try session.find(Letter.self, pk: 1)).text = "Hi"
    }
    letter.text = "Hello"
    let conflict = try #require(failure { try own.save(letter) }?.conflict)
    #expect(conflict.changedProperties == ["text"])
    #expect(conflict.presentValues?["text"] == .text("Hi"))
    #expect(letter.state == .changed && letter.version == 2)
    store.close()
  }

  /// All readers are held, even the one opened for nested work, so that nobody can ask what has
  /// become of the row.
  @Test func aRowInAnotherVersionIsAConflictEvenIfNothingMoreIsFoundOut() async throws {
    let schema = TestSchema { $0.maximumReaders = 1 }
    let store = try Store(
      schema.configuration, configuration: StoreConfiguration(codecs: .standard))
    let own = Session(store: store)
    let letter = Letter(text: "Dear")
    try own.save(letter)
    letter.text += " Sir"
    try own.save(letter)
    try await store.transaction { session in
      try #require(try session.find(Letter.self, pk: 1)).text = "Hi"
    }
    letter.text = "Hello"
    let confined = Confined((own, letter))
    let error = try await store.session { session in
      _ = try Letter.count(in: session)
      async let child = store.session { session in
        _ = try Letter.count(in: session)
        let (own, letter) = confined.value
        return failure { try own.save(letter) }
      }
      return try await child
    }
    #expect(error?.code == .conflict && error?.conflict == nil, "\(error as Any)")
    #expect(error?.context.pk == 1 && letter.state == .changed && letter.version == 2)
    store.close()
  }

  /// The rollback makes the deleted rows refer to each other again.
  @Test func aReferenceToAMissingRowIsNotTakenForOneToADeletedRow() async throws {
    let own = Session(store: store)
    let desk = Desk(number: 1)
    try own.save(Lamp(desk: desk))
    try own.save(Drawer(desk: desk))
    let error = failure {
      try own.transaction {
        try Drawer.query.delete(in: own)
        try own.delete(desk)
        try own.execute("INSERT INTO lamp (pk, desk) VALUES (5, 999)")
      }
    }
    #expect(error?.code == .constraintViolated && error?.context.className == "Lamp")
    #expect(error?.context.property == "desk", "\(error as Any)")
    store.close()
  }

  /// The transaction was run again, and its rows were there twice: the server had received the
  /// `COMMIT` before the pooler gave up.
  @Test func aCommitThatAPoolerGivesUpIsOfUnknownFate() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (a bigint)")
    let insertion = try connection.prepare("INSERT INTO t VALUES ($1)")
    try connection.rows("BEGIN ISOLATION LEVEL SERIALIZABLE")
    let run = StatementRun(insertion, for: RowBatch([.integer(1)]), isBatch: false)
    try connection.server.lease.take().loseNextStatement(answering: ServerLink.farewellOfPooler)
    var changes: [Int] = []
    let error = failure { _ = try connection.commit(after: [run], changes: &changes) }
    #expect(error?.code == .commitUnknown, "\(error as Any)")
    connection.close()
    store.close()
  }

  @Test func aCommitOfUnknownFateIsNotDoneAgain() async throws {
    try schema.loseCommits(of: "stamp")
    let error = failure { try Session(store: store).save(Stamp(code: "3", marks: [])) }
    #expect(error?.code == .commitUnknown, "\(error as Any)")
    store.close()
  }
}

@Persistent final class Stamp {
  @Column(unique: true) var code: String
  var marks: [String] = []
}

@Persistent final class Letter {
  var text: String
  @Column(.version) var version: Int
}

@Persistent final class Desk {
  var number: Int
}

@Persistent final class Drawer {
  @Column(onDelete: .restrict) var desk: Desk?
}

@Persistent final class Lamp {
  var desk: Desk?
}
