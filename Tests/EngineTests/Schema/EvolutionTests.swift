import Foundation
import PersistentObjects
import TestSupport
import Testing

/// A file that an earlier version of a program wrote.
@Suite struct EvolutionTests {
  /// Saves with the old classes, then returns a session of a new store on the same file.
  private func evolve(
    _ old: (Session) throws -> Void, _ new: (TemporaryStore, Session) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      try old(session)
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { try new(store, $0) }
      reopened.close()
    }
  }

  private func schema(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT sql FROM sqlite_schema")
      + store.rows("SELECT * FROM _persistent_table ORDER BY 1, 2")
      + store.rows("SELECT * FROM _persistent_column ORDER BY 1, 2")
  }

  private func saveOld(_ session: Session) throws {
    let gadget = Old.Gadget(name: "lamp", weight: 3)
    gadget.labels = ["a", "b"]
    gadget.part = Old.Part(code: "p")
    try session.save(gadget)
  }

  @Test func addsColumnsWithDefaultsAndOptionals() throws {
    try evolve(saveOld) { store, session in
      let gadget = try #require(try Added.Gadget.findAll(in: session).first)
      #expect(gadget.name == "lamp" && gadget.weight == 3)
      #expect(gadget.colour == "grey" && gadget.price == 1.5 && gadget.day == nil)
      #expect(gadget.tags == [] && gadget.notes == nil && gadget.marks == [])
      #expect(gadget.part == nil)
      gadget.tags = ["new"]
      gadget.part = Added.Part(code: "q")
      gadget.colour = "red"
      try gadget.save()
      #expect(try store.rows("SELECT name, colour FROM gadget") == ["lamp|red"])
      #expect(
        try store.rows("SELECT name FROM sqlite_schema WHERE name = 'index_gadget_colour'").count
          == 1)
    }
  }

  /// The rows changed for one of them kept the table from being changed for the next on PostgreSQL.
  @Test func severalReferencesOfATableMayGetAnotherRule() throws {
    try evolve { session in
      let scribe = Kept.Scribe(name: "Ann")
      try session.save(Kept.Tome(author: scribe, editor: scribe))
      try session.save(Kept.Tome(author: nil, editor: scribe))
    } _: { _, session in
      #expect(try Gone.Tome.findAll(in: session).map { $0.author?.name } == ["Ann", nil])
      try session.delete(try #require(try Gone.Scribe.findByPK(1, in: session)))
      #expect(try Gone.Tome.count(in: session) == 0)
    }
  }

  /// Earlier steps were committed without their records.
  @Test func aTransactionThatGoesOnAfterAFailureLeavesTheTableAsItWas() throws {
    try evolve { session in
      for _ in 0..<2 { try session.save(Free.Subscriber(email: "a")) }
    } _: { _, session in
      try session.transaction {
        let error = failure { _ = try Unique.Subscriber.count(in: session) }
        #expect(error?.code == .constraintViolated)
        try session.save(Address(city: "Rome"))
      }
      try session.execute("DELETE FROM subscriber WHERE pk = 2")
      #expect(try Unique.Subscriber.findAll(in: session).map(\.phone) == [nil])
      #expect(try Address.count(in: session) == 1)
    }
  }

  /// The save of a hook that ignores the failure is committed.
  @Test func aHookThatIgnoresAFailureLeavesTheTableAsItWas() throws {
    try evolve { session in
      for _ in 0..<2 { try session.save(Free.Subscriber(email: "a")) }
    } _: { _, session in
      let auditor = Auditor(name: "a")
      try session.save(auditor)
      #expect(auditor.failure == .constraintViolated)
      try session.execute("DELETE FROM subscriber WHERE pk = 2")
      #expect(try Unique.Subscriber.findAll(in: session).map(\.phone) == [nil])
      #expect(try Auditor.count(in: session) == 1)
    }
  }

  /// The column is added while reads see one snapshot.
  @Test func addsColumnsOfSubclassesWhenReferencesLeadToThem() throws {
    try evolve { session in
      let keeper = Keeper(name: "k", pet: Dog(name: "Rex"))
      keeper.herd = [Dog(name: "Laika")]
      try session.save(keeper)
      try session.execute("ALTER TABLE dog DROP COLUMN weight")
      try session.execute("DELETE FROM _persistent_column WHERE column_name = 'weight'")
    } _: { store, _ in
      let reopened = try store.reopened(classes: [Dog.self])
      let session = Session(store: reopened)
      let keeper = try #require(try Keeper.findAll(in: session).first)
      #expect(keeper.herd.map(\.name) == ["Laika"] && keeper.pet?.name == "Rex")
      #expect(try Keeper.query.loading(\.herd).find(in: session).count == 1)
      withExtendedLifetime(session) { reopened.close() }
    }
  }

  /// Refuses to rename a column to that of a removed property, or to one that an older version has
  /// made again.
  @Test func refusesARenameToAColumnThatIsThere() throws {
    try evolve(saveOld) { store, session in
      try session.execute("ALTER TABLE part ADD COLUMN serial TEXT")
      let before = try schema(store)
      let error = failure { _ = try Renamed.Part.findAll(in: session) }
      #expect(error?.code == .schemaMismatch && error?.context.column == "serial")
      #expect(error?.message.contains("both a column 'code' and a column 'serial'") == true)
      #expect(try schema(store) == before)
      try session.execute("ALTER TABLE part DROP COLUMN serial")
      #expect(try Renamed.Part.findAll(in: session).map(\.serial) == ["p"])
    }
  }

  /// The table of a removed collection has the new name of another one.
  @Test(arguments: ["notebook_labels", "notebook_tags"])
  func refusesARenameOfACollectionToATableThatIsThere(unwanted: String) throws {
    try evolve { session in
      let notebook = Reused.First(name: "n")
      notebook.labels = ["notebook_labels"]
      try session.save(notebook)
    } _: { store, session in
      let notebook = try #require(try Reused.Second.findAll(in: session).first)
      notebook.tags = ["notebook_tags"]
      try session.save()
      let third = try store.reopened()
      defer { third.close() }
      let before = try schema(store)
      let error = failure { _ = try Reused.Third.findAll(in: Session(store: third)) }
      #expect(error?.code == .schemaMismatch && error?.context.property == "labels")
      #expect(
        error?.message.contains("both a table 'notebook_labels' and a table 'notebook_tags'")
          == true)
      #expect(try schema(store) == before)
      try third.blocking.execute(Criteria(stringLiteral: "DROP TABLE \(unwanted)"))
      let labels = try third.blocking.session { session in
        try Reused.Third.findAll(in: session).flatMap(\.labels)
      }
      #expect(labels.count == 1 && labels != [unwanted])
    }
  }

  /// A new class has got the former table of another one.
  @Test func aTableThatAnotherClassUsesIsNotTakenOver() throws {
    try evolve { session in
      try session.save(Handed.Old(name: "old"))
    } _: { store, session in
      #expect(try Handed.New.count(in: session) == 1)
      let error = failure { _ = try Handed.Coffer.findAll(in: session) }
      #expect(error?.code == .schemaMismatch && error?.context.table == "casket")
      #expect(error?.message.contains("Name both among the classes") == true)
      #expect(try Handed.New.count(in: session) == 1)
      let together = try store.reopened(classes: [Handed.New.self, Handed.Coffer.self])
      defer { together.close() }
      try together.blocking.session { session in
        let names = try Handed.Coffer.findAll(in: session).map(\.name)
        let count = try Handed.New.count(in: session)
        #expect(count == 0 && names == ["old"])
      }
    }
  }

  @Test func refusesARenameToATableThatIsThere() throws {
    try evolve { session in
      try session.save(Handed.Old(name: "old"))
    } _: { store, session in
      try session.save(Handed.Unnamed(name: "new"))
      let later = try store.reopened()
      defer { later.close() }
      let before = try schema(store)
      let error = failure { _ = try Handed.Coffer.findAll(in: Session(store: later)) }
      #expect(error?.code == .schemaMismatch && error?.context.table == "coffer")
      #expect(error?.message.contains("both a table 'casket' and a table 'coffer'") == true)
      #expect(try schema(store) == before)
      let beside = try store.reopened(classes: [Handed.New.self])
      defer { beside.close() }
      let names = try beside.blocking.session { session in
        try Handed.Coffer.findAll(in: session).map(\.name)
      }
      #expect(names == ["new"])
    }
  }

  @Test func addsAColumnWithoutDefaultToAnEmptyTable() throws {
    try evolve { session in
      try session.makeTables(for: Old.Gadget.self)
    } _: { _, session in
      try session.save(Demanding.Gadget(name: "n", weight: 1, maker: "m"))
    }
  }

  @Test func refusesAColumnWithoutDefaultWhereThereAreRows() throws {
    try evolve(saveOld) { store, session in
      let before = try schema(store)
      let error = failure { _ = try Demanding.Gadget.findAll(in: session) }
      #expect(error?.code == .schemaMismatch)
      #expect(
        error?.context
          == .init(
            className: "Demanding.Gadget", property: "maker", table: "gadget", column: "maker"))
      #expect(try schema(store) == before)
      let older = try store.reopened()
      #expect(try Old.Gadget.count(in: Session(store: older)) == 1, "the old class still works")
      older.close()
    }
  }

  @Test(.notOnPostgreSQL("Keys come from sequences there."))
  func renamesTablesColumnsAndCollections() throws {
    try evolve(saveOld) { store, session in
      let widget = try #require(try Renamed.Widget.findAll(in: session).first)
      #expect(widget.title == "lamp" && widget.weight == 3 && widget.stickers == ["a", "b"])
      #expect(widget.piece?.serial == "p")
      widget.title = "torch"
      widget.stickers.append("c")
      try widget.save()
      #expect(try store.rows("SELECT title FROM widget") == ["torch"])
      #expect(
        try store.rows(
          "SELECT name FROM sqlite_schema WHERE name LIKE '%gadget%' AND type = 'table'")
          == [])
      #expect(
        try store.rows("SELECT count(*) FROM _persistent_column WHERE table_name LIKE '%gadget%'")
          == ["0"])
      // The key counter was renamed, too.
      try widget.delete()
      let next = Renamed.Widget(title: "next", weight: 1)
      try session.save(next)
      #expect(next.pk == 2)
    }
  }

  @Test(arguments: [true, false])
  func aCollectionIsFoundWhoseClassAndPropertyWereRenamedInTurn(isClassFirst: Bool) throws {
    try evolve { session in
      let first = Twice.First(name: "n")
      first.tags = ["a"]
      first.trips = [[1], [2, 3]]
      try session.save(first)
    } _: { store, session in
      let count =
        isClassFirst
        ? try Twice.ClassFirst.count(in: session) : try Twice.PropertyFirst.count(in: session)
      #expect(count == 1)
      let last = try store.reopened()
      defer { last.close() }
      #expect(try last.blocking.prune(Twice.Last.self).isEmpty)
      try last.blocking.session { session in
        let found = try #require(try Twice.Last.findAll(in: session).first)
        #expect(found.labels == ["a"] && found.tours == [[1], [2, 3]])
      }
      #expect(
        try store.rows("SELECT name FROM _persistent_table ORDER BY 1")
          == ["citizen", "citizen_labels", "citizen_tours", "citizen_tours_elements"])
    }
  }

  @Test func aRenamedSubclassIsFoundThroughReferences() throws {
    try TemporaryStore.run { store, session in
      let keeper = Keeper(name: "K", pet: Dog(name: "Rex"), herd: [Dog(name: "Max")])
      try session.save(keeper)
      let reopened = try store.reopened(classes: [Hound.self])
      try reopened.blocking.session { session in
        _ = try Hound.count(in: session)
        let keeper = try #require(try session.find(Keeper.self, pk: 1))
        #expect(keeper.pet is Hound && keeper.herd.first?.name == "Max")
        let pet = try #require(keeper.pet)
        #expect(try Keeper.findByPet(pet, in: session) == [keeper])
        try pet.delete()
        #expect(keeper.pet == nil)
      }
      #expect(try store.rows("SELECT pet_class FROM keeper") == ["NULL"])
      reopened.close()
    }
  }

  @Test func aKeyWhoseColumnIsNamedLikeThatOfAClassIsAKey() throws {
    try evolve { session in
      let desk = Desk(number: 1)
      desk.school = Address(city: "a")
      desk.schoolClass = Address(city: "b")
      try session.given(desk, Dog(name: "Rex"))
    } _: { store, session in
      #expect(try Hound.count(in: session) == 1)
      #expect(try store.store.blocking.checkIntegrity().isSound)
      let desk = try #require(try Desk.findAll(in: session).first)
      try desk.school?.delete()
      #expect(desk.school == nil && desk.schoolClass?.city == "b")
      try desk.schoolClass?.delete()
      #expect(try store.rows("SELECT school, school_class FROM desk") == ["NULL|NULL"])
    }
  }

  @Test func aClassMayGetSubclasses() throws {
    try evolve { session in
      let (head, other) = (Kin.Closed(name: "a"), Kin.Closed(name: "b"))
      let clan = Kin.ClosedClan(head: head)
      clan.members = [head, other]
      clan.line = [other, head]
      clan.camps = [[head], [other]]
      try session.save(clan)
    } _: { store, _ in
      let open = try store.reopened(classes: [Kin.Half.self])
      defer { open.close() }
      try open.blocking.transaction { session in
        let clan = try #require(try Kin.OpenClan.findAll(in: session).first)
        #expect(clan.head.name == "a" && clan.line.map(\.name) == ["b", "a"])
        #expect(Set(clan.members.map(\.name)) == ["a", "b"])
        #expect(clan.camps.map { $0.map(\.name) } == [["a"], ["b"]])
        clan.members.insert(Kin.Half("c"))
        try session.save()
      }
      #expect(
        try store.rows("SELECT fk_class, count(*) FROM clan_members GROUP BY 1 ORDER BY 1")
          == ["half_relative|1", "relative|2"])
      #expect(try open.blocking.checkIntegrity().isSound)
      try open.blocking.execute("DELETE FROM clan")
      #expect(try store.rows("SELECT count(*) FROM clan_camps_elements") == ["0"])
    }
  }

  /// Rows of earlier versions named no class, so they were unequal to all others.
  @Test func aUniqueReferenceStaysUniqueWhenItsClassIsNoLongerFinal() throws {
    try evolve { session in
      try session.save(Kin.ClosedHeir(donor: Kin.Closed(name: "a"), share: 1))
    } _: { store, session in
      let heir = try #require(try Kin.OpenHeir.findAll(in: session).first)
      #expect(try store.rows("SELECT donor_class FROM heir") == ["relative"])
      let second = Kin.OpenHeir(donor: heir.donor, share: 2)
      #expect(failure { try session.save(second) }?.code == .constraintViolated)
      #expect(try session.upsert(second, by: \.donor) === heir)
      #expect(try store.rows("SELECT share FROM heir") == ["2"])
    }
  }

  @Test func aClassMayBecomeFinal() throws {
    try evolve { session in
      let clan = Kin.OpenClan(head: Kin.Open(name: "a"))
      clan.members = [clan.head]
      clan.line = [clan.head]
      try session.save(clan)
    } _: { store, _ in
      try store.store.blocking.execute("UPDATE clan_members SET fk_class = 'other'")
      let closed = try store.reopened()
      defer { closed.close() }
      let error = failure { _ = try Kin.ClosedClan.findAll(in: Session(store: closed)) }
      #expect(error?.code == .schemaMismatch && error?.context.table == "clan_members")
      try store.store.blocking.execute("UPDATE clan_members SET fk_class = 'relative'")
      try closed.blocking.transaction { session in
        let clan = try #require(try Kin.ClosedClan.findAll(in: session).first)
        clan.members.insert(Kin.Closed(name: "b"))
        try session.save()
        #expect(clan.head.name == "a" && clan.line.map(\.name) == ["a"])
      }
      #expect(try store.rows("SELECT count(*) FROM clan_members") == ["2"])
      #expect(try closed.blocking.checkIntegrity().isSound)
    }
  }

  /// The file has an object of the class and one of the subclass with the same key.
  @Test func anObjectOfASubclassIsNotTakenForOneOfTheClassThatWasFinal() throws {
    try TemporaryStore.run { store, session in
      try session.save(Kin.ClosedClan(head: Kin.Closed(name: "a")))
      let new = try store.reopened()
      defer { new.close() }
      let newer = Session(store: new)
      let clan = Kin.OpenClan(head: Kin.Half("b"))
      try newer.save(clan)
      let running = failure { _ = try Kin.ClosedClan.findAll(in: session) }
      #expect(running?.code == .schemaMismatch)
      let old = try store.reopened()
      defer { old.close() }
      let restarted = failure { _ = try Kin.ClosedClan.findAll(in: Session(store: old)) }
      #expect(restarted?.code == .schemaMismatch)
      #expect(restarted?.problems.map(\.context.property).contains("head") == true)
      #expect(restarted?.message.contains("half_relative") == true)
      try clan.delete()
      try old.blocking.prune(table: "half_relative")
      let heads = try old.blocking.session { session in
        try Kin.ClosedClan.findAll(in: session).map(\.head.name)
      }
      #expect(heads == ["a"])
    }
  }

  /// The program still has a class for the table of what was a subclass.
  @Test func anObjectOfAClassThatIsNoLongerASubclassIsNotTakenForAnother() throws {
    try evolve { session in
      try session.given(Kin.Open(name: "a"), Kin.OpenClan(head: Kin.Half("b")))
    } _: { store, _ in
      let closed = try store.reopened(classes: [Kin.Alone.self])
      defer { closed.close() }
      let error = failure { _ = try Kin.ClosedClan.findAll(in: Session(store: closed)) }
      #expect(error?.code == .schemaMismatch && error?.context.property == "head")
      #expect(error?.message.contains("head_class") == true)
      try store.store.blocking.execute("UPDATE clan SET head_class = 'relative'")
      let heads = try closed.blocking.session { session in
        try Kin.ClosedClan.findAll(in: session).map(\.head.name)
      }
      #expect(heads == ["a"])
    }
  }

  /// The session knew only the classes in use after a change by another program.
  @Test func aClassThatIsNoLongerASubclassStaysKnown() throws {
    try evolve { session in
      try session.given(Kin.OpenClan(head: Kin.Open(name: "a")), Kin.Half("b"))
    } _: { store, _ in
      let closed = try store.reopened(classes: [Kin.Alone.self])
      defer { closed.close() }
      func heads() throws -> [String] {
        try closed.blocking.session { session in
          try Kin.ClosedClan.findAll(in: session).map(\.head.name)
        }
      }
      #expect(try heads() == ["a"])
      try store.store.blocking.execute("CREATE TABLE theirs (size INTEGER)")
      #expect(try heads() == ["a"])
    }
  }

  /// A set's table is created again without the class at the next use, so nothing of it is left to
  /// prune.
  @Test func whatIsLeftOfClassesThatBecameFinalIsPruned() throws {
    try evolve { session in
      let clan = Kin.OpenClan(head: Kin.Open(name: "a"))
      (clan.members, clan.line, clan.camps) = ([clan.head], [clan.head], [[clan.head]])
      try session.save(clan)
    } _: { store, _ in
      let closed = try store.reopened()
      defer { closed.close() }
      let planned = try closed.blocking.prune(Kin.ClosedClan.self, dryRun: true)
      #expect(planned.columns == ["clan.head_class", "clan_line.fk_class"])
      #expect(try closed.blocking.prune(Kin.ClosedClan.self) == planned)
      #expect(try closed.blocking.checkIntegrity().isSound)
    }
  }

  @Test func aReferenceWhoseRuleCannotBeChangedIsNamed() throws {
    try evolve { session in
      try session.save(Kept.Tome(author: nil, editor: nil))
      try session.execute("CREATE VIEW authors AS SELECT author FROM tome")
    } _: { _, session in
      let error = failure { _ = try Gone.Tome.findAll(in: session) }
      #expect(error?.code == .schemaMismatch && error?.context.table == "tome")
      #expect(error?.message.contains("change the foreign key of the column tome.author") == true)
    }
  }

  /// The dropped column's former name was still recorded, so it was recorded twice.
  @Test func aColumnMayGetTheNameOfADroppedOneThatHadItsFormerName() throws {
    try TemporaryStore.run { store, session in
      try session.save(Reborn.First(name: "old", a: 1))
      func later<R>(_ body: (BlockingStore) throws -> R) throws -> R {
        let later = try store.reopened()
        defer { later.close() }
        return try body(later.blocking)
      }
      let second = try later { try $0.session { try Reborn.Second.count(in: $0) } }
      let pruned = try later { try $0.prune(Reborn.Without.self).columns }
      try later { try $0.transaction { try $0.save(Reborn.First(name: "new", a: 2)) } }
      let third = try later { try $0.session { try Reborn.Third.count(in: $0) } }
      let fourth = try later { try $0.session { try Reborn.Fourth.count(in: $0) } }
      #expect(second == 1 && pruned == ["reborn.c"] && third == 2 && fourth == 2)
      #expect(try store.rows("SELECT name, c FROM reborn ORDER BY 1") == ["new|2", "old|NULL"])
    }
  }

  @Test func aChangedCodecIsAnErrorThatChangesNothing() throws {
    try evolve(saveOld) { store, session in
      let before = try schema(store)
      let error = failure { _ = try Recoded.Gadget.findAll(in: session) }
      #expect(error?.code == .codecMismatch)
      #expect(error?.context.property == "weight")
      #expect(error?.context.column == "weight")
      #expect(error?.message.contains("'integer 1'") == true)
      #expect(try schema(store) == before)
    }
  }

  @Test func aNewerCodecReadsWhatAnOlderVersionWrote() throws {
    try evolve { session in
      try session.save(Versioned.One(temperature: Celsius(degrees: 20)))
    } _: { store, session in
      let found = try #require(try Versioned.Two.findAll(in: session).first)
      #expect(found.temperature.degrees == 20)
      #expect(
        try store.rows(
          "SELECT version, oldest_version FROM _persistent_column WHERE column_name = 'temperature'"
        )
          == ["2|1"])
      try session.save(Versioned.Two(temperature: Celsius(degrees: 30)))

      let older = try store.reopened()
      let error = failure { _ = try Versioned.One.findAll(in: Session(store: older)) }
      #expect(error?.code == .codecMismatch, "an old program must not meet what it cannot read")
      older.close()
    }
  }

  @Test func aPropertyMayBecomeOptional() throws {
    try evolve(saveOld) { _, session in
      let gadget = try #require(try Loosened.Gadget.findAll(in: session).first)
      #expect(gadget.weight == 3)
      gadget.weight = nil
      try gadget.save()
    }
  }

  @Test func aCollectionMayBecomeOptional() throws {
    try evolve { session in
      try saveOld(session)
      try session.save(Old.Gadget(name: "empty", weight: 1))
    } _: { store, session in
      let gadgets = try OptionalLabels.Gadget.findAll(in: session)
      #expect(gadgets.map(\.labels) == [["a", "b"], []])
      gadgets[0].labels = nil
      try session.save()
      #expect(try store.rows("SELECT labels FROM gadget ORDER BY pk") == ["NULL", "1"])
    }
  }

  @Test func aRemovedPropertyLeavesItsColumn() throws {
    try evolve(saveOld) { store, session in
      let gadget = try #require(try Removed.Gadget.findAll(in: session).first)
      gadget.name = "torch"
      try gadget.save()
      try session.save(Removed.Gadget(name: "new"))
      #expect(
        try store.rows("SELECT name, weight FROM gadget ORDER BY pk") == ["torch|3", "new|NULL"])
    }
  }

  @Test func anotherKindOfCollectionIsAnError() throws {
    try evolve(saveOld) { store, session in
      let before = try schema(store)
      let error = failure { _ = try Reshaped.Gadget.findAll(in: session) }
      #expect(error?.code == .schemaMismatch || error?.code == .codecMismatch)
      #expect(error?.context.property == "labels")
      #expect(try schema(store) == before)
    }
  }

  @Test func aTableOfSomebodyElseIsLeftAlone() throws {
    try TemporaryStore.run { store, session in
      try session.execute("CREATE TABLE address (pk INTEGER PRIMARY KEY, city TEXT)")
      try session.execute("INSERT INTO address VALUES (1, 'theirs')")
      let error = failure { try session.save(Address(city: "ours")) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.context == .init(className: "Address", table: "address"))
      #expect(try store.rows("SELECT city FROM address") == ["theirs"])
    }
  }
}

