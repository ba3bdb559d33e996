import PersistentObjects
import TestSupport
import Testing

/// `renamedFrom:` with the name of a property or class instead of that of its column or table.
@Suite struct RenamedFromTests {
  @Test func theNameOfAPropertyIsRefusedAndThatOfItsColumnGiven() throws {
    try refuse("Write renamedFrom: \"last_name\"") { try OfColumn.Nomad.count(in: $0) }
  }

  @Test func theNameOfACollectionIsRefusedAndThatOfItsTableGiven() throws {
    try refuse("Write renamedFrom: \"nick_names\"") { try OfCollection.Nomad.count(in: $0) }
  }

  @Test func theNameOfAClassIsRefusedAndThatOfItsTableGiven() throws {
    try refuse("Write renamedFrom: \"nomad\"") { try OfClass.Rover.count(in: $0) }
  }

  /// SQLite ignores the case of names, and took the new one for that of another table.
  @Test func aTableMayGetANameThatDiffersOnlyInCase() throws {
    try TemporaryStore.run { store, session in
      try session.save(CaseOnly.Former(name: "a", tags: ["b"]))
      let reopened = try store.reopened()
      defer { reopened.close() }
      try reopened.blocking.transaction { session in
        try session.save(CaseOnly.Present(name: "c", tags: ["d"]))
        let racks = try CaseOnly.Present.query.order(by: \.name).find(in: session)
        #expect(racks.map(\.name) == ["a", "c"] && racks.map(\.tags) == [["b"], ["d"]])
      }
      let names = try store.rows("SELECT name FROM _persistent_table ORDER BY name")
      #expect(names == ["Rack", "Rack_tags"])
    }
  }

  /// A file would not show whether the names have been exchanged.
  @Test(
    arguments: [Exchanged.Columns.self, Exchanged.Collections.self, Exchanged.Left.self]
      as [any PersistentObject.Type])
  func namesThatAreExchangedAreRefused(_ type: any PersistentObject.Type) throws {
    try TemporaryStore.run { store, session in
      let error = failure { _ = try type.count(in: session) }
      #expect(error?.code == .invalidModel)
      #expect(error?.message.contains("back to itself") == true)
      let tables = try store.rows("SELECT name FROM sqlite_schema")
      #expect(tables == [])
    }
  }

  /// Each of these classes fits the file by itself. The use of another class has read the file
  /// before.
  @Test(arguments: [false, true])
  func classesThatExchangeTheirNamesAreRefused(afterAnother: Bool) throws {
    try TemporaryStore.run { store, session in
      try session.save(Correct.Nomad(lastName: "Smith"))
      try session.save(Mittens.Left(name: "left"))
      try session.save(Mittens.Right(name: "right"))
      let reopened = try store.reopened(
        classes: [Mittens.Exchanged.Left.self, Mittens.Exchanged.Right.self])
      if afterAnother { try reopened.lendSession { _ = try Correct.Nomad.count(in: $0) } }
      let error = failure {
        _ = try reopened.blocking.session { try Mittens.Exchanged.Left.count(in: $0) }
      }
      #expect(error?.code == .invalidModel)
      #expect(error?.message.contains("back to itself") == true, "\(error as Any)")
      reopened.close()
    }
  }

  // MARK: Several former names

