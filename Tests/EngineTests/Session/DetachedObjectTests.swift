import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Objects whose session has ended read by themselves what is not in memory.
@Suite struct DetachedObjectTests {
  private func given(_ session: Session) throws {
    let joe = Person.joe()
    joe.nickNames = ["Joey", "Smithy"]
    joe.scores = ["a": 1]
    joe.home = Address(city: "Rome")
    joe.friends = [joe, .ann()]
    try session.save(Invoice(number: 7, customer: joe))
  }

  private func joe(in store: Store) throws -> Person {
    try #require(try Person.findByLastName("Smith", in: Session(store: store)).first)
  }

  @Test func gettersReadWhatIsNotInMemory() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      let joe = try joe(in: store.store)
      #expect(joe.state == .detached)
      #expect(joe.nickNames == ["Joey", "Smithy"] && joe.scores == ["a": 1] && joe.aliases == nil)
      #expect(joe.home?.city == "Rome" && joe.home === joe.home)
      #expect(joe.friends.map(\.firstName) == ["Joe", "Ann"])
      #expect(joe.friends[0].friends[1].nickNames == [])
    }
  }

  @Test func eachPropertyTakesTwoStatements() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      let joe = try joe(in: store.store)
      let statements = try store.statements { _ = (joe.nickNames, joe.nickNames) }
      #expect(statements.count == 2)
      #expect(statements.first?.contains("FROM person WHERE pk = ") == true)
      #expect(statements.last?.contains("FROM person_nick_names") == true)
    }
  }

  @Test func aReadSeesTheRowAsItIsNow() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      let (first, second) = (try joe(in: store.store), try joe(in: store.store))
      let saved = try #require(try Person.findByLastName("Smith", in: session).first)
      saved.nickNames = ["J"]
      saved.home = nil
      try session.save()
      #expect(first.nickNames == ["J"] && first.home == nil)
      try session.execute("DELETE FROM invoice")
      try session.execute("DELETE FROM person_friends")
      try session.execute("DELETE FROM person WHERE pk = \(second.pk)")
      #expect(second.nickNames.isEmpty && second.home == nil && second.friends.isEmpty)
    }
  }

  /// Each detached object reads other objects of the same rows.
  @Test func aDeepCopyHasOneObjectForEachRow() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      let ann = try #require(try Person.findByFirstName("Ann", in: session).first)
      ann.friends = try Person.findByLastName("Smith", in: session)
      try session.save()
      let copy = try joe(in: store.store).copy(deep: true)
      #expect(copy.state == .new && copy.home?.city == "Rome")
      #expect(copy.friends[0] === copy && copy.friends[1].friends == [copy])
      copy.friends = []
    }
  }

  @Test func aCopyOfAnObjectWhoseRowIsGoneNamesWhatIsNotInMemory() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      let joe = try joe(in: store.store)
      try session.execute("DELETE FROM invoice")
      try session.execute("DELETE FROM person_friends")
      try session.execute("DELETE FROM person WHERE pk = \(joe.pk)")
      for error in [failure { _ = try joe.copy() }, failure { _ = try joe.values() }] {
        #expect(error?.code == .objectNotFound && error?.context.property == "home")
      }
    }
  }

  @Test func requiredReferencesStay() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      let other = try store.reopened()
      let invoice = try #require(try Invoice.findAll(in: Session(store: other)).first)
      #expect(invoice.state == .detached && invoice.customer.state == .detached)
      #expect(invoice.customer.firstName == "Joe")
      #expect(invoice.customer.home?.city == "Rome")
      other.close()
      #expect(invoice.customer.firstName == "Joe")
    }
  }

  @Test func cyclesOfRequiredReferencesAreFreed() throws {
    try TemporaryStore.run { store, session in
      let lifetimes = try #require(Lifetimes.current)
      try session.makeTables(for: Gear.self)
      try session.execute(
        "INSERT INTO gear (pk, name, driver) VALUES (1, 'a', 2), (2, 'b', 1), (3, 'c', 3)")
      let drivers = try store.store.blocking.session { session in
        try Gear.findAll(in: session).map(\.driver.name)
      }
      #expect(drivers == ["b", "a", "c"])
      #expect(lifetimes.count == 0)
      let kept = try #require(try Gear.findFirst("pk = 1", in: Session(store: store.store)))
      #expect(lifetimes.count == 2)
      #expect(kept.state == .detached && kept.driver.driver === kept)
      let live = try #require(try session.find(Gear.self, pk: 3))
      kept.driver.driver = live  // ends the cycle of two
    }
  }

  @Test func aFailedReadIsTheCauseOfTheNextError() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      let joe = try joe(in: store.store)
      try session.execute("UPDATE person_nick_names SET value = NULL")
      #expect(joe.nickNames.isEmpty)
      let error = failure { try session.save(joe) }
      #expect(error?.code == .wrongSession)
      #expect((error?.cause as? PersistenceError)?.code == .decodingFailed)
      #expect(failure { _ = try joe.values() }?.code == .decodingFailed)
    }
  }

  @Test func aFailedReadFailsTheSessionOfTheTask() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      try session.execute("UPDATE person_nick_names SET value = NULL")
      let error = failure {
        try store.store.blocking.session { lent in
          let joe = try Person.findByLastName("Smith", in: Session(store: lent.store))[0]
          #expect(joe.nickNames.isEmpty)
        }
      }
      #expect(error?.code == .sessionFailed)
    }
  }

  @Test func aClosedStoreStopsNobody() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      let other = try store.reopened()
      let joe = try joe(in: other)
      other.close()
      #expect(joe.nickNames.isEmpty && joe.home == nil && joe.friends.isEmpty)
      #expect(failure { _ = try joe.values() }?.code == .storeClosed)
    }
  }

  @Test func clearedObjectsReadByThemselves() throws {
    try TemporaryStore.run { store, session in
      try given(session)
      let joe = try #require(try session.find(Person.self, pk: 1))
      joe.age = 99
      session.clear()
      #expect(joe.state == .detached && joe.age == 99 && joe.nickNames == ["Joey", "Smithy"])
    }
  }

  @Test func clearingInATransactionFailsTheSession() throws {
    try TemporaryStore.run { store, session in
      let error = failure {
        try session.transaction {
          try session.insert(Person.joe())
          session.clear()
        }
      }
      #expect((error?.cause as? PersistenceError ?? error)?.code == .hookMisused)
      let count = try Person.count(in: session)
      #expect(count == 0)
    }
  }
}

/// A class whose objects require each other.
@Persistent final class Gear {
  var name: String
  var driver: Gear
  @Transient var life = Lifetime()
}
