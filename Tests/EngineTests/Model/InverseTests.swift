import PersistentObjects
import TestSupport
import Testing

/// Derived properties: the other side of a reference or collection.
@Suite struct InverseTests {
  // MARK: One to many

  /// The new holder is written by one save, the former one by the next.
  @Test func aTransactionThatSavesTwiceAtItsEndWritesBoth() throws {
    try TemporaryStore.run { store, session in
      try session.save(Pilgrim("Old", staff: Staff(number: 1)))
      try store.store.blocking.transaction { session in
        let staff = try Staff.findByPK(1, in: session)
        #expect(staff?.owner?.name == "Old")
        try session.insert(Pilgrim("New", staff: staff))
      }
      #expect(
        try store.rows("SELECT name, staff FROM pilgrim ORDER BY pk") == ["Old|NULL", "New|1"])
    }
  }

  @Test func newObjectsOfAnInverseAreSavedInItsOrder() throws {
    try TemporaryStore.run { _, session in
      let joe = Customer(name: "Joe")
      joe.orders = [Purchase(number: 1), Purchase(number: 2)]
      try session.save(joe)
      joe.orders.append(Purchase(number: 3))
      joe.orders.insert(Purchase(number: 4), at: 0)
      joe.orders.insert(Purchase(number: 5), at: 2)
      let gone = Purchase(number: 6, customer: joe)
      gone.customer = nil
      try session.save(joe)
      let saved = try Purchase.findAll(in: session).map(\.number)
      #expect(saved == [1, 2, 4, 5, 3] && gone.state == .new)
    }
  }

  @Test func aSaveReachesEachOfManyNewObjects() throws {
    try TemporaryStore.run { _, session in
      let joe = Customer(name: "Joe")
      try session.save(joe)
      for number in 0..<300 {
        joe.orders.insert(Purchase(number: number), at: number / 2)
        if number == 70 { try session.save(joe) }
      }
      let gone = joe.orders.remove(at: 7)
      try session.save(joe)
      let saved = try Purchase.findAll(in: session)
      #expect(gone.customer == nil && saved.count == (gone.pk == nil ? 299 : 300))
      #expect(joe.orders.count == 299 && joe.orders.allSatisfy { $0.state == .clean })
    }
  }

  /// The session of the inverse cannot save the object, whatever else is unsaved.
  @Test func anObjectOfAnotherSessionInAnInverseIsRefused() throws {
    try TemporaryStore.run { store, session in
      let (joe, other) = (Customer(name: "Joe"), Session(store: store.store))
      let (foreign, detached) = (Purchase(number: 1), Purchase(number: 2))
      try session.save(joe)
      try other.save(foreign)
      try Session(store: store.store).save(detached)
      for order in [foreign, detached] {
        joe.orders.append(order)
        #expect(failure { try session.save(joe) }?.code == .wrongSession)
        joe.orders.removeLast()
      }
      withExtendedLifetime(other) {}
    }
  }

  /// A change of the inverse that dismisses one object must keep the others.
  @Test(arguments: [false, true])
  func theNewObjectsThatRemainInAnInverseAreSaved(isBackwards: Bool) throws {
    try TemporaryStore.run { _, session in
      let joe = Customer(name: "Joe")
      try session.save(joe)
      let orders = (0..<5).map { Purchase(number: $0, customer: joe) }
      for order in isBackwards ? orders[1...].reversed() : Array(orders[..<4]) {
        try session.delete(order)
      }
      try session.save(joe)
      let saved = try Purchase.findAll(in: session).map(\.number)
      #expect(saved == [isBackwards ? 0 : 4])
    }
  }

  @Test func aFailedTransactionKeepsTheNewObjectsThatAnInverseHadBefore() throws {
    try TemporaryStore.run { _, session in
      let joe = Customer(name: "Joe")
      try session.save(joe)
      joe.orders.append(Purchase(number: 1))
      _ = failure {
        try session.transaction {
          joe.orders.append(Purchase(number: 2))
          try session.save()
          joe.orders.append(Purchase(number: 3))
          throw CancellationError()
        }
      }
      joe.orders.append(Purchase(number: 4))
      try session.save(joe)
      let saved = try Purchase.findAll(in: session).map(\.number)
      #expect(saved == [1, 4] && joe.orders.map(\.number) == [1, 4])
    }
  }

  @Test func bothSidesAreInStepBeforeAnythingIsSaved() throws {
    let (joe, ann) = (Customer(name: "Joe"), Customer(name: "Ann"))
    let order = Purchase(number: 1, customer: joe)
    #expect(joe.orders == [order])
    order.customer = ann
    #expect(joe.orders == [] && ann.orders == [order])
    joe.orders.append(order)
    #expect(order.customer === joe && ann.orders == [])
    joe.orders = []
    #expect(order.customer == nil)
    joe.orders = [order]
    order.customer = nil
    #expect(joe.orders == [])
  }

  @Test func bothSidesAreAsBeforeWhenTheHookOfARevertIsRefused() throws {
    try TemporaryStore.run { _, session in
      let (old, new) = (Lodge(name: "Old"), Lodge(name: "New"))
      let joe = Lodger(name: "Joe", lodge: old)
      try session.save(contentsOf: [old, new, joe] as [any PersistentObject])
      #expect(old.lodgers == [joe] && new.lodgers == [])
      joe.lodge = new
      joe.savesInHook = true
      #expect(failure { try session.revert(joe) }?.code == .hookMisused)
      #expect(joe.lodge === new && old.lodgers == [] && new.lodgers == [joe])
      joe.savesInHook = false
      try session.revert(joe)
      #expect(joe.lodge === old && old.lodgers == [joe] && new.lodgers == [])
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func hasNoColumnAndIsReadForAWholeFetch() throws {
    try TemporaryStore.run { store, session in
      for name in ["A", "B", "C"] {
        let customer = Customer(name: name)
        for number in 1...3 { customer.orders.append(Purchase(number: number)) }
        try session.save(customer)
      }
      #expect(
        try store.rows("SELECT name FROM pragma_table_info('customer')") == ["pk", "name"])
      #expect(try store.rows("SELECT count(*) FROM purchase") == ["9"])
      let other = Session(store: store.store)
      let customers = try Customer.findAll(in: other)
      let reading = try store.statements {
        #expect(customers.map { $0.orders.map(\.number) } == Array(repeating: [1, 2, 3], count: 3))
      }
      #expect(
        reading.filter { $0.hasPrefix("SELECT") } == [
          """
          SELECT pk, number, customer FROM purchase \
          WHERE customer IN (SELECT c0 FROM _persistent_rows(?1)) ORDER BY pk
          """
        ])
      let orders = try Purchase.findAll(in: other)
      let again = try store.statements {
        #expect(orders.allSatisfy { $0.customer?.orders.contains($0) == true })
      }
      #expect(again == [])
    }
  }

  @Test func followsChangesWithoutBeingRead() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Customer(name: "Joe"), Customer(name: "Ann"))
      joe.orders = [Purchase(number: 1), Purchase(number: 2), Purchase(number: 3)]
      try session.given(joe, ann)
      let other = Session(store: store.store)
      let people = try Customer.findAll(in: other)
      let orders = try Purchase.findAll(in: other)
      let fresh = Purchase(number: 4, customer: people[1])
      let changing = try store.statements {
        orders[0].customer = people[1]
        orders[1].customer = nil
        fresh.customer = people[0]
      }
      #expect(changing.filter { $0.contains("WHERE customer") } == [], "nothing is read for that")
      #expect(people[0].orders == [orders[2], fresh])
      #expect(people[1].orders == [orders[0]])
      orders[1].customer = people[0]
      #expect(people[0].orders == [orders[2], fresh, orders[1]])
      try other.save()
      #expect(
        try store.rows("SELECT number, customer FROM purchase ORDER BY number")
          == ["1|2", "2|1", "3|1", "4|1"])
      let third = Session(store: store.store)
      #expect(try Customer.findAll(in: third)[0].orders.map(\.number) == [2, 3, 4])
    }
  }

  @Test func aRollbackTakesBothSidesBack() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Customer(name: "Joe"), Customer(name: "Ann"))
      let orders = [Purchase(number: 1, customer: joe), Purchase(number: 2, customer: joe)]
      try session.given(joe, ann, orders[0], orders[1])
      try session.cancelledTransaction {
        orders[0].customer = ann
        try session.save()
        try session.cancelledTransaction {
          ann.orders.append(orders[1])
          try session.save()
          try orders[0].delete()
          #expect(joe.orders == [] && ann.orders == orders)
        }
        #expect(joe.orders == [orders[1]] && ann.orders == [orders[0]])
        let made = Purchase(number: 3, customer: ann)
        try session.save()
        #expect(made.state == .clean)
      }
      #expect(joe.orders == orders && ann.orders == [])
      #expect(orders.allSatisfy { $0.customer === joe && $0.state == .clean })
      #expect(try store.rows("SELECT customer FROM purchase ORDER BY pk") == ["1", "1"])
    }
  }

  @Test func whatIsReadInAFailedTransactionIsReadAgain() throws {
    try TemporaryStore.run { store, session in
      let joe = Customer(name: "Joe")
      joe.orders = [Purchase(number: 1)]
      try session.save(joe)
      let other = Session(store: store.store)
      let customer = try #require(try other.find(Customer.self, pk: 1))
      let order = try #require(try other.find(Purchase.self, pk: 1))
      try other.cancelledTransaction {
        order.customer = nil
        #expect(customer.orders == [])
      }
      #expect(customer.orders == [order])
    }
  }

  @Test func revertAndDeletionReachTheOtherSide() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Customer(name: "Joe"), Customer(name: "Ann"))
      let order = Purchase(number: 1, customer: joe)
      try session.given(joe, ann, order)
      order.customer = ann
      try order.revert()
      #expect(joe.orders == [order] && ann.orders == [])
      ann.orders = [order]
      try ann.revert()
      #expect(ann.orders == [order], "the order is still changed")
      try order.revert()
      #expect(joe.orders == [order] && ann.orders == [])
      try order.delete()
      #expect(joe.orders == [])
      try Purchase(number: 2, customer: joe).save(in: session)
      try joe.delete()
      #expect(try store.rows("SELECT number, customer FROM purchase") == ["2|NULL"])
    }
  }

  @Test func aRevertLeavesAnUnreadCollectionUnreadAndItsInverseAsItIs() throws {
    try TemporaryStore.run { store, session in
      try session.given(Reader(name: "Molly", books: [Book(title: "Ulysses")]))
      let other = Session(store: store.store)
      let book = try #require(try other.find(Book.self, pk: 1))
      let reader = try #require(book.readers.first)
      #expect(try store.statements { try other.revert(reader) }.count == 1)
      #expect(book.readers == [reader])
      try other.refresh(reader)
      #expect(book.readers == [reader])
      book.readers.remove(at: 0)
      #expect(reader.books == [])
      try other.save()
      #expect(try store.rows("SELECT count(*) FROM reader_books") == ["0"])
    }
  }

  @Test func aRefreshLeavesAnObjectInAnInverseThatIsNewerThanTheObject() throws {
    try TemporaryStore.run { store, session in
      let (book, reader) = (Book(title: "Ulysses"), Reader(name: "Molly", books: []))
      try session.given(book, reader)
      let other = Session(store: store.store)
      let stale = try #require(try other.find(Reader.self, pk: 1))
      #expect(stale.books == [])
      reader.books = [book]
      try session.save()
      let newer = try #require(try other.find(Book.self, pk: 1))
      #expect(newer.readers == [stale])
      try other.refresh(stale)
      #expect(stale.books == [newer] && newer.readers == [stale])
    }
  }

  @Test func bothSidesAreAsBeforeARevertThatFindsAnUnreadableCollection() throws {
    try TemporaryStore.run { store, session in
      let (old, new) = (Train(name: "Old"), Train(name: "New"))
      let carriage = Carriage(train: old, compartments: [Compartment(number: 1)])
      try session.given(old, new, carriage)
      carriage.train = new
      let other = Session(store: store.store)
      try other.execute("UPDATE carriage_compartments SET fk = 99")
      #expect(failure { try session.revert(carriage) }?.code == .danglingReference)
      #expect(carriage.train === new && new.carriages == [carriage] && old.carriages == [])
      #expect(carriage.compartments.map(\.number) == [1])
      try other.execute("UPDATE carriage_compartments SET fk = 1")
      try session.revert(carriage)
      #expect(carriage.train === old && new.carriages == [] && old.carriages == [carriage])
    }
  }

  @Test func anInverseThatWasReadIsReachedBySave() throws {
    try TemporaryStore.run { store, session in
      let joe = Customer(name: "Joe")
      try session.save(joe)
      _ = Purchase(number: 1, customer: joe)
      #expect(joe.state == .changed)
      joe.orders.append(Purchase(number: 2))
      try session.save(joe)
      #expect(joe.state == .clean && joe.orders.map(\.state) == [.clean, .clean])
      #expect(try store.rows("SELECT number, customer FROM purchase ORDER BY 1") == ["1|1", "2|1"])
      #expect(try store.statements { try session.save(joe) } == [])
    }
  }

  @Test func aRequiredReferenceStaysUntilItIsGivenAnother() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Customer(name: "Joe"), Customer(name: "Ann"))
      let bill = Bill(payer: joe)
      try session.given(joe, ann, bill)
      joe.bills.remove(bill)
      #expect(bill.payer === joe)
      ann.bills.insert(bill)
      #expect(bill.payer === ann && joe.bills == [])
      try session.save()
      #expect(try store.rows("SELECT payer FROM bill") == ["2"])
    }
  }

  @Test func initializersOfOnesOwnAreFollowedAtTheNextSave() throws {
    try TemporaryStore.run { _, session in
      let joe = Customer(name: "Joe")
      try session.save(joe)
      let note = Mention("text", about: joe)
      try session.save(note)
      #expect(joe.notes == [note])
      let second = Mention("second", about: joe)
      second.about = nil
      second.about = joe
      #expect(joe.notes == [note, second])
    }
  }

  @Test func whatAnInitializerOfOnesOwnMakesIsInAnInverseOnce() throws {
    try TemporaryStore.run { store, session in
      let joe = Customer(name: "Joe")
      let first = Mention("first", about: joe)
      joe.notes.append(first)
      #expect(joe.notes == [first])
      try session.save(joe)
      let other = Session(store: store.store)
      let found = try #require(try other.find(Customer.self, pk: 1))
      let second = Mention("second", about: found)
      try other.insert(second)
      #expect(found.notes.map(\.text) == ["first", "second"], "it is read with unsaved objects")
      try other.save()
      #expect(found.notes.map(\.text) == ["first", "second"])
    }
  }

  @Test func inversesFollowAReferenceThatOthersHaveChanged() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Customer(name: "Joe"), Customer(name: "Ann"))
      let order = Purchase(number: 1, customer: joe)
      try session.given(joe, ann, order)
      #expect(joe.orders == [order] && ann.orders == [])
      try session.execute("UPDATE purchase SET customer = 2")
      #expect(try session.find(Purchase.self, pk: 1) === order && order.customer === ann)
      #expect(joe.orders == [] && ann.orders == [order])
      joe.orders.append(order)
      #expect(joe.orders == [order] && ann.orders == [] && order.customer === joe)
      try session.save()
      #expect(try store.rows("SELECT customer FROM purchase") == ["1"])
    }
  }

  /// The object was in no inverse: neither in that of its reference in memory nor in that of its
  /// row.
  @Test func aChangedObjectThatOthersHaveMovedIsInTheInverseOfItsReferenceInMemory() throws {
    try TemporaryStore.run { store, session in
      let customers = ["Joe", "Ann", "Eve"].map { Customer(name: $0) }
      try session.save(contentsOf: customers)
      try session.given(Purchase(number: 1, customer: customers[0]))
      let other = Session(store: store.store)
      let order = try #require(try other.find(Purchase.self, pk: 1))
      order.number = 5
      try session.execute("UPDATE purchase SET customer = 2")
      // At the first one, the other customers are not in memory.
      let found = try ([3, 1, 2] as [Int64]).map { pk in
        let customer = try #require(try other.find(Customer.self, pk: pk))
        return customer.orders
      }
      #expect(found == [[], [order], []])
      #expect(order.customer?.name == "Joe" && order.changedProperties == ["number"])
    }
  }

  /// The inverse is lent to the closure, and its object has none meanwhile.
  @Test func anInverseThatIsBeingChangedInPlaceFollowsTheStoredSide() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Customer(name: "Joe"), Customer(name: "Ann"))
      let (first, second) = (Purchase(number: 1, customer: joe), Purchase(number: 2, customer: joe))
      let third = Purchase(number: 3)
      try session.given(joe, ann, first, second, third)
      joe.orders.removeAll { order in
        if order === first { (second.customer, third.customer) = (nil, joe) }
        return false
      }
      #expect(second.customer == nil && joe.orders == [first, third])
      joe.orders.removeAll { order in
        order.customer = ann
        return order === third
      }
      #expect(joe.orders == [] && ann.orders == [first, third])
      joe.orders = [second]
      swap(&joe.orders, &ann.orders)
      #expect(joe.orders == [first, third] && ann.orders == [second])
      try session.save()
      #expect(
        try store.rows("SELECT number, customer FROM purchase ORDER BY number")
          == ["1|1", "2|2", "3|1"])
    }
  }

  /// A find of its object discarded what it had missed.
  @Test func anInverseThatIsBeingChangedInPlaceMayHaveItsObjectFound() throws {
    try TemporaryStore.run { _, session in
      let (joe, ann) = (Customer(name: "Joe"), Customer(name: "Ann"))
      let orders = (1...3).map { Purchase(number: $0, customer: $0 < 3 ? joe : nil) }
      try session.given(joe, ann)
      try session.save(contentsOf: orders)
      joe.orders.removeAll { order in
        if order === orders[0] {
          (orders[0].customer, orders[2].customer) = (ann, joe)
          _ = try? Customer.findAll(in: session)
        }
        return false
      }
      #expect(joe.orders == [orders[1], orders[2]] && ann.orders == [orders[0]])
    }
  }

  /// The new object stayed in the inverse, and a save of the inverse's object saved it.
  @Test func aNewObjectThatIsDeletedWhileItsInverseIsBeingChangedInPlaceLeavesIt() throws {
    try TemporaryStore.run { store, session in
      let joe = Customer(name: "Joe")
      try session.save(joe)
      let (draft, order) = (Purchase(number: 1, customer: joe), Purchase(number: 2, customer: joe))
      joe.orders.removeAll { one in
        if one === draft { try? session.delete(draft) }
        return false
      }
      #expect(joe.orders == [order] && draft.customer === joe)
      try session.save(joe)
      #expect(try store.rows("SELECT number FROM purchase") == ["2"])
    }
  }

  /// The inverses changed, and the collection that was lent to the closure did not.
  @Test func aCollectionThatIsBeingChangedInPlaceFollowsItsInverses() throws {
    try TemporaryStore.run { store, session in
      let (swift, rust) = (Course(title: "Swift"), Course(title: "Rust"))
      let kim = Student(name: "Kim", courses: [swift])
      try session.given(kim, rust)
      kim.courses.removeAll { _ in
        rust.students.insert(kim)
        return false
      }
      #expect(kim.courses == [swift, rust] && rust.students == [kim])
      try session.save()
      #expect(try store.rows("SELECT count(*) FROM student_courses") == ["2"])
      kim.courses.removeAll { course in
        swift.students.remove(kim)
        return course === rust
      }
      #expect(kim.courses == [] && swift.students == [] && rust.students == [])
      try session.save()
      #expect(try store.rows("SELECT count(*) FROM student_courses") == ["0"])
    }
  }

  /// The find made the inverse unread, and what it wanted of the collection was lost.
  @Test func anObjectThatMovesOnDuringAChangeInPlaceLeavesAlthoughItIsFoundAgain() throws {
    try TemporaryStore.run { store, session in
      let (a, b) = (Tome(title: "a"), Tome(title: "b"))
      let (left, right) = (Shelf(name: "l", tomes: [a, b]), Shelf(name: "r"))
      try session.given(left, right)
      #expect(a.shelf === left && b.shelf === left)
      left.tomes.removeAll { tome in
        if tome === a {
          right.tomes.append(tome)
          _ = try? Tome.findAll(in: session)
        }
        return false
      }
      #expect(left.tomes == [b] && right.tomes == [a])
      #expect(a.shelf === right && b.shelf === left)
      try session.save()
      let places = try store.rows(
        """
        SELECT name, title FROM shelf_tomes JOIN shelf ON parent_pk = shelf.pk \
        JOIN tome ON fk = tome.pk ORDER BY title
        """)
      #expect(places == ["r|a", "l|b"])
    }
  }

  @Test func anObjectStaysIfTheTransactionThatMovedItDuringAChangeInPlaceFails() throws {
    try TemporaryStore.run { _, session in
      let tome = Tome(title: "a")
      let (left, right) = (Shelf(name: "l", tomes: [tome]), Shelf(name: "r"))
      try session.given(left, right)
      #expect(tome.shelf === left)
      left.tomes.removeAll { tome in
        try? session.cancelledTransaction { right.tomes.append(tome) }
        _ = try? Tome.findAll(in: session)
        return false
      }
      #expect(left.tomes == [tome] && right.tomes == [] && tome.shelf === left)
    }
  }

  /// The session does not know the new object, whose inverse stayed as the program had set it.
  @Test func aNewObjectIsNotConnectedIfTheTransactionDuringAChangeInPlaceFails() throws {
    try TemporaryStore.run { _, session in
      let (tome, new) = (Tome(title: "a"), Tome(title: "b"))
      let shelf = Shelf(name: "l", tomes: [tome])
      try session.given(shelf)
      shelf.tomes.removeAll { _ in
        try? session.cancelledTransaction { new.shelf = shelf }
        return false
      }
      #expect(shelf.tomes == [tome] && new.shelf == nil && new.state == .new)
      new.shelf = shelf
      #expect(shelf.tomes == [tome, new])
    }
  }

  /// The collection is lent to the closure. The inverses were read as if it were empty.
  @Test func anInverseThatIsReadWhileTheStoredSideIsBeingChangedInPlaceHasItsObjects() throws {
    try TemporaryStore.run { store, session in
      let (swift, rust) = (Course(title: "Swift"), Course(title: "Rust"))
      try session.given(
        Student(name: "Kim", courses: [swift, rust]), Student(name: "Lee", courses: [rust]))
      session.clear()
      let kim = try #require(try session.find(Student.self, pk: 1))
      let courses = kim.courses
      kim.courses.removeAll { $0.students.count == 1 }
      #expect(kim.courses == [courses[1]])
      #expect(courses[0].students == [] && courses[1].students.count == 2)
      try session.save()
      #expect(try store.rows("SELECT count(*) FROM student_courses") == ["2"])
    }
  }

  /// The index of unsaved objects, which the first inverse made, lacked the one with the lent
  /// collection for good.
  @Test func inversesOfUnsavedElementsThatAreReadDuringAChangeInPlaceHaveTheirObjects() throws {
    try TemporaryStore.run { _, session in
      let (swift, rust) = (Course(title: "Swift"), Course(title: "Rust"))
      try session.given(Student(name: "Kim", courses: [swift]), rust, Course(title: "Go"))
      session.clear()
      let kim = try #require(try session.find(Student.self, pk: 1))
      // One by one: inverses are read for all objects of a fetch.
      let courses = try ["Rust", "Go"].map { title in
        try #require(try Course.where { $0.title == title }.find(in: session).first)
      }
      kim.courses.append(contentsOf: courses)
      kim.courses.removeAll { _ in
        _ = courses[0].students
        return false
      }
      #expect(courses[0].students == [kim] && courses[1].students == [kim])
    }
  }

  /// The new object stayed in the inverses, and a save of an inverse's object saved it.
  @Test func aNewObjectThatIsDeletedWhileItsCollectionIsBeingChangedInPlaceLeavesItsInverses()
    throws
  {
    try TemporaryStore.run { _, session in
      let swift = Course(title: "Swift")
      try session.save(swift)
      #expect(swift.students == [])
      let kim = Student(name: "Kim")
      kim.courses = [swift]
      #expect(swift.students == [kim])
      kim.courses.removeAll { _ in
        try? session.delete(kim)
        return false
      }
      #expect(swift.students == [] && kim.courses == [swift])
      try session.save()
      #expect(try Student.count(in: session) == 0 && kim.state == .new)
    }
  }

  /// Each insertion after a deletion discarded what the change in place had noted before.
  @Test func aNewObjectThatIsDeletedAndPutIntoInversesDuringAChangeInPlaceHasThem() throws {
    try TemporaryStore.run { _, session in
      let courses = ["Swift", "Rust", "Go"].map { Course(title: $0) }
      try session.save(contentsOf: courses)
      #expect(courses.allSatisfy { $0.students.isEmpty })
      let kim = Student(name: "Kim")
      kim.courses = [courses[0]]
      kim.courses.removeAll { _ in
        for course in courses[1...] {
          try? session.delete(kim)
          course.students.insert(kim)
        }
        return false
      }
      #expect(kim.courses == courses && courses.allSatisfy { $0.students == [kim] })
    }
  }

  /// The inverses and the reference went back, and the version did not: a save overwrote what
  /// others had saved.
  @Test func aTransactionThatFailsAfterItHasOnlyReadLeavesItsObjectsAsTheirRows() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Patron(name: "Joe"), Patron(name: "Ann"))
      let loan = Loan(days: 1, patron: joe)
      try session.given(joe, ann, loan)
      #expect(joe.loans == [loan] && ann.loans == [])
      let other = Session(store: store.store)
      let moved = try #require(try other.find(Loan.self, pk: 1))
      moved.patron = try other.find(Patron.self, pk: 2)
      moved.days = 9
      try other.save(moved)
      try session.cancelledTransaction {
        _ = try Loan.findAll(in: session)
        #expect(loan.patron === ann && ann.loans == [loan])
      }
      #expect(loan.patron === ann && joe.loans == [] && ann.loans == [loan])
      #expect(loan.days == 9 && loan.version == 2 && loan.state == .clean)
    }
  }

  /// The list that finds changes in place kept them.
  @Test func aLongInverseThatABulkUpdateMakesUnreadLetsItsObjectsGo() throws {
    try TemporaryStore.run { store, session in
      let joe = Customer(name: "Joe")
      for number in 0..<20 { joe.orders.append(Purchase(number: number)) }
      try session.save(joe)
      try Session(store: store.store).save(Purchase(number: 99))
      try Purchase.where { $0.number == 99 }.update(in: session) { $0.customer = joe }
      #expect(Lifetimes.current?.count == 1)
      #expect(joe.orders.count == 21)
    }
  }

  // MARK: One to one

  /// The ways to read rows again.
  enum Reading: CaseIterable {
    case findAll, find, refresh
  }

  /// The former owner became changed, and a save wrote NULL over what others had given it.
  @Test(arguments: Reading.allCases, [false, true])
  func readingWhatOthersHaveSwappedChangesNothing(by reading: Reading, isChanged: Bool) throws {
    try TemporaryStore.run { store, session in
      let (first, second) = (Passport(number: 1), Passport(number: 2))
      let ann = Traveller(name: "Ann", passport: first)
      let bob = Traveller(name: "Bob", passport: second)
      try session.given(ann, bob)
      #expect(first.owner === ann && second.owner === bob)
      try session.execute("UPDATE traveller SET passport = 3 - passport")
      if isChanged { bob.name = "Rob" }
      switch reading {
      case .findAll: _ = try Traveller.findAll(in: session)
      case .find: _ = try session.find(Traveller.self, pk: try #require(ann.pk))
      case .refresh: try session.refresh(ann)
      }
      #expect(ann.passport === second && second.owner === (isChanged ? bob : ann))
      #expect(bob.changedProperties == (isChanged ? ["name"] : []))
      try session.save()
      #expect(
        try store.rows(
          "SELECT p.number FROM traveller t JOIN passport p ON p.pk = t.passport ORDER BY t.pk")
          == ["2", "1"])
      // Bob's passport was nobody's from then on.
      _ = try Traveller.findAll(in: session)
      #expect(first.owner === bob && second.owner === ann)
    }
  }

  @Test func oneToOneTakesTheObjectAwayFromAnother() throws {
    try TemporaryStore.run { store, session in
      let (ann, bob) = (Traveller(name: "Ann"), Traveller(name: "Bob"))
      let (first, second) = (Passport(number: 1), Passport(number: 2))
      ann.passport = first
      #expect(first.owner === ann)
      first.owner = bob
      #expect(ann.passport == nil && bob.passport === first)
      bob.passport = second
      #expect(first.owner == nil && second.owner === bob)
      ann.passport = second
      #expect(bob.passport == nil && second.owner === ann)
      try session.given(ann, bob, first)
      let other = Session(store: store.store)
      let passports = try Passport.query.order(by: \.number).find(in: other)
      #expect(passports.map { $0.owner?.name } == [nil, "Ann"])
      passports[0].owner = passports[1].owner
      #expect(passports[1].owner == nil)
      try other.save()
      #expect(
        try store.rows(
          "SELECT t.name, p.number FROM traveller t JOIN passport p ON p.pk = t.passport") == [
            "Ann|1"
          ])
    }
  }

  /// An initializer that was written by hand reports the references of the object only when it is
  /// saved.
  @Test func aSaveOfAllSavesTheObjectWhosePlaceANewOneTakes() throws {
    try TemporaryStore.run { store, session in
      let staff = Staff(number: 1)
      let ann = Pilgrim("Ann", staff: staff)
      try session.given(ann)
      #expect(staff.owner === ann)
      // The save also reaches Ann by a reference, before she changes.
      let bob = Pilgrim("Bob", staff: staff, leader: ann)
      try session.insert(bob)
      try session.save()
      #expect(staff.owner === bob && ann.staff == nil && ann.state == .clean)
      #expect(try store.rows("SELECT name FROM pilgrim WHERE staff IS NULL") == ["Ann"])
    }
  }

  // MARK: Many to many

  @Test func manyToManyIsStoredOnce() throws {
    try TemporaryStore.run { store, session in
      let courses = ["X", "Y"].map { Course(title: $0) }
      let students = ["A", "B", "C"].map { Student(name: $0) }
      students[0].courses = courses
      courses[1].students.insert(students[1])
      #expect(courses[0].students == [students[0]])
      #expect(students[1].courses == [courses[1]])
      try session.save(contentsOf: students)
      try session.save(contentsOf: courses)
      #expect(try store.rows("SELECT count(*) FROM student_courses") == ["3"])
      #expect(try store.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'course_%'") == [])

      let other = Session(store: store.store)
      let found = try Course.findAll(in: other)
      let reading = try store.statements {
        #expect(found.map { $0.students.map(\.name).sorted() } == [["A"], ["A", "B"]])
      }
      #expect(reading.filter { $0.hasPrefix("SELECT") }.count == 2, "the rows, and the students")
      let c = try #require(try other.find(Student.self, pk: 3))
      found[0].students.insert(c)
      found[1].students = []
      try other.save()
      #expect(
        try store.rows("SELECT parent_pk, fk FROM student_courses ORDER BY 1, 2") == ["1|1", "3|1"])
      try found[0].delete()
      #expect(c.courses == [])
    }
  }

  // MARK: Classes with subclasses

  @Test func subclassesReferAndAreReferredTo() throws {
    try TemporaryStore.run { store, session in
      let (shop, big) = (Shop(name: "S"), BigShop(name: "B"))
      let (worker, boss) = (Worker(name: "W", shop: big), Boss(name: "X", shop: big))
      try session.given(shop, big, worker, boss)
      #expect(big.staff == [worker, boss])
      let other = Session(store: store.store)
      _ = (try Boss.count(in: other), try BigShop.count(in: other))
      let found = try #require(try other.find(BigShop.self, pk: 1))
      #expect(Set(found.staff.map(\.name)) == ["W", "X"])
      let small = try #require(try other.find(Shop.self, pk: 1))
      #expect(small.staff == [])
      small.staff = found.staff
      #expect(found.staff == [])
    }
  }

  // MARK: The rest

  @Test func isDescribedAndLoadedLikeOtherProperties() throws {
    try TemporaryStore.run { store, session in
      let joe = Customer(name: "Joe")
      joe.orders = [Purchase(number: 1)]
      try session.save(joe)
      let other = Session(store: store.store)
      let found = try Customer.query.loading(\.orders).find(in: other)
      #expect(
        found[0].description
          == "Customer#1(name: \"Joe\", orders: [Purchase#1], bills: …, notes: …)")
      #expect(
        failure { _ = try Customer.find(in: other) { $0.orders == [] } }?.code == .notSearchable)
      #expect(try joe.copy().orders == [])
      #expect(try joe.values().keys.sorted() == ["name"])
    }
  }

  @Test func anInverseOfWhatDoesNotReferIsRefused() throws {
    try TemporaryStore.run { _, session in
      let error = failure { _ = try WrongInverse.count(in: session) }
      #expect(error?.code == .invalidModel && error?.context.property == "orders")
    }
  }

  /// Objects of the superclass were kept in the inverse, although nothing can refer to them.
  @Test func anInverseOnASuperclassOfTheTargetIsRefused() throws {
    try TemporaryStore.run { _, session in
      let error = failure { _ = try Guardian.count(in: session) }
      #expect(error?.code == .invalidModel && error?.context.property == "wards")
    }
  }

  @Test(arguments: [false, true]) func aDeletedObjectInAnInverseIsRefused(isNew: Bool) throws {
    try TemporaryStore.run { _, session in
      let (joe, order) = (Customer(name: "Joe"), Purchase(number: 1))
      try session.save(order)
      if !isNew { try session.save(joe) }
      try session.delete(order)
      joe.orders.append(order)
      let error = failure { try session.save(joe) }
      #expect(error?.code == .objectDeleted)
      #expect(error?.context.className == "Customer" && error?.context.property == "orders")
      joe.orders = []
      try session.save(joe)
    }
  }

  @Test(arguments: [false, true])
  func anObjectThatItsTransactionDeletesIsNotSavedWithItsInverse(isNew: Bool) throws {
    try TemporaryStore.run { _, session in
      let (joe, order) = (Customer(name: "Joe"), Purchase(number: 1))
      if !isNew { try session.save(joe) }
      try session.transaction {
        joe.orders.append(order)
        try session.save(order)
        try session.delete(order)
        try session.save(joe)
      }
      #expect(joe.orders == [] && joe.state == .clean)
    }
  }

  @Test func anInverseOfWhatHasNoPlaceForAnObjectIsRefused() throws {
    try TemporaryStore.run { store, session in
      let error = failure { try session.save(SeatingPlan(rows: [[Diner(name: "Ann")]])) }
      #expect(error?.code == .invalidModel)
      #expect(error?.context.className == "Diner" && error?.context.property == "groups")
      #expect(error?.message.hasPrefix("'rows' of SeatingPlan cannot take an object") == true)
      let other = failure { _ = try Player.count(in: session) }
      #expect(other?.code == .invalidModel && other?.context.property == "teams")
      let tables = try store.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'seating%'")
      #expect(tables == [], "nothing was made for what cannot be kept")
    }
  }

  /// Deleting a new object from a read inverse marks its target as unchanged there, although the
  /// target still has to report the next change of its own reference.
  @Test func aReferenceSetAfterANewReferrerWasDeletedLeavesWithItsTarget() throws {
    try TemporaryStore.run { _, session in
      let others = (0..<4).map { Courier(name: "\($0)") }
      let owner = Courier(name: "owner")
      try session.save(contentsOf: others + [owner])
      #expect(owner.reports.isEmpty)
      owner.boss = others[0]
      let new = Courier(name: "new", boss: owner)
      // From the second deletion on, the session knows which objects refer to a row.
      try session.delete(others[1])
      try session.delete(others[2])
      try session.delete(new)
      owner.boss = others[3]
      try session.delete(others[3])
      #expect(owner.boss == nil)
      try session.save(owner)
    }
  }

  /// The collection in memory was older than the inverse, so nothing seemed to change.
  @Test func aChangeOfAnInverseIsSavedWhateverOthersHaveMadeOfTheCollection() throws {
    try TemporaryStore.run { store, session in
      try session.given(Reader(name: "Molly", books: []), Book(title: "Ulysses"))
      let other = Session(store: store.store)
      let reader = try #require(try other.find(Reader.self, pk: 1))
      #expect(reader.books == [])
      try session.execute("INSERT INTO reader_books (parent_pk, array_index, fk) VALUES (1, 0, 1)")
      let book = try #require(try other.find(Book.self, pk: 1))
      #expect(book.readers == [reader])
      book.readers = []
      try other.save()
      #expect(try store.rows("SELECT count(*) FROM reader_books") == ["0"])
    }
  }

  @Test func anObjectThatIsPutIntoAnInverseIsSavedAlthoughOthersHaveRemovedIt() throws {
    try TemporaryStore.run { store, session in
      try session.given(Reader(name: "Molly", books: [Book(title: "Ulysses")]))
      let other = Session(store: store.store)
      let reader = try #require(try other.find(Reader.self, pk: 1))
      let book = try #require(reader.books?.first)
      try session.execute("DELETE FROM reader_books")
      #expect(book.readers == [])
      book.readers = [reader]
      try other.save()
      #expect(reader.books == [book] && book.readers == [reader])
      #expect(try store.rows("SELECT parent_pk, fk FROM reader_books") == ["1|1"])
    }
  }

  @Test func anOptionalCollectionThatIsNilTakesAnObject() throws {
    try TemporaryStore.run { store, session in
      let (book, reader) = (Book(title: "Ulysses"), Reader(name: "Molly"))
      try session.given(book, reader)
      book.readers = [reader]
      #expect(reader.books == [book])
      try session.save()
      #expect(try store.rows("SELECT parent_pk, fk FROM reader_books") == ["1|1"])
      book.readers = []
      #expect(reader.books == [])
    }
  }
}