  /// A user who skips a version lost the values.
  @Test(arguments: [false, true]) func aSkippedVersionIsFoundUnderItsOwnName(skips: Bool) throws {
    try TemporaryStore.run { store, session in
      try session.save(Skipped.First(surname: "Smith", tags: ["a"], home: Address(city: "Rome")))
      if !skips {
        let second = try store.reopened()
        let count = try second.lendSession { try Skipped.Second.count(in: $0) }
        #expect(count == 1)
        second.close()
      }
      let third = try store.reopened()
      try withExtendedLifetime(Session(store: third)) { session in
        let read = try #require(try Skipped.Third.findAll(in: session).first)
        #expect(read.familyName == "Smith" && read.marks == ["a"] && read.place?.city == "Rome")
      }
      third.close()
      // The version between would otherwise begin with empty columns.
      let second = try store.reopened()
      let error = failure { try second.lendSession { _ = try Skipped.Second.count(in: $0) } }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.message.contains("another version of the program has renamed") == true)
      second.close()
    }
  }

  @Test func aFormerNameThatTheFileNeverHadIsToldIfAnotherColumnWouldFit() throws {
    try refuse("renamedFrom: \"sirname\", \"last_name\"") { try Misspelt.Column.count(in: $0) }
  }

  @Test func aFormerNameThatTheFileNeverHadIsToldIfAnotherTableWouldFit() throws {
    try refuse("renamedFrom: \"names\", \"nick_names\"") { try Misspelt.Elements.count(in: $0) }
  }

  /// The type has changed, too, so that the values would not fit; with a default value nothing told
  /// that they were left behind.
  @Test(arguments: [Alike.Column.self, Alike.Elements.self] as [any PersistentObject.Type])
  func aSimilarNameIsToldWhateverItsTypeIs(_ type: any PersistentObject.Type) throws {
    try refuse("whose name is similar") { try type.count(in: $0) }
  }

  @Test func aFormerNameThatTheFileNeverHadIsReported() throws {
    try TemporaryStore.run { store, session in
      try session.save(Correct.Nomad(lastName: "Smith", nickNames: ["Joey"]))
      let reopened = try store.reopened()
      let report = try reopened.blocking.schema(of: Later.Nomad.self)
      #expect(
        report.unknownFormerNames.map(\.description) == [
          "renamedFrom: of age names the column nomad.years, which the file never had"
        ])
      _ = try reopened.lendSession { try Later.Nomad.count(in: $0) }
      let later = try reopened.blocking.schema(of: Later.Nomad.self)
      #expect(later.unknownFormerNames == [])
      reopened.close()
    }
  }

  /// Pruning was refused with the advice to prune.
  @Test func whatIsNotMeantCanBePruned() throws {
    try TemporaryStore.run { store, session in
      try session.save(Correct.Nomad(lastName: "Smith", nickNames: ["Joey"]))
      let reopened = try store.reopened()
      let planned = try reopened.blocking.prune(Misspelt.Column.self, dryRun: true)
      #expect(planned.columns == ["nomad.last_name"])
      #expect(try reopened.blocking.prune(Misspelt.Column.self) == planned)
      let names = try reopened.lendSession {
        try Misspelt.Column.findAll(in: $0).map(\.familyName)
      }
      #expect(names == [nil])
      reopened.close()
    }
  }

  /// The property did not exist yet in the version that wrote the file.
  @Test func aFormerNameThatTheFileNeverHadIsNoErrorIfNothingWouldFit() throws {
    try TemporaryStore.run { store, session in
      try session.save(Correct.Nomad(lastName: "Smith", nickNames: ["Joey"]))
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { session in
        let nomad = try #require(try Later.Nomad.findAll(in: session).first)
        #expect(nomad.lastName == "Smith" && nomad.age == nil && nomad.places == [])
      }
      reopened.close()
    }
  }

  @Test func aColumnWithTwoFormerNamesInTheFileIsRefused() throws {
    try refuse(
      "both a column 'age' and a column 'last_name'", after: "ALTER TABLE nomad ADD COLUMN age TEXT"
    ) { try Twice.Nomad.count(in: $0) }
  }

  // MARK: Collections and values

  @Test func aCollectionThatBecomesAValueIsRefusedWhileItHasElements() throws {
    try refuse("the property was a collection, whose elements are in the table 'nomad_nick_names'")
    {
      try Single.Nomad.count(in: $0)
    }
  }

  @Test func aValueThatBecomesACollectionIsRefusedWhileThereAreValues() throws {
    try refuse("the property had values in the column 'last_name' and now is a collection") {
      try Plural.Nomad.count(in: $0)
    }
  }

  @Test func anEmptyCollectionMayBecomeAValue() throws {
    try TemporaryStore.run { store, session in
      try session.save(Correct.Nomad(lastName: "Smith"))
      let reopened = try store.reopened()
      let nickNames = try reopened.lendSession {
        try Single.Nomad.findAll(in: $0).map(\.nickNames)
      }
      #expect(nickNames == [nil])
      reopened.close()
    }
  }

  /// Checks that a use of a class is refused with a remedy, and changes nothing.
  ///
  /// - Parameter sql: a statement to run before.
  private func refuse(
    _ remedy: String, after sql: Criteria? = nil, _ use: (Session) throws -> Int
  ) throws {
    try TemporaryStore.run { store, session in
      try session.save(Correct.Nomad(lastName: "Smith", nickNames: ["Joey"]))
      if let sql { try session.execute(sql) }
      let records: Criteria = "SELECT * FROM _persistent_column ORDER BY 1, 2"
      let before = try store.rows(records)
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { other in
        let error = failure { _ = try use(other) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains(remedy) == true, "\(error as Any)")
        let after = try store.rows(records)
        #expect(after == before)
      }
      reopened.close()
    }
  }
}

