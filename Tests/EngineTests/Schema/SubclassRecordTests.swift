import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsEngine

/// The file's records of inheritance.
@Suite struct SubclassRecordTests {
  private func saveAnimals(_ session: Session) throws {
    try session.given(Animal(name: "a"), Dog(name: "d"), Cat(name: "c"))
  }

  @Test func eachTableIsRecordedWithItsSuperclassAndOwner() throws {
    try TemporaryStore.run { store, session in
      try saveAnimals(session)
      #expect(
        try store.rows(
          "SELECT name, superclass_table, owner_table FROM _persistent_table ORDER BY 1")
          == ["animal|NULL|NULL", "cat|animal|NULL", "dog|animal|NULL", "dog_tricks|NULL|dog"])
    }
  }

  @Test func subclassesWithTablesAreGiven() throws {
    try TemporaryStore.run(classes: [Dog.self, Cat.self]) { store, session in
      try session.makeTables(for: Animal.self, Dog.self)
      #expect(try session.subclasses(of: Animal._entity).map(\.table) == ["dog"])
      try saveAnimals(session)
      let statements = try store.statements {
        let tables = try session.subclasses(of: Animal._entity).map(\.table)
        #expect(tables == ["cat", "dog"])
      }
      #expect(statements.count == 1)
      #expect(try session.subclasses(of: Dog._entity).isEmpty)
    }
  }

  @Test func anUnknownSubclassIsAnErrorThatNamesIt() throws {
    try TemporaryStore.run { store, session in
      try saveAnimals(session)
      try session.save(Puppy(name: "p"))
      let other = try store.reopened(classes: [Dog.self, Cat.self])
      try other.blocking.session { session in
        _ = try Animal.count(in: session)
        let error = failure { _ = try session.subclasses(of: Animal._entity) }
        #expect(error?.code == .unknownClass)
        #expect(error?.context == .init(className: "Animal", table: "puppy"))
        #expect(error?.message.contains("objects of Puppy") == true)
        #expect(error?.message.contains("`classes`") == true)
      }
      other.close()
    }
  }

  @Test func renamedTablesStayRelated() throws {
    try TemporaryStore.run { store, session in
      try session.save(Puppy(name: "p"))
      let reopened = try store.reopened()
      defer { reopened.close() }
      let session = Session(store: reopened)
      try session.makeTables(for: Kitten.self)
      #expect(
        try store.rows("SELECT name FROM _persistent_table WHERE superclass_table = 'small'")
          == ["kitten"])
      #expect(try session.subclasses(of: Small._entity).map(\.table) == ["kitten"])
    }
  }

  /// The file recorded it below the dropped table, so queries of the root passed over its objects.
  @Test func aSubclassStaysBelowTheRootWhenAClassBetweenThemIsPruned() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Job.self, SubJob.self, Chore.self)
      let reopened = try store.reopened()
      try reopened.blocking.prune(table: "sub_job")
      #expect(
        try store.rows("SELECT superclass_table FROM _persistent_table WHERE name = 'chore'")
          == ["job"])
      try reopened.blocking.session { session in
        let error = failure { _ = try Job.query.includingSubclasses().find(in: session) }
        #expect(error?.code == .unknownClass && error?.context.table == "chore")
      }
      reopened.close()
    }
  }

  /// Each table is recorded with the next superclass only, which had no record.
  @Test func aSubclassIsFoundWhereTheClassBetweenWasNeverUsed() throws {
    try TemporaryStore.run { store, session in
      try session.save(Jigsaw(name: "j"))
      #expect(
        try store.rows("SELECT name, superclass_table FROM _persistent_table ORDER BY 1")
          == ["hand_tool|NULL", "jigsaw|saw", "saw|hand_tool"])
      let reopened = try store.reopened()
      try reopened.blocking.session { session in
        let error = failure { _ = try HandTool.query.includingSubclasses().find(in: session) }
        #expect(error?.code == .unknownClass && error?.context.table == "jigsaw")
      }
      reopened.close()
    }
  }

  @Test func aSubclassIsFoundBelowAClassThatWasInsertedLater() throws {
    try TemporaryStore.run { store, session in
      try session.given(HandTool(name: "t"), EarlyJigsaw(name: "j"))
      let later = try store.reopened()
      #expect(try later.blocking.session { try Jigsaw.count(in: $0) } == 1)
      later.close()
      let reopened = try store.reopened()
      try reopened.blocking.session { session in
        let error = failure { _ = try HandTool.query.includingSubclasses().find(in: session) }
        #expect(error?.code == .unknownClass && error?.context.table == "jigsaw")
      }
      reopened.close()
    }
  }

  /// Earlier versions created no tables of superclasses.
  @Test(.onSQLite) func aReadOnlyStoreNeedsNoTablesOfSuperclasses() throws {
    try TemporaryStore.run { store, session in
      try session.save(Jigsaw(name: "j"))
      for table in ["saw", "hand_tool"] {
        try session.execute(Criteria(stringLiteral: "DROP TABLE \(table)"))
        try session.execute("DELETE FROM _persistent_table WHERE name = \(table)")
        try session.execute("DELETE FROM _persistent_column WHERE table_name = \(table)")
      }
      var configuration = SQLiteConfiguration(path: store.path)
      configuration.access = .readOnly
      let reader = try Store(configuration)
      #expect(try reader.blocking.session { try Jigsaw.count(in: $0) } == 1)
      reader.close()
    }
  }

  @Test func aFileThatGoesInCirclesEnds() throws {
    try TemporaryStore.run { _, session in
      try saveAnimals(session)
      try session.execute("UPDATE _persistent_table SET superclass_table = 'dog'")
      #expect(try session.subclasses(of: Cat._entity).isEmpty)
      let firstFailure = failure { _ = try session.subclasses(of: Dog._entity) }
      #expect(firstFailure?.code == .unknownClass)
    }
  }
}

@Persistent private final class Puppy: Animal {
  init(name: String) { super.init(name: name) }
}

@Persistent(renamedFrom: "animal") private class Small {
  var name: String
  @Transient var life = Lifetime()
}

@Persistent(renamedFrom: "puppy") private final class Kitten: Small {
  init() { super.init(name: "") }
}

@Persistent private class HandTool {
  var name: String
  @Transient var life = Lifetime()
}

@Persistent private class Saw: HandTool {}

@Persistent private final class Jigsaw: Saw {}

@Persistent(table: "jigsaw") private final class EarlyJigsaw: HandTool {}