private enum Old {
  @Persistent final class Part {
    var code: String
    @Transient var life = Lifetime()
  }

  @Persistent final class Gadget {
    var name: String
    var weight: Int
    var labels: [String] = []
    @Column("old_part") var part: Part?
    @Transient var life = Lifetime()
  }
}

private enum Added {
  @Persistent final class Part {
    var code: String
    @Transient var life = Lifetime()
  }

  @Persistent final class Gadget {
    var name: String
    var weight: Int
    var colour: String = "grey"
    var price: Double = 1.5
    var day: Date?
    var tags: Set<String> = []
    var notes: [String]?
    var marks: [Int]? = []
    var part: Part?
    @Transient var life = Lifetime()
    static let indices: [Index<Gadget>] = [[\.colour]]
  }
}

private enum Demanding {
  @Persistent final class Gadget {
    var name: String
    var weight: Int
    var maker: String
    @Transient var life = Lifetime()
  }
}

private enum Renamed {
  @Persistent final class Part {
    @Column(renamedFrom: "code") var serial: String
    @Transient var life = Lifetime()
  }

  @Persistent(renamedFrom: "part") final class Piece {
    @Column(renamedFrom: "code") var serial: String
    @Transient var life = Lifetime()
  }

  @Persistent(renamedFrom: "gadget") final class Widget {
    @Column(renamedFrom: "name") var title: String
    var weight: Int
    @Column(renamedFrom: "labels") var stickers: [String] = []
    @Column(renamedFrom: "old_part") var piece: Piece?
    @Transient var life = Lifetime()
  }
}

