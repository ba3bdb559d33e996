import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Collections so long that their baselines stay in memory from save to save.
@Suite struct LongCollectionTests {
  private static let insertName =
    "INSERT INTO person_nick_names (parent_pk, array_index, value) VALUES (?1, ?2, ?3)"

  // MARK: Few changes

  /// The first and the last element of a long array differ, and one between them.
  @Test func writesTheElementsOfALongArrayThatDiffer() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = (0..<200).map { "Name \($0)" }
      try session.save(joe)
      for name in ["A", "A long name that is not stored in place"] {
        joe.nickNames.swapAt(0, 199)
        joe.nickNames[100] = name
        let statements = try store.statements { try joe.save() }
        let updates = Array(repeating: ArrayTests.update, count: 3)
        #expect(statements == ["BEGIN IMMEDIATE"] + updates + ["COMMIT"])
        let rows = try store.rows("SELECT value FROM person_nick_names ORDER BY array_index")
        #expect(rows == joe.nickNames)
      }
    }
  }

  /// The baseline, without which the save could not tell that the member's row was gone, had become
  /// useless.
  @Test(arguments: [false, true]) func aMemberCanBeDeletedAfter(aRefresh: Bool) throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.friends = (0..<70).map { Person(firstName: "Friend \($0)", lastName: "P") }
      try session.save(joe)
      try session.transaction {
        joe.friends.append(Person.ann())
        if aRefresh {
          try session.refresh(joe, keeping: .changes)
        } else {
          try session.cancelledTransaction { try session.save() }
        }
        try session.delete(joe.friends[0])
        try session.save()
      }
      #expect(joe.friends.count == 70 && joe.friends.last?.firstName == "Ann")
      let other = Session(store: store.store)
      let found = try #require(try other.find(Person.self, pk: joe.key))
      #expect(found.friends.map(\.firstName) == joe.friends.map(\.firstName))
    }
  }

  // MARK: Random changes

  @Test(arguments: RandomNumbers.seeds)
  func randomChangesAreSaved(seed: UInt64) throws {
    try TemporaryStore.run { store, session in
      var random = RandomNumbers(seed: seed)
      let friends = (0..<200).map { Person(firstName: "Friend \($0)", lastName: "P") }
      let joe = Person.joe()
      (joe.friends, joe.aliases) = (friends, [])
      for _ in 0..<200 { joe.change(&random, friends) }
      try session.save(joe)
      var saved = LongModel(joe)
      for step in 0..<60 {
        let note: Comment = "seed \(seed), step \(step)"
        let isSaved = try change(joe, friends, in: session, &random)
        if isSaved { saved = LongModel(joe) }
        if joe.state == .clean { #expect(LongModel(joe) == saved, note) }
        if !step.isMultiple(of: 5) { continue }
        let other = Session(store: store.store)
        let found = try #require(try other.find(Person.self, pk: joe.key))
        #expect(LongModel(found) == saved, note)
      }
      try expectReopened(store, joe.key, saved, "seed \(seed)")
    }
  }

  private func expectReopened(
    _ store: TemporaryStore, _ pk: Int64, _ saved: LongModel, _ note: Comment
  ) throws {
    let reopened = try store.reopened()
    defer { reopened.close() }
    let session = Session(store: reopened)
    let found = try #require(try session.find(Person.self, pk: pk))
    #expect(LongModel(found) == saved, note)
    let indices = found.nickNames.indices.map { "\($0)" }
    #expect(
      try store.rows("SELECT array_index FROM person_nick_names ORDER BY array_index") == indices)
  }

  /// Changes the object and saves it, or not; returns whether it was saved.
  private func change(
    _ joe: Person, _ friends: [Person], in session: Session, _ random: inout RandomNumbers
  ) throws -> Bool {
    if !random.once(in: 4) { joe.change(&random, friends) }
    switch random.number(below: 10) {
    case 0: try session.cancelledTransaction { try changeAndSave(joe, friends, &random) }
    case 1: try session.revert(joe)
    case 2: try session.cancelledTransaction { joe.change(&random, friends) }
    case 3:
      try session.transaction {
        try joe.save()
        try session.cancelledTransaction { try changeAndSave(joe, friends, &random) }
      }
      return true
    case 4:
      try session.transaction { try changeAndSave(joe, friends, &random) }
      try joe.save()
      return true
    case 5: try session.refresh(joe, keeping: .changes)
    case 6: return try changeInTransaction(joe, friends, in: session, &random)
    default:
      try joe.save()
      return true
    }
    return false
  }

  /// Changes and saves the object several times in one transaction, whose inner ones and which
  /// itself may fail. Returns whether it was committed.
  private func changeInTransaction(
    _ joe: Person, _ friends: [Person], in session: Session, _ random: inout RandomNumbers
  ) throws -> Bool {
    let former = LongModel(joe)
    let isCommitted = !random.once(in: 3)
    func work() throws {
      for _ in 0..<3 {
        try changeAndSave(joe, friends, &random)
        let inner = LongModel(joe)
        try session.cancelledTransaction { try changeAndSave(joe, friends, &random) }
        #expect(LongModel(joe) == inner)
        try session.transaction { try changeAndSave(joe, friends, &random) }
      }
      try joe.save()
    }
    if isCommitted {
      try session.transaction { try work() }
    } else {
      try session.cancelledTransaction { try work() }
      #expect(LongModel(joe) == former)
    }
    return isCommitted
  }

  private func changeAndSave(
    _ joe: Person, _ friends: [Person], _ random: inout RandomNumbers
  ) throws {
    joe.change(&random, friends)
    try joe.save()
    joe.change(&random, friends)
  }

  // MARK: Statements

  @Test func eachSaveWritesWhatChanged() throws {
    try TemporaryStore.run { store, session in
      let joe = try long(in: session)
      for number in 0..<5 {
        joe.nickNames.append("Other \(number)")
        joe.tags.insert("Other \(number)")
        joe.scores["Name 7"] = Double(number)
        #expect(
          try store.statements { try joe.save() } == [
            "BEGIN IMMEDIATE", Self.insertName,
            "UPDATE person_scores SET value = ?3 WHERE parent_pk = ?1 AND dictionary_key = ?2",
            "INSERT INTO person_tags (parent_pk, value) VALUES (?1, ?2)", "COMMIT",
          ])
      }
      try expectStored(joe, store)
    }
  }

  @Test func insertingAndRemovingAtTheFrontMovesElements() throws {
    try TemporaryStore.run { store, session in
      let joe = try long(in: session)
      for number in 0..<3 {
        joe.nickNames.insert("Other \(number)", at: 0)
        #expect(
          try store.statements { try joe.save() } == [
            "BEGIN IMMEDIATE", ArrayTests.move, ArrayTests.update, "COMMIT",
          ])
        joe.nickNames.removeFirst(2)
        #expect(
          try store.statements { try joe.save() } == [
            "BEGIN IMMEDIATE", ArrayTests.move, ArrayTests.cut, "COMMIT",
          ])
      }
      try expectStored(joe, store)
    }
  }

  /// A queue took one statement for each element.
  @Test func aQueueMovesItsElementsTogether() throws {
    try TemporaryStore.run { store, session in
      let joe = try long(in: session)
      for number in 0..<3 {
        joe.nickNames.removeFirst()
        joe.nickNames.append("Other \(number)")
        #expect(
          try store.statements { try joe.save() } == [
            "BEGIN IMMEDIATE", ArrayTests.slide, ArrayTests.update, "COMMIT",
          ])
      }
      try expectStored(joe, store)
    }
  }

  @Test func aRollbackTakesBackWhatWasKept() throws {
    try TemporaryStore.run { store, session in
      let joe = try long(in: session)
      try appendAndSave(joe, "first")
      try session.cancelledTransaction { try appendAndSave(joe, "lost") }
      #expect(joe.nickNames.last == "first" && joe.state == .clean)
      try appendAndSave(joe, "second")
      joe.nickNames.append("third")
      try session.cancelledTransaction { try joe.save() }
      #expect(joe.nickNames.last == "third" && joe.state == .changed)
      try joe.save()
      try expectStored(joe, store)
    }
  }

  @Test func aRefusedSaveIsTakenBack() throws {
    try TemporaryStore.run { store, session in
      let joe = try long(in: session)
      try appendAndSave(joe, "first")
      let ann = Person.ann()
      ann.favourite = Color(hex: "refused")
      joe.nickNames.append("second")
      joe.friends = [ann]
      #expect(failure { try joe.save() }?.code == .encodingFailed)
      ann.favourite = nil
      try joe.save()
      try expectStored(joe, store)
    }
  }

  // MARK: Kept baselines

  @Test func whatSomebodyElseHasWrittenIsReadAnew() throws {
    try TemporaryStore.run { store, session in
      let joe = try long(in: session)
      try appendAndSave(joe, "first")
      let other = Session(store: store.store)
      let found = try #require(try other.find(Person.self, pk: joe.key))
      found.nickNames.insert("theirs", at: 0)
      try other.save(found)
      // A find brings the object up to date.
      _ = try session.find(Person.self, pk: joe.key)
      #expect(joe.nickNames.first == "theirs")
      joe.nickNames.append("second")
      #expect(
        try store.statements { try joe.save() } == ["BEGIN IMMEDIATE", Self.insertName, "COMMIT"])
      try expectStored(joe, store)
      try session.refresh(joe)
      joe.nickNames = ["alone"]
      try joe.save()
      #expect(try store.rows("SELECT value FROM person_nick_names") == ["alone"])
    }
  }

  @Test func deletedObjectsAreNotKept() throws {
    try TemporaryStore.run { store, session in
      let friends = (0..<100).map { Person(firstName: "\($0)", lastName: "P") }
      let joe = Person.joe()
      joe.friends = friends
      try session.save(joe)
      joe.friends.append(joe)
      try joe.save()
      try friends[50].delete()
      #expect(joe.friends.count == 100)
      joe.friends.removeFirst()
      try joe.save()
      joe.friends.append(friends[0])
      try joe.save()
      #expect(
        try store.rows("SELECT fk FROM person_friends ORDER BY array_index")
          == joe.friends.map { "\($0.key)" })
    }
  }

  @Test func aLongCollectionMayBecomeShortAndNil() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let names = (0..<100).map { "Name \($0)" }
      joe.aliases = names
      try session.save(joe)
      let others: [[String]?] = [
        names + ["x"], nil, names, names.dropLast(), ["a"], [], ["a", "b"], names, names.reversed(),
      ]
      for aliases in others {
        joe.aliases = aliases
        try joe.save()
        let other = Session(store: store.store)
        let found = try other.find(Person.self, pk: joe.key)
        #expect(found?.aliases == aliases)
      }
    }
  }

  // MARK: -

  private func long(in session: Session) throws -> Person {
    let joe = Person.joe()
    joe.nickNames = (0..<100).map { "Name \($0)" }
    joe.tags = Set(joe.nickNames)
    joe.scores = Dictionary(uniqueKeysWithValues: joe.nickNames.map { ($0, 1) })
    try session.save(joe)
    return joe
  }

  private func appendAndSave(_ joe: Person, _ name: String) throws {
    joe.nickNames.append(name)
    joe.tags.insert(name)
    joe.scores[name] = 2
    try joe.save()
  }

  private func expectStored(_ joe: Person, _ store: TemporaryStore) throws {
    let other = Session(store: store.store)
    let found = try #require(try other.find(Person.self, pk: joe.key))
    #expect(LongModel(found) == LongModel(joe))
  }
}