private enum Correct {
  @Persistent final class Nomad {
    var lastName: String
    var nickNames: [String] = []
    @Transient var life = Lifetime()
  }
}

private enum OfColumn {
  @Persistent final class Nomad {
    @Column(renamedFrom: "lastName") var familyName: String?
    var nickNames: [String] = []
    @Transient var life = Lifetime()
  }
}

private enum OfCollection {
  @Persistent final class Nomad {
    var lastName: String
    @Column(renamedFrom: "nickNames") var aliases: [String] = []
    @Transient var life = Lifetime()
  }
}

private enum OfClass {
  @Persistent(renamedFrom: "Nomad") final class Rover {
    var lastName: String
    var nickNames: [String] = []
    @Transient var life = Lifetime()
  }
}

private enum Skipped {
  @Persistent(table: "skip") final class First {
    var surname: String?
    var tags: [String] = []
    var home: Address?
    @Transient var life = Lifetime()
  }

  @Persistent(table: "skipped", renamedFrom: "skip") final class Second {
    @Column(renamedFrom: "surname") var lastName: String?
    @Column(renamedFrom: "tags") var labels: [String] = []
    @Column(renamedFrom: "home") var house: Address?
    @Transient var life = Lifetime()
  }

  @Persistent(table: "kept", renamedFrom: "skipped", "skip") final class Third {
    @Column(renamedFrom: "last_name", "surname") var familyName: String?
    @Column(renamedFrom: "labels", "tags") var marks: [String] = []
    @Column(renamedFrom: "house", "home") var place: Address?
    @Transient var life = Lifetime()
  }
}

private enum Misspelt {
  @Persistent(table: "nomad") final class Column {
    @Column(renamedFrom: "sirname") var familyName: String?
    var nickNames: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "nomad") final class Elements {
    var lastName: String
    @Column(renamedFrom: "names") var aliases: [String] = []
  }
}

private enum Alike {
  @Persistent(table: "nomad") final class Column {
    @Column(renamedFrom: "lastname") var number: Int = 0
    var nickNames: [String] = []
  }

  @Persistent(table: "nomad") final class Elements {
    var lastName: String
    @Column(renamedFrom: "nik_names") var numbers: [Int] = []
  }
}

private enum Later {
  @Persistent final class Nomad {
    var lastName: String
    var nickNames: [String] = []
    @Column(renamedFrom: "years") var age: Int?
    @Column(renamedFrom: "towns") var places: [Int] = []
    @Transient var life = Lifetime()
  }
}

private enum Twice {
  @Persistent final class Nomad {
    @Column(renamedFrom: "last_name", "age") var familyName: String?
    var nickNames: [String] = []
  }
}

private enum Single {
  @Persistent final class Nomad {
    var lastName: String
    var nickNames: String?
    @Transient var life = Lifetime()
  }
}

private enum Plural {
  @Persistent final class Nomad {
    var lastName: [String] = []
    var nickNames: [String] = []
  }
}

private enum Mittens {
  @Persistent(table: "left_mitten") final class Left {
    var name: String
  }

  @Persistent(table: "right_mitten") final class Right {
    var name: String
  }

  enum Exchanged {
    @Persistent(table: "left_mitten", renamedFrom: "right_mitten") final class Left {
      var name: String
    }

    @Persistent(table: "right_mitten", renamedFrom: "left_mitten") final class Right {
      var name: String
    }
  }
}

private enum CaseOnly {
  @Persistent(table: "rack") final class Former {
    @Column(indexed: true) var name: String
    var tags: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "Rack", renamedFrom: "rack") final class Present {
    @Column(indexed: true) var name: String
    var tags: [String] = []
    @Transient var life = Lifetime()
  }
}

private enum Exchanged {
  @Persistent final class Columns {
    @Column(renamedFrom: "second") var first: Int?
    @Column(renamedFrom: "third") var second: Int?
    @Column(renamedFrom: "first") var third: Int?
  }

  @Persistent final class Collections {
    @Column(renamedFrom: "marks") var tags: [String] = []
    @Column(renamedFrom: "tags") var marks: [String] = []
  }

  @Persistent(table: "left_glove", renamedFrom: "right_glove") final class Left {
    var other: Right?
  }

  @Persistent(table: "right_glove", renamedFrom: "left_glove") final class Right {
    var name: String?
  }
}
