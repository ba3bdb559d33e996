import PersistentObjects
import TestSupport
import Testing

/// Objects whose last reference disappears when a property of another object is replaced, and whose
/// `deinit` uses that property and the session.
@Suite struct LettingGoTests {
  @Test(arguments: Change.allCases)
  func whatDiesMayReadThePropertyAndSave(_ change: Change) throws {
    try TemporaryStore.run { store, session in
      try session.given(Manor(name: "Elm"), Address(city: "Rome"))
      let address = try #require(try session.find(Address.self, pk: 1))
      let manor = try change.manor(in: session)
      var deaths = 0
      try change.make(manor) { name in
        let wraith = Wraith(name: name)
        wraith.lastWords = { [unowned manor, unowned session] in
          deaths += 1
          _ = (manor.wraith?.name, manor.wraiths.count, manor.named.count, manor.curse?.text)
          if change.mayChange { manor.name += "!" }
          address.city = "Bern"
          try? session.save()
        }
        return wraith
      }
      #expect(deaths == 1 && manor.name == (change.mayChange ? "Elm!" : "Elm"))
      try session.save(manor)
      try session.save()
      #expect(try store.rows("SELECT city FROM address") == ["Bern"])
      #expect(try store.rows("SELECT DISTINCT name FROM manor") == [manor.name])
    }
  }

  /// The ways in which a property gets another value.
  enum Change: CaseIterable {
    case setReference, setArray, setDictionary, setCodedValue, setValues
    case revert, rollBack, rollBackArray

    /// Whether a `deinit` may change the object. Otherwise the object is being restored.
    var mayChange: Bool { ![.revert, .rollBack, .rollBackArray].contains(self) }

    /// Makes the object to change: one without a row if the former collection is kept for the save.
    func manor(in session: Session) throws -> Manor {
      guard self == .setArray || self == .setDictionary else {
        return try #require(try session.find(Manor.self, pk: 1))
      }
      try session.execute("DELETE FROM manor")
      return Manor(name: "Elm")
    }

    func make(_ manor: Manor, _ wraith: (String) -> Wraith) throws {
      switch self {
      case .setReference:
        manor.wraith = wraith("a")
        manor.wraith = nil
      case .setArray:
        manor.wraiths = [wraith("a")]
        manor.wraiths = []
      case .setDictionary:
        manor.named = ["a": wraith("a")]
        manor.named = [:]
      case .setCodedValue:
        manor.curse = Curse(text: "a", wraith: wraith("a"))
        manor.curse = nil
      case .setValues:
        manor.wraith = wraith("a")
        try manor.setValues(["wraith": nil])
      case .revert:
        manor.wraith = wraith("a")
        try manor.revert()
      case .rollBack:
        try manor.session?.cancelledTransaction { manor.wraith = wraith("a") }
      case .rollBackArray:
        try manor.session?.cancelledTransaction { manor.wraiths.append(wraith("a")) }
      }
    }
  }
}

/// Changes in place that run the program's code.
@Suite struct ChangeInPlaceTests {
  private func given(_ session: Session) throws -> [Crew] {
    let hands = ["c", "a", "b"].map { Hand(name: $0) }
    try session.given(Crew(chief: nil, hands: hands), Crew(chief: hands[0], hands: [hands[1]]))
    session.clear()
    return try Crew.findAll(in: session)
  }

  /// Reading a property of one object also reads it for the other objects of its fetch.
  @Test func mayReadTheSamePropertyOfOtherObjects() throws {
    try TemporaryStore.run { store, session in
      let crews = try given(session)
      #expect(crews[0].hands.count == 3)
      session.clear()
      let again = try Crew.findAll(in: session)
      again[0].hands = again[0].hands.map { $0 }
      again[0].hands.sort { left, right in
        left.name < right.name && again[1].hands.count == 1
      }
      try session.save()
      let names = try store.rows(
        "SELECT name FROM crew_hands JOIN hand ON fk = hand.pk WHERE parent_pk = 1 ORDER BY array_index"
      )
      #expect(names == ["a", "b", "c"])
    }
  }

  @Test func aSaveDuringOneIsRefused() throws {
    try TemporaryStore.run { store, session in
      let crew = try given(session)[0]
      var errors: [PersistenceError?] = []
      crew.hands.removeAll { hand in
        errors.append(failure { try session.save() })
        errors.append(failure { try session.revert(crew) })
        errors.append(failure { _ = try crew.copy() })
        return hand.name == "a"
      }
      #expect(errors.count == 9 && errors.allSatisfy { $0?.code == .hookMisused })
      #expect(errors[0]?.message.contains("Crew#1 cannot be saved") == true)
      #expect(crew.state == .changed && crew.hands.map(\.name) == ["c", "b"])
      try session.save()
      #expect(try store.rows("SELECT count(*) FROM crew_hands WHERE parent_pk = 1") == ["2"])
    }
  }

  @Test func aSaveInTheMidstOfAChangeOfTextIsRefused() throws {
    try TemporaryStore.run { store, session in
      let hand = Hand(name: "abc")
      try session.save(hand)
      var error: PersistenceError?
      hand.name.removeAll { letter in
        error = failure { try session.save() }
        return letter == "b"
      }
      #expect(error?.code == .hookMisused && hand.name == "ac")
      try session.save()
      #expect(try store.rows("SELECT name FROM hand") == ["ac"])
    }
  }

