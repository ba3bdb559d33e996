import Foundation
import PersistentObjects
import TestSupport
import Testing

/// The results of checking a whole database, and its errors.
@Suite(.serialized) struct IntegrityTests {
  @Test func aReferenceToWhatIsNoTableOfObjectsIsFound() async throws {
    try await TemporaryStore.runAsync { store in
      try await fill(store)
      let other = try store.reopened()
      try await other.execute("CREATE TABLE stranger (id INTEGER PRIMARY KEY, name TEXT)")
      try await other.execute("CREATE VIEW lookout AS SELECT pk FROM dog")
      if TestedDatabase.current != .postgres {
        try await other.execute("CREATE VIRTUAL TABLE words USING fts5(word)")
      }
      for (target, finding) in [
        ("stranger", "the table stranger, which does not belong to a class"),
        ("lookout", "the table lookout, which is missing"),
        ("words", "the table words, which is missing"),
        ("keeper_herd", "the table keeper_herd, which does not belong to a class"),
        ("gone", "the table gone, which is missing"), ("", "the table , which is missing"),
        ("it's \"", "the table it's \", which is missing"),
      ] {
        try await other.execute("UPDATE keeper SET pet_class = \(target)")
        #expect(
          try await store.store.checkIntegrity().description
            == "danglingReference: keeper: 1 row refers through pet to \(finding)")
      }
      try await other.execute("UPDATE keeper SET pet_class = NULL")
      #expect(
        try await store.store.checkIntegrity().description
          == "danglingReference: keeper: 1 row refers through pet to rows of animal that are missing: 1"
      )
      try await other.execute("UPDATE keeper SET pet = NULL")
      #expect(try await store.store.checkIntegrity().isSound)
      other.close()
    }
  }

  @Test(.onSQLite) func aCounterThatIsNoNumberIsFoundAndCountsNothing() async throws {
    try await TemporaryStore.runAsync { store in
      try await fill(store)
      let other = try OtherProgram(store.path)
      try other.loosen("_persistent_sequence")
      try other.run("UPDATE _persistent_sequence SET next_pk = 'x' WHERE table_name = 'dog'")
      let reopened = try store.reopened(classes: [Dog.self])
      #expect(
        try await reopened.checkIntegrity().description
          == "keyCounter: dog: next_pk is not an integer")
      let error = await failureOf {
        try await reopened.transaction { try $0.save(Dog(name: "new")) }
      }
      #expect(error?.code == .corrupt && error?.context.table == "dog")
      reopened.close()
    }
  }

  /// Regression test: a foreign key that refers to a column that is no key made the check fail.
  @Test(.onSQLite) func aForeignKeyThatFitsNothingIsFound() async throws {
    try await TemporaryStore.runAsync { store in
      try await fill(store)
      try OtherProgram(store.path).run(
        """
        CREATE TABLE parent (a, b);
        CREATE TABLE child (x REFERENCES parent (a));
        INSERT INTO child VALUES (1);
        """)
      let report = try await store.store.checkIntegrity()
      #expect(report.problems.map(\.kind) == [.database])
      #expect(report.description.contains("foreign key mismatch"))
      try OtherProgram(store.path).run("DROP TABLE child")
    }
  }

  @Test(.onSQLite) func aReferenceThatHasLostItsForeignKeyIsFollowed() async throws {
    try await TemporaryStore.runAsync { store in
      try await store.store.transaction { try $0.save(Person.joe()) }
      try OtherProgram(store.path).run(
        """
        DROP INDEX index_person_home;
        ALTER TABLE person DROP COLUMN home;
        ALTER TABLE person ADD COLUMN home INTEGER;
        CREATE INDEX index_person_home ON person (home);
        UPDATE person SET home = 99;
        """)
      #expect(
        try await store.store.checkIntegrity().description
          == """
          danglingReference: person: 1 row refers through home to rows of address that are missing: 99
          """)
    }
  }

  @Test func aRecordThatIsDamagedIsFound() async throws {
    try await TemporaryStore.runAsync { store in
      try await fill(store)
      let other = try store.reopened()
      try await other.execute("ALTER TABLE _persistent_column RENAME COLUMN codec TO code")
      other.close()
      let report = try await store.store.checkIntegrity()
      #expect(report.problems.map(\.kind) == [.record])
      #expect(report.description.contains("it has no column 'codec'"))
    }
  }

  #if os(Linux)
    /// Regression test: a disk that failed for a moment made a sound file count as unsound.
    @Test(.onSQLite) func aReadThatFailsIsThrownAndNotFound() async throws {
      try await TemporaryStore.runAsync { store in
        try await store.store.transaction { session in
          for number in 0..<3000 {
            try session.save(Dog(name: String(repeating: "x", count: 500) + "\(number)"))
          }
        }
        try await store.store.vacuum()
        // A reader that has the file open, but has read little of it.
        _ = try await store.store.session { try Cat.count(in: $0) }
        let kept = redirect(store.path)
        let thrown = await failureOf { _ = try await store.store.checkIntegrity() }
        restore(kept)
        #expect(thrown?.code == .databaseFailed, "\(thrown.map { "\($0)" } ?? "")")
        #expect(thrown?.databaseCode?.hasPrefix("SQLITE_IOERR") == true)
        #expect(try await store.store.checkIntegrity().isSound)
      }
    }

    /// Redirects each descriptor of a file to a folder, from which no bytes can be read. Returns
    /// the former ones.
    private func redirect(_ path: String) -> [(descriptor: Int32, kept: Int32)] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      let descriptors = names.compactMap { Int32($0) }.filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
      let folder = open("/", O_RDONLY)
      defer { close(folder) }
      return descriptors.map { descriptor in
        defer { dup2(folder, descriptor) }
        return (descriptor, dup(descriptor))
      }
    }

    private func restore(_ descriptors: [(descriptor: Int32, kept: Int32)]) {
      for (descriptor, kept) in descriptors {
        dup2(kept, descriptor)
        close(kept)
      }
    }
  #endif

  private func fill(_ store: TemporaryStore) async throws {
    try await store.store.transaction { session in
      try session.save(Keeper(name: "k", pet: Dog(name: "d")))
    }
  }
}
