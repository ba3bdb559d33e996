import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Classes that declare their store. They share it, so the tests run one after another.
@MainActor @Suite(.serialized) struct OwnStoreTests {
  @Test func theShortFormsUseTheStoreOfTheClass() throws {
    let entry = LogEntry(text: "a")
    try entry.save()
    #expect(try entry.session?.store === Logs.store.get())
    #expect(try LogEntry.findByText("a") == [entry])
    #expect(try LogEntry.findAll() == [entry] && LogEntry.query.findFirst() === entry)
    #expect(try LogEntry.store === Logs.store.get())
    let session = try #require(entry.session)
    let special = SpecialEntry(text: "b")
    try special.save()
    #expect(special.session === session, "one session for each store")
    try entry.delete()
    try special.delete()
  }

  @Test func averagesUseTheStoreOfTheClass() throws {
    let sensors = [Sensor(count: 1, level: 0.5), Sensor(count: 2, level: 1, part: 3, share: 4)]
    for sensor in sensors { try sensor.save() }
    #expect(try Sensor.query.value(.average(\.count)) == 1.5)
    #expect(try Sensor.query.value(.average(\.part)) == 3)
    #expect(try Sensor.query.value(.average(\.level)) == 0.75)
    #expect(try Sensor.query.value(.average(\.share)) == 4)
    for sensor in sensors { try sensor.delete() }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func aSessionOfAnotherStoreRefusesTheClass() throws {
    try TemporaryStore.run { store, session in
      let error = failure { try session.save(LogEntry(text: "a")) }
      #expect(error?.code == .wrongSession)
      #expect(error?.message.contains(store.path) == true)
      #expect(error?.message.contains(Logs.path) == true)
      let lent = failure {
        try store.store.blocking.session { _ in try LogEntry(text: "b").save() }
      }
      #expect(lent?.code == .wrongSession)
      let firstFailure = failure { _ = try LogEntry.count(in: session) }
      #expect(firstFailure?.code == .wrongSession)
      let count = try LogEntry.count()
      #expect(count == 0)
    }
  }

  @Test func aNewObjectFindsNoSessionThatWasLent() throws {
    try Logs.store.get().blocking.transaction { session in
      let entry = LogEntry(text: "n")
      let error = failure { try entry.save() }
      #expect(error?.code == .wrongSession)
      #expect(error?.message.contains("session.save(object)") == true)
      try session.save(entry)
      entry.text = "m"
      try entry.save()
      #expect(entry.session === session)
      try entry.delete()
    }
  }

  @Test func aReferenceToAClassOfAnotherStoreIsAnError() throws {
    try TemporaryStore.run { _, session in
      let error = failure { try session.makeTables(for: Pointer.self) }
      #expect(error?.code == .invalidModel)
      #expect(error?.message.contains("Pointer lives in") == true)
      #expect(error?.message.contains("LogEntry, which lives in \(Logs.path)") == true)
    }
    let error = failure { _ = try Annotation.count() }
    #expect(error?.code == .invalidModel)
    #expect(error?.message.contains("PlainNote, which declares no store") == true)
  }

  @Test func aGetterThatMakesAStoreEachTimeIsExplained() throws {
    let error = failure { try Forgetful(name: "x").save() }
    #expect(error?.code == .wrongSession)
    #expect(error?.message.contains("static let") == true)
  }
}

private enum Logs {
  static let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("persistent-objects-\(UUID().uuidString)").path
  static let path = folder + "/log.sqlite3"
  static let store = Result<Store, any Error> {
    // No test can remove it, since they share the store.
    atexit { try? FileManager.default.removeItem(atPath: Logs.folder) }
    return try Store(path: path)
  }
}

@Persistent private class LogEntry {
  class var store: Store { get throws { try Logs.store.get() } }
  var text: String
}

@Persistent private final class SpecialEntry: LogEntry {
  override init(text: String) { super.init(text: text) }
}

@Persistent private final class Pointer {
  var entry: LogEntry?
}

@Persistent private final class PlainNote {
  var name: String
}

@Persistent private final class Annotation {
  static var store: Store { get throws { try Logs.store.get() } }
  var plain: PlainNote?
}

@Persistent private final class Sensor {
  static var store: Store { get throws { try Logs.store.get() } }
  var count: Int
  var level: Double
  var part: Int?
  var share: Double?
}

@Persistent private final class Forgetful {
  static var store: Store { get throws { try Store(path: ":memory:") } }
  var name: String
}