  @Test func otherObjectsMayBeSavedAndTransactionsFail() throws {
    try TemporaryStore.run { store, session in
      let crew = try given(session)[0]
      let other = Session(store: store.store)
      crew.hands.removeAll { hand in
        try? other.save(Address(city: hand.name))
        try? session.cancelledTransaction {
          hand.name += "!"
          crew.chief = hand
        }
        return hand.name == "a"
      }
      #expect(crew.hands.map(\.name) == ["c", "b"] && crew.chief == nil)
      try session.save()
      #expect(try store.rows("SELECT count(*) FROM address") == ["3"])
      #expect(try store.rows("SELECT name FROM hand ORDER BY pk") == ["c", "a", "b"])
    }
  }

  /// The object could not leave the collection when it was deleted. The next save wrote to the row
  /// of another element.
  @Test func whatIsDeletedDuringOneLeavesWithTheNextSave() throws {
    try TemporaryStore.run { store, session in
      let crew = try given(session)[0]
      let hands = crew.hands
      crew.hands.removeAll { hand in
        if hand === hands[0] { try? session.delete(hands[1]) }
        return false
      }
      try session.save()
      #expect(crew.hands == [hands[0], hands[2]])
      crew.hands[0] = Hand(name: "d")
      crew.hands.append(Hand(name: "e"))
      try session.save()
      let names = try store.rows(
        "SELECT name FROM crew_hands JOIN hand ON fk = hand.pk WHERE parent_pk = 1 ORDER BY array_index"
      )
      #expect(names == ["d", "b", "e"])
    }
  }

  /// Each save threw `objectDeleted`, since only elements that had been saved in the collection
  /// left it.
  @Test func whatIsDeletedDuringOneLeavesEvenIfItWasNotSavedInTheCollection() throws {
    try TemporaryStore.run { store, session in
      let crew = try given(session)[0]
      let hand = Hand(name: "d")
      try session.save(hand)
      crew.hands.append(hand)
      crew.hands.removeAll { one in
        if one.name == "c" { try? session.delete(hand) }
        return false
      }
      #expect(hand.state == .deleted && crew.hands.count == 4)
      try session.save()
      #expect(crew.hands.map(\.name) == ["c", "a", "b"] && crew.state == .clean)
      crew.hands.append(Hand(name: "e"))
      try session.save()
      let names = try store.rows(
        "SELECT name FROM crew_hands JOIN hand ON fk = hand.pk WHERE parent_pk = 1 ORDER BY array_index"
      )
      #expect(names == ["c", "a", "b", "e"])
    }
  }

  @Test func whatIsDeletedDuringOneLeavesACollectionThatReplacesAnUnreadOne() throws {
    try TemporaryStore.run { store, session in
      let crew = try given(session)[0]
      let hands = [Hand(name: "d"), Hand(name: "e")]
      try session.save(contentsOf: hands)
      crew.hands = hands
      crew.hands.removeAll { one in
        if one === hands[0] { try? session.delete(hands[1]) }
        return false
      }
      try session.save()
      #expect(crew.hands == [hands[0]])
      let names = try store.rows(
        "SELECT name FROM crew_hands JOIN hand ON fk = hand.pk WHERE parent_pk = 1 ORDER BY array_index"
      )
      #expect(names == ["d"])
    }
  }

  /// The program has put the object there after its deletion.
  @Test func whatIsDeletedAndPutBackIsRefused() throws {
    try TemporaryStore.run { _, session in
      let crew = try given(session)[0]
      let hand = Hand(name: "d")
      try session.save(hand)
      try session.delete(hand)
      crew.hands.append(hand)
      #expect(failure { try session.save() }?.code == .objectDeleted)
      crew.hands.removeLast()
      try session.save()
    }
  }

  @Test func theSessionMayBeClearedDuringOne() throws {
    try TemporaryStore.run { _, session in
      let crew = try given(session)[0]
      crew.hands.removeAll { hand in
        session.clear()
        return hand.name == "a"
      }
      #expect(crew.state == .detached && crew.hands.map(\.name) == ["c", "b"])
      crew.hands = []
    }
  }

  @Test func whatDiesDuringOneMayNotSave() throws {
    try TemporaryStore.run { store, session in
      let manor = Manor(name: "Elm")
      try session.insert(manor)
      var error: PersistenceError?
      manor.wraiths = [Wraith(name: "a")]
      manor.wraiths[0].lastWords = { [unowned session] in error = failure { try session.save() } }
      manor.wraiths.removeAll()
      #expect(error?.code == .hookMisused && manor.wraiths.isEmpty)
      try session.save()
      #expect(try store.rows("SELECT count(*) FROM manor") == ["1"])
    }
  }
}

/// A class whose objects can release others in every way.
@Persistent final class Manor {
  var name: String
  var wraith: Wraith?
  var wraiths: [Wraith] = []
  var named: [String: Wraith] = [:]
  @Column(codec: CurseCodec()) var curse: Curse?
}

/// An object that runs an action when it is destroyed.
@Persistent final class Wraith {
  var name: String
  @Transient var lastWords: (() -> Void)?

  deinit { lastWords?() }
}

/// A value that holds an object that its codec does not store.
struct Curse {
  let text: String
  var wraith: Wraith?
}

struct CurseCodec: ColumnCodec {
  let identifier = CodecIdentifier("curse")
  let storage = StorageClass.text

  func encode(_ value: Curse, into column: inout ColumnWriter) throws { column.write(value.text) }

  func decode(from column: borrowing ColumnReader) throws -> Curse {
    Curse(text: try column.text())
  }
}