@Persistent private final class SeatingPlan {
  var rows: [[Diner]] = []
}

@Persistent private final class Diner {
  var name: String
  @Inverse(\SeatingPlan.rows) var groups: [SeatingPlan] = []
}

@Persistent private final class Team {
  var players: [String: Player] = [:]
}

@Persistent private final class Player {
  var name: String
  @Inverse(\Team.players) var teams: Set<Team> = []
}

@Persistent private final class Reader {
  var name: String
  var books: [Book]?
}

@Persistent private class Guardian {
  var name: String
  @Inverse(\Ward.guardian) var wards: [Ward] = []
}

@Persistent private final class Tutor: Guardian {}

@Persistent private final class Ward {
  var name: String
  var guardian: Tutor?
}

@Persistent private final class Book {
  var title: String
  @Inverse(\Reader.books) var readers: [Reader] = []
}

@Persistent private final class Customer {
  var name: String
  @Inverse(\Purchase.customer) var orders: [Purchase] = []
  @Inverse(\Bill.payer) var bills: Set<Bill> = []
  @Inverse(\Mention.about) var notes: [Mention] = []
  @Transient var life = Lifetime()
}

@Persistent private final class Purchase {
  var number: Int
  var customer: Customer?
  @Transient var life = Lifetime()
}