private enum Reused {
  @Persistent(table: "notebook") final class First {
    var name: String
    var labels: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "notebook") final class Second {
    var name: String
    var tags: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "notebook") final class Third {
    var name: String
    @Column(renamedFrom: "tags") var labels: [String] = []
    @Transient var life = Lifetime()
  }
}

private enum Handed {
  @Persistent(table: "casket") final class Old {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "casket") final class New {
    var name: String
    var size: Int = 0
    @Transient var life = Lifetime()
  }

  @Persistent(table: "coffer") final class Unnamed {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "coffer", renamedFrom: "casket") final class Coffer {
    var name: String
    @Transient var life = Lifetime()
  }
}

private enum Twice {
  @Persistent(table: "villager") final class First {
    var name: String
    var tags: [String] = []
    var trips: [[Int]] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "citizen", renamedFrom: "villager") final class ClassFirst {
    var name: String
    var tags: [String] = []
    var trips: [[Int]] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "villager") final class PropertyFirst {
    var name: String
    @Column(renamedFrom: "tags") var labels: [String] = []
    @Column(renamedFrom: "trips") var tours: [[Int]] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "citizen", renamedFrom: "villager") final class Last {
    var name: String
    @Column(renamedFrom: "tags") var labels: [String] = []
    @Column(renamedFrom: "trips") var tours: [[Int]] = []
    @Transient var life = Lifetime()
  }
}

