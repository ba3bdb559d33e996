import Foundation
import PersistentObjects
import TestSupport
import Testing

/// References to objects of any persistent class.
@Suite struct AnyReferenceTests {
  @Test func storesTheKeyAndTheTable() throws {
    try TemporaryStore.run { store, session in
      let labels = [
        Label(text: "p", owner: Person.joe()), Label(text: "d", owner: Dog(name: "Rex")),
        Label(text: "n"),
      ]
      try session.save(contentsOf: labels)
      #expect(
        try store.rows("SELECT text, owner, owner_class FROM label ORDER BY pk")
          == ["p|1|person", "d|1|dog", "n|NULL|NULL"])
      let table = try store.rows("SELECT sql FROM sqlite_schema WHERE name = 'label'")
      #expect(table[0].contains("REFERENCES") == false)
    }
  }

  @Test func readsAllOwnersOfABatchInOneStatementForEachClass() throws {
    try TemporaryStore.run { store, session in
      for number in 0..<6 {
        let owner: any PersistentObject =
          number.isMultiple(of: 2) ? Person.joe() : Address(city: "\(number)")
        try session.save(Label(text: "\(number)", owner: owner))
      }
      let other = Session(store: store.store)
      let labels = try Label.findAll(in: other)
      let reading = try store.statements {
        #expect(labels.map { $0.owner is Person } == [true, false, true, false, true, false])
      }
      #expect(reading.filter { $0.hasPrefix("SELECT") }.count == 2)
      #expect((labels[3].owner as? Address)?.city == "3")
      #expect(labels[2].owner === (try other.find(Person.self, pk: 2)))
    }
  }

  @Test func aRequiredOneComesWithItsOwner() throws {
    try TemporaryStore.run { store, session in
      try session.given(
        Receipt(number: 1, payer: Person.joe()), Receipt(number: 2, payer: Dog(name: "Rex")))
      let other = Session(store: store.store)
      let receipts = try Receipt.findAll(in: other)
      let payers = try store.statements {
        #expect(receipts.map { $0.payer.pk } == [1, 1] && receipts[1].payer is Dog)
      }
      #expect(payers == [])
    }
  }

  @Test func isFoundByItsObject() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let rex = Dog(name: "Rex")
      try session.given(
        Label(text: "1", owner: joe), Label(text: "2", owner: rex), Label(text: "3"))
      #expect(try Label.find(in: session) { $0.owner == joe }.map(\.text) == ["1"])
      #expect(try Label.find(in: session) { $0.owner != rex }.map(\.text) == ["1", "3"])
      #expect(try Label.find(in: session) { $0.owner.isNil }.map(\.text) == ["3"])
      #expect(
        try Label.find(in: session) { $0.owner.isIn([joe, rex] as [(any PersistentObject)?]) }.count
          == 2)
      #expect(try Label.findByOwner(rex, in: session).map(\.text) == ["2"])
      #expect(try Label.findByOwner(nil, in: session).map(\.text) == ["3"])
    }
  }

  @Test func changesLikeAnyOtherProperty() throws {
    try TemporaryStore.run { store, session in
      let label = Label(text: "x", owner: Person.joe())
      try session.save(label)
      label.owner = Dog(name: "Rex")
      try session.cancelledTransaction { try label.save() }
      #expect((label.owner as? Dog)?.state == .new)
      try label.save()
      #expect(try store.rows("SELECT owner, owner_class FROM label") == ["1|dog"])
      label.owner = nil
      try label.revert()
      #expect(label.owner is Dog)
      #expect(label.description == "Label#1(text: \"x\", owner: Dog#1)")
    }
  }

  @Test func leavesASessionAsTableAndKey() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let receipt = Receipt(number: 1, payer: joe)
      let label = Label(text: "x")
      try session.given(receipt, label)
      #expect(receipt.snapshot.payer.anyKey == AnyKey(table: "person", pk: 1))
      #expect(label.snapshot.owner.anyKey == nil)
      let coded = try JSONDecoder().decode(
        Receipt.Snapshot.self, from: JSONEncoder().encode(receipt.snapshot))
      let key = try #require(coded.payer.anyKey)
      #expect(try session.find(key) === joe)
      let uncoded = try JSONDecoder().decode(
        Label.Snapshot.self, from: JSONEncoder().encode(label.snapshot))
      #expect(uncoded.owner.anyKey == nil)
    }
  }

  @Test func aTableOfNoKnownClassIsAnError() throws {
    try TemporaryStore.run { store, session in
      try session.save(Label(text: "x", owner: Person.joe()))
      let other = try store.reopened()
      defer { other.close() }
      let session = Session(store: other)
      let error = failure { _ = try session.find(Label.self, pk: 1) }
      #expect(error?.code == .unknownClass && error?.context.property == "owner")
      let key = AnyKey(table: "person", pk: 1)
      #expect(failure { _ = try session.find(key) }?.code == .unknownClass)
      _ = try Person.count(in: session)
      #expect(try Label.findAll(in: session).first?.owner === (try session.find(key)))
    }
  }

  @Test func theFormerNameOfATableIsFollowed() throws {
    try TemporaryStore.run { store, session in
      try session.save(Label(text: "x", owner: Former.Thing(name: "T")))
      let other = try store.reopened(classes: [Renamed.Item.self])
      defer { other.close() }
      let session = Session(store: other)
      let label = try #require(try session.find(Label.self, pk: 1))
      #expect((label.owner as? Renamed.Item)?.name == "T")
    }
  }
}

private enum Former {
  @Persistent final class Thing {
    var name: String
  }
}

private enum Renamed {
  @Persistent(table: "item", renamedFrom: "thing") final class Item {
    var name: String
  }
}