@Persistent private final class Bill {
  var payer: Customer
  @Transient var life = Lifetime()
}

@Persistent private final class Mention {
  var text: String
  var about: Customer?
  @Transient var life = Lifetime()

  init(_ text: String, about: Customer?) {
    self.text = text
    self.about = about
  }
}

@Persistent private final class Patron {
  var name: String
  @Inverse(\Loan.patron) var loans: [Loan] = []
  @Transient var life = Lifetime()
}

@Persistent private final class Loan {
  var days: Int
  var patron: Patron?
  @Column(.version) var version: Int
  @Transient var life = Lifetime()
}

@Persistent private final class Traveller {
  var name: String
  var passport: Passport?
  @Transient var life = Lifetime()
}

@Persistent private final class Passport {
  var number: Int
  @Inverse(\Traveller.passport) var owner: Traveller?
  @Transient var life = Lifetime()
}

@Persistent private final class Pilgrim {
  var name: String
  var staff: Staff?
  var leader: Pilgrim?
  @Transient var life = Lifetime()

  init(_ name: String, staff: Staff?, leader: Pilgrim? = nil) {
    self.name = name
    self.staff = staff
    self.leader = leader
  }
}

@Persistent private final class Staff {
  var number: Int
  @Inverse(\Pilgrim.staff) var owner: Pilgrim?
  @Transient var life = Lifetime()
}