private enum Reborn {
  @Persistent(table: "reborn") final class First {
    var name: String
    var a: Int?
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reborn") final class Second {
    var name: String
    @Column(renamedFrom: "a") var c: Int?
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reborn") final class Without {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reborn") final class Third {
    var name: String
    @Column(renamedFrom: "a") var b: Int?
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reborn") final class Fourth {
    var name: String
    @Column(renamedFrom: "b") var c: Int?
    @Transient var life = Lifetime()
  }
}

@Persistent(renamedFrom: "dog") private final class Hound: Animal {
  var tricks: [String] = []
  var weight: Double = 0

  init(name: String) { super.init(name: name) }
}

private enum Kin {
  @Persistent(table: "relative") final class Closed {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "relative") class Open {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "half_relative") final class Half: Open {
    init(_ name: String) { super.init(name: name) }
  }

  @Persistent(table: "half_relative") final class Alone {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "clan") final class ClosedClan {
    var head: Closed
    var members: Set<Closed> = []
    var line: [Closed] = []
    var camps: [Set<Closed>] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "clan") final class OpenClan {
    var head: Open
    var members: Set<Open> = []
    var line: [Open] = []
    var camps: [Set<Open>] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "heir") final class ClosedHeir {
    @Column(unique: true) var donor: Closed
    var share: Int
    @Transient var life = Lifetime()
  }

