import PersistentObjects
import TestSupport
import Testing

@Suite struct IdentityTests {
  @Test func oneRowIsOneObjectHoweverItIsFound() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      joe.friends = [joe]
      try session.save(joe)
      #expect(try session.find(Person.self, pk: 1) === joe)
      #expect(try session.find(Key<Person>(1)) === joe)
      #expect(try Person.findByLastName("Smith", in: session).first === joe)
      #expect(try Person.findFirst("age > \(3)", in: session) === joe)
      #expect(try Person.find(in: session) { $0.age == 31 }.first === joe)
      #expect(joe.friends.first === joe)
      try joe.revert()
      #expect(joe.friends.first === joe)
      #expect(joe == joe && Set([joe, joe]).count == 1)
    }
  }

  @Test func aQueryRefreshesCleanObjectsAndLeavesChangedOnesAlone() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let ann = Person.ann()
      joe.nickNames = ["Jo"]
      try session.given(joe, ann)
      ann.lastName = "Mine"
      let other = Session(store: store.store)
      try other.execute("UPDATE person SET age = 77")
      try other.execute("UPDATE person_nick_names SET value = 'J'")

      #expect(joe.age == 31)
      _ = try Person.findAll(in: session)
      #expect(joe.age == 77 && joe.state == .clean && joe.nickNames == ["J"])
      #expect(ann.age == 29 && ann.lastName == "Mine" && ann.state == .changed)
    }
  }

  @Test func objectsThatNobodyHoldsLeave() throws {
    try TemporaryStore.run { _, session in
      let lifetimes = Lifetimes()
      try Lifetimes.$current.withValue(lifetimes) {
        for age in 1...100 { try session.save(Person(firstName: "P", lastName: "Q", age: age)) }
        #expect(lifetimes.count == 0)
        var people = try Person.findAll(in: session)
        #expect(lifetimes.count == 100)
        people.removeFirst(99)
        #expect(lifetimes.count == 1)
        #expect(try Person.findAll(in: session).last === people.first)
        people = []
        #expect(lifetimes.count == 0)
      }
    }
  }

  @Test func changedObjectsLiveUntilTheyAreSaved() throws {
    try TemporaryStore.run { store, session in
      let lifetimes = Lifetimes()
      try Lifetimes.$current.withValue(lifetimes) {
        try session.save(Person.joe())
        try #require(try session.find(Person.self, pk: 1)).age = 5
        #expect(lifetimes.count == 1)
        try session.save()
        #expect(lifetimes.count == 0)
      }
      #expect(try store.rows("SELECT age FROM person") == ["5"])
    }
  }

  @Test func cyclesFallApartWhenTheSessionEnds() throws {
    try TemporaryStore.run { store, _ in
      let lifetimes = Lifetimes()
      try Lifetimes.$current.withValue(lifetimes) {
        do {
          let session = Session(store: store.store)
          let joe = Person.joe()
          let ann = Person.ann()
          joe.friends = [ann]
          ann.friends = [joe]
          try session.save(joe)
        }
        #expect(lifetimes.count == 0)
        try store.store.blocking.session { session in
          for person in try Person.findAll(in: session) { #expect(person.friends.count == 1) }
          #expect(lifetimes.count == 2)
        }
        #expect(lifetimes.count == 0)
      }
    }
  }

  @Test func deletedObjectsThatReferToEachOtherFallApart() throws {
    try TemporaryStore.run { _, session in
      let lifetimes = Lifetimes()
      try Lifetimes.$current.withValue(lifetimes) {
        do {
          let joe = Person.joe()
          let ann = Person.ann()
          try session.given(joe, ann)
          try session.transaction {
            // So many that the session keeps copies of what was saved.
            joe.friends = Array(repeating: ann, count: 50) + [joe]
            joe.friends.removeFirst()
            try session.save(joe)
            ann.friends = Array(repeating: joe, count: 50)
            ann.friends.removeLast()
            try joe.delete()
            try ann.delete()
          }
        }
        #expect(lifetimes.count == 0)
      }
    }
  }

  @Test func objectsOfASessionThatEndedAreDetached() throws {
    try TemporaryStore.run { store, session in
      var held: [Person] = []
      var deleted: Person?
      try store.store.lendTransaction { session in
        let joe = Person.joe()
        let ann = Person.ann()
        try session.given(joe, ann)
        joe.nickNames = ["unsaved"]
        held = [joe]
        deleted = ann
        try ann.delete()
        try session.save()
      }
      let joe = try #require(held.first)
      #expect(joe.state == .detached && joe.session == nil && joe.pk == 1)
      #expect(joe.firstName == "Joe" && joe.nickNames == ["unsaved"])
      joe.age = 5
      #expect(joe.age == 5 && joe.state == .detached)
      for action in [session.save, session.delete, session.revert] as [(Person) throws -> Void] {
        #expect(failure { try action(joe) }?.code == .wrongSession)
      }
      #expect(
        failure { try session.save(Invoice(number: 1, customer: joe)) }?.code == .wrongSession)

      let ann = try #require(deleted)
      ann.age = 7
      #expect(ann.state == .deleted && ann.session == nil)
    }
  }

  @Test func findingByKeyAsksTheDatabaseOnlyWhenItMust() throws {
    try TemporaryStore.run { store, session in
      try session.given(Person.joe(), Person.ann())
      let byKey = """
        SELECT pk, first_name, last_name, age, birthdate, photo, favourite, home, aliases \
        FROM person WHERE pk = ?1
        """
      try store.store.blocking.session { session in
        let statements = try store.statements {
          let joe = try session.find(Person.self, pk: 1)
          #expect(try session.find(Person.self, pk: 1) === joe)
        }
        #expect(statements == ["BEGIN DEFERRED", byKey], "one snapshot: the object is up to date")
      }
      let statements = try store.statements {
        let joe = try session.find(Person.self, pk: 1)
        #expect(try session.find(Person.self, pk: 1) === joe)
      }
      #expect(statements == [byKey, byKey], "no snapshot: the row may have changed")
    }
  }

  @Test func aTransactionSeesWhatOthersSavedBeforeIt() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      try Session(store: store.store).execute("UPDATE person SET age = 50")
      try session.transaction {
        let found = try #require(try session.find(Person.self, pk: 1))
        #expect(found.age == 50)
        found.age += 1
        try found.save()
      }
      try store.store.lendSession { lent in
        let found = try #require(try lent.find(Person.self, pk: 1))
        try session.execute("UPDATE person SET age = 60")
        #expect(try lent.find(Person.self, pk: 1)?.age == 51, "one snapshot")
        try lent.transaction {
          _ = try Person.findAll(in: lent)
          #expect(found.age == 60)
        }
      }
    }
  }
}