@Persistent private final class Shelf {
  var name: String
  var tomes: [Tome] = []
  @Transient var life = Lifetime()
}

@Persistent private final class Tome {
  var title: String
  @Inverse(\Shelf.tomes) var shelf: Shelf?
  @Transient var life = Lifetime()
}

@Persistent private final class Student {
  var name: String
  var courses: [Course] = []
  @Transient var life = Lifetime()
}

@Persistent private final class Course {
  var title: String
  @Inverse(\Student.courses) var students: Set<Student> = []
  @Transient var life = Lifetime()
}

@Persistent private class Shop {
  var name: String
  @Inverse(\Worker.shop) var staff: [Worker] = []
  @Transient var life = Lifetime()
}

@Persistent private final class BigShop: Shop {
  override init(name: String) { super.init(name: name) }
}

@Persistent private class Worker {
  var name: String
  var shop: Shop?
  @Transient var life = Lifetime()
}

@Persistent private final class Boss: Worker {
  override init(name: String, shop: Shop?) { super.init(name: name, shop: shop) }
}

@Persistent private final class Lodge {
  var name: String
  @Inverse(\Lodger.lodge) var lodgers: [Lodger] = []
  @Transient var life = Lifetime()
}

@Persistent private final class Lodger {
  var name: String
  var lodge: Lodge?
  @Transient var savesInHook = false
  @Transient var life = Lifetime()
  func didRevert() { if savesInHook { try? session?.save(self) } }
}

@Persistent private final class Carriage {
  var train: Train?
  var compartments: [Compartment] = []
  @Transient var life = Lifetime()
}

@Persistent private final class Train {
  var name: String
  @Inverse(\Carriage.train) var carriages: [Carriage] = []
  @Transient var life = Lifetime()
}

/// A class whose rows no foreign key keeps, because it may have subclasses.
@Persistent private class Compartment {
  var number: Int
  @Inverse(\Carriage.compartments) var carriages: [Carriage] = []
  @Transient var life = Lifetime()
}

@Persistent private final class WrongInverse {
  @Inverse(\Purchase.number) var orders: [Purchase] = []
}

extension PersistentObject {
  fileprivate func save(in session: Session) throws { try session.save(self) }
}

@Persistent private final class Courier {
  var name: String
  var boss: Courier?
  @Inverse(\Courier.boss) var reports: [Courier] = []
}