  @Persistent(table: "heir") final class OpenHeir {
    @Column(unique: true) var donor: Open
    var share: Int
    @Transient var life = Lifetime()
  }
}

@Persistent private final class Desk {
  var number: Int
  var school: Address?
  var schoolClass: Address?
  @Transient var life = Lifetime()
}

private enum Recoded {
  @Persistent final class Gadget {
    var name: String
    var weight: String
    @Transient var life = Lifetime()
  }
}

private enum Loosened {
  @Persistent final class Gadget {
    var name: String
    var weight: Int?
    @Transient var life = Lifetime()
  }
}

private enum OptionalLabels {
  @Persistent final class Gadget {
    var name: String
    var labels: [String]?
    @Transient var life = Lifetime()
  }
}

private enum Removed {
  @Persistent final class Gadget {
    var name: String
    @Transient var life = Lifetime()
  }
}

private enum Reshaped {
  @Persistent final class Gadget {
    var name: String
    var labels: [String: Int] = [:]
    @Transient var life = Lifetime()
  }
}

struct Celsius: Equatable, Sendable { var degrees: Int }

/// Version 1 stores degrees; version 2 stores tenths of degrees as text, and reads both.
struct CelsiusCodec: ColumnCodec {
  let version: Int
  var identifier: CodecIdentifier { CodecIdentifier("celsius", version: version) }
  var storage: StorageClass { .any }