/// The expected collections of a person.
private struct LongModel: Equatable {
  let names: [String]
  let aliases: [String]?
  let tags: Set<String>
  let scores: [String: Double]
  let friends: [Int64]

  init(_ person: Person) {
    (names, aliases) = (person.nickNames, person.aliases)
    (tags, scores) = (person.tags, person.scores)
    friends = person.friends.map(\.key)
  }
}

extension Person {
  /// The primary key of a saved person.
  fileprivate var key: Int64 { pk ?? 0 }

  /// Changes some of the collections.
  fileprivate func change(_ random: inout RandomNumbers, _ friends: [Person]) {
    for _ in 0...random.number(below: 3) { changeOne(&random, friends) }
  }

  private func changeOne(_ random: inout RandomNumbers, _ others: [Person]) {
    let text = "Text \(random.number(below: 400))"
    switch random.number(below: 5) {
    case 0: random.change(&nickNames, to: text)
    case 1: random.change(&friends, to: random.pick(others) ?? self)
    case 2: tags.formSymmetricDifference(random.once(in: 2) ? [text] : ["\(text) of some length"])
    case 3: scores[text] = random.once(in: 3) ? nil : Double(random.number(below: 10))
    default: aliases = random.once(in: 20) ? nil : (aliases ?? []) + [text]
    }
  }
}

extension RandomNumbers {
  /// Inserts, removes, replaces or moves.
  fileprivate mutating func change<Element>(_ array: inout [Element], to element: Element) {
    let place = number(below: array.count + 1)
    switch number(below: 8) {
    case 0: array.insert(element, at: place)
    case 1 where place < array.count && array.count > 100: array.remove(at: place)
    case 2 where place < array.count: array[place] = element
    case 3 where place < array.count: array.swapAt(place, 0)
    case 4 where array.count > 120: array.removeFirst(number(below: 3))
    case 5 where once(in: 20): array.reverse()
    case 6 where !array.isEmpty: array.append(array.remove(at: min(place, array.count - 1)))
    default: array.append(element)
    }
  }
}