  func encode(_ value: Celsius, into column: inout ColumnWriter) throws {
    if version == 1 {
      column.write(Int64(value.degrees))
    } else {
      column.write("\(value.degrees)0")
    }
  }

  func decode(from column: borrowing ColumnReader) throws -> Celsius {
    if column.kind == .integer { return Celsius(degrees: Int(try column.integer())) }
    return Celsius(degrees: (Int(try column.text()) ?? 0) / 10)
  }

  func canRead(version: Int) -> Bool { version <= self.version }
}

private enum Versioned {
  @Persistent(table: "reading") final class One {
    @Column(codec: CelsiusCodec(version: 1)) var temperature: Celsius
    @Transient var life = Lifetime()
  }

  @Persistent(table: "reading") final class Two {
    @Column(codec: CelsiusCodec(version: 2)) var temperature: Celsius
    @Transient var life = Lifetime()
  }
}

private enum Free {
  @Persistent final class Subscriber {
    var email: String
  }
}

private enum Unique {
  @Persistent final class Subscriber {
    @Column(unique: true) var email: String
    var phone: String?
    var names: [String] = []
  }
}

private enum Kept {
  @Persistent final class Scribe {
    var name: String
  }

  @Persistent final class Tome {
    var author: Scribe?
    var editor: Scribe?
  }
}

private enum Gone {
  @Persistent final class Scribe {
    var name: String
  }

  @Persistent final class Tome {
    @Column(onDelete: .cascade) var author: Scribe?
    @Column(onDelete: .cascade) var editor: Scribe?
  }
}

/// Uses a class in a hook.
@Persistent private final class Auditor {
  var name: String
  @Transient var failure: PersistenceError.Code?

  func willSave() {
    guard let session else { return }
    do {
      _ = try Unique.Subscriber.count(in: session)
    } catch {
      failure = (error as? PersistenceError)?.code
    }
  }
}
