import PersistentObjects
import TestSupport
import Testing

@Suite struct ArrayTests {
  static let insert =
    "INSERT INTO person_nick_names (parent_pk, array_index, value) VALUES (?1, ?2, ?3)"
  static let update =
    "UPDATE person_nick_names SET value = ?3 WHERE parent_pk = ?1 AND array_index = ?2"
  static let cut = """
    DELETE FROM person_nick_names WHERE parent_pk = ?1 AND array_index >= ?2 AND array_index < ?3
    """
  static let move = """
    INSERT INTO person_nick_names (parent_pk, array_index, value) \
    SELECT parent_pk, array_index + ?3, value FROM person_nick_names \
    WHERE parent_pk = ?1 AND array_index >= ?2 \
    ON CONFLICT (parent_pk, array_index) DO UPDATE SET value = excluded.value
    """
  /// Moves some elements over others.
  static let slide = """
    INSERT INTO person_nick_names (parent_pk, array_index, value) \
    SELECT parent_pk, array_index + ?3, value FROM person_nick_names \
    WHERE parent_pk = ?1 AND array_index >= ?2 AND array_index < ?4 \
    ON CONFLICT (parent_pk, array_index) DO UPDATE SET value = excluded.value
    """

  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statements: [String]
    let change: @Sendable (inout [String]) -> Void

    init(
      _ name: String, _ statements: [String], _ change: @escaping @Sendable (inout [String]) -> Void
    ) {
      testDescription = name
      self.statements = statements
      self.change = change
    }
  }

  static let edits = [
    Edit("append", [insert]) { $0.append("x") },
    Edit("append two", [insert, insert]) { $0 += ["x", "y"] },
    Edit("insert at the front", [move, update]) { $0.insert("x", at: 0) },
    Edit("insert in the middle", [move, update, update]) {
      $0.insert(contentsOf: ["x", "y"], at: 2)
    },
    Edit("insert more than follow", [move, update, insert]) {
      $0.insert(contentsOf: ["x", "y"], at: 4)
    },
    Edit("remove the first", [move, cut]) { $0.removeFirst() },
    Edit("remove the last", [cut]) { $0.removeLast() },
    Edit("remove in the middle", [move, cut]) { $0.removeSubrange(1...2) },
    Edit("replace one", [update]) { $0[2] = "x" },
    Edit("replace two by three", [move, update, update, update]) {
      $0.replaceSubrange(1...2, with: ["x", "y", "z"])
    },
    Edit("swap", [update, update]) { $0.swapAt(1, 3) },
    Edit("reverse", [update, update, update, update]) { $0.reverse() },
    Edit("clear", [cut]) { $0.removeAll() },
    Edit("replace all", [update, update, cut]) { $0 = ["x", "y"] },
    Edit("repeat an element", [insert]) { $0.append("a") },
    Edit("change nothing", []) { $0 = Array($0) },
    Edit("move the first to the end", [slide, update]) { $0.append($0.removeFirst()) },
    Edit("move the last to the front", [slide, update]) { $0.insert($0.removeLast(), at: 0) },
    Edit("remove the first, repeat the last", [slide, update]) {
      $0.removeFirst()
      $0.append("b")
    },
    Edit("remove two, append one", [slide, update, cut]) {
      $0.removeFirst(2)
      $0.append("x")
    },
    Edit("insert at the front, replace the last", [slide, update, insert]) {
      $0.insert("x", at: 0)
      $0[5] = "y"
    },
  ]

  @Test(arguments: edits)
  func writesOnlyTheDifference(_ edit: Edit) throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["a", "b", "c", "d", "b"]
      let ann = Person.ann()
      ann.nickNames = ["untouched"]
      try session.given(joe, ann)
      edit.change(&joe.nickNames)
      let statements = try store.statements { try joe.save() }
      #expect(statements == ["BEGIN IMMEDIATE"] + edit.statements + ["COMMIT"])
      let rows = try store.rows(
        "SELECT array_index, value FROM person_nick_names WHERE parent_pk = 1 ORDER BY array_index")
      #expect(rows == joe.nickNames.enumerated().map { "\($0)|\($1)" })
      #expect(try store.rows("SELECT value FROM person_nick_names WHERE parent_pk = 2").count == 1)
      #expect(joe.state == .clean)
    }
  }

  static let editsOfFormerArrays = [
    Edit("remove the first", []) { $0.removeFirst() },
    Edit("remove the last", []) { $0.removeLast() },
    Edit("remove all", []) { $0.removeAll() },
    Edit("insert at the front", []) { $0.insert("x", at: 0) },
    Edit("move the first to the end", []) { $0.append($0.removeFirst()) },
  ]

  /// Elements were there twice, or those that had been removed stayed.
  @Test(arguments: editsOfFormerArrays)
  func anArrayThatSomebodyElseHasShortenedIsNotChanged(_ edit: Edit) throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["a", "b", "c", "d"]
      try session.save(joe)
      let other = Session(store: store.store)
      let same = try #require(try other.find(Person.self, pk: 1))
      same.nickNames.remove(at: 1)
      try other.save(same)
      edit.change(&joe.nickNames)
      let error = failure { try session.save(joe) }
      #expect(error?.code == .objectNotFound && error?.context.property == "nickNames")
      #expect(joe.state == .changed)
      #expect(
        try store.rows("SELECT array_index, value FROM person_nick_names ORDER BY array_index")
          == ["0|a", "1|c", "2|d"])
      try session.revert(joe)
      edit.change(&joe.nickNames)
      try session.save(joe)
      #expect(
        try store.rows("SELECT value FROM person_nick_names ORDER BY array_index")
          == joe.nickNames)
    }
  }

  /// The row of a deleted object goes, and those after it stay where they are.
  @Test func anArrayThatHasLostAnObjectIsNotMoved() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.friends = (0..<3).map { Person(firstName: "\($0)", lastName: "P") }
      try session.save(joe)
      let other = Session(store: store.store)
      try other.delete(Person.self, pks: [joe.friends[1].pk ?? 0])
      joe.friends.removeFirst()
      #expect(failure { try session.save(joe) }?.code == .objectNotFound)
      try session.revert(joe)
      #expect(joe.friends.map(\.firstName) == ["0", "2"])
      joe.friends.insert(joe, at: 0)
      try session.save(joe)
      #expect(try store.friends() == "Joe,0,2")
    }
  }

  @Test func severalEditsAreOneDifference() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["a", "b", "c"]
      try session.save(joe)
      joe.nickNames.append("d")
      joe.nickNames[0] = "x"
      joe.nickNames.removeLast()
      joe.nickNames[0] = "y"
      #expect(
        try store.statements { try joe.save() } == ["BEGIN IMMEDIATE", Self.update, "COMMIT"])
    }
  }

  @Test func anArrayThatWasNeverReadIsComparedWithItsRows() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["a", "b", "c"]
      try session.save(joe)
      let other = Session(store: store.store)
      let found = try #require(try other.find(Person.self, pk: 1))
      found.nickNames = ["a", "x", "c", "d"]
      let statements = try store.statements { try found.save() }
      #expect(
        statements == [
          "BEGIN IMMEDIATE",
          """
          SELECT array_index, value FROM person_nick_names WHERE parent_pk = ?1 \
          ORDER BY parent_pk, array_index
          """, Self.update, Self.insert, "COMMIT",
        ])
      #expect(
        try store.rows("SELECT value FROM person_nick_names ORDER BY array_index")
          == ["a", "x", "c", "d"])
    }
  }

  @Test func anArrayLosesTheObjectsThatAreDeleted() throws {
    try TemporaryStore.run { store, session in
      let people = (0..<5).map { Person(firstName: "\($0)", lastName: "P") }
      let joe = Person.joe()
      joe.friends = people
      try session.save(joe)
      try people[1].delete()
      #expect(joe.friends.map(\.firstName) == ["0", "2", "3", "4"])
      #expect(joe.state == .clean)

      // The rows now have a gap; each way to continue must end in rows without one.
      joe.friends.append(joe)
      try joe.save()
      #expect(try store.friends() == "0,2,3,4,Joe")

      joe.friends.append(people[0])
      try people[2].delete()
      #expect(joe.state == .changed)
      try joe.save()
      #expect(try store.friends() == "0,3,4,Joe,0")

      try session.transaction {
        try people[3].delete()
        joe.friends.removeAll { $0 === people[3] }
        joe.friends.insert(people[4], at: 0)
        try joe.save()
      }
      #expect(try store.friends() == "4,0,4,Joe,0")
    }
  }

  /// The deleted object was written again with the others, which failed with `objectDeleted`.
  @Test func anArrayWithAGapInItsRowsLosesWhatItsTransactionDeletes() throws {
    try TemporaryStore.run { store, session in
      let people = "abcd".map { Person(firstName: "\($0)", lastName: "P") }
      let joe = Person.joe()
      joe.friends = Array(people.prefix(3))
      try session.save(joe)
      try people[0].delete()
      try session.transaction {
        try people[1].delete()
        joe.friends.append(people[3])
        try joe.save()
      }
      #expect(try store.friends() == "c,d")
      #expect(joe.friends == Array(people.suffix(2)))
    }
  }

  @Test func anArrayWithAGapInItsRowsIsReadAndWrittenAnew() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.friends = [.ann(), joe]
      try session.save(joe)
      for isRead in [true, false] {
        try session.execute("DELETE FROM person_friends WHERE array_index = 0")
        let other = Session(store: store.store)
        let found = try #require(try other.find(Person.self, pk: 1))
        if isRead { #expect(found.friends == [found]) }
        found.friends = [found, found]
        try found.save()
        #expect(try store.friends() == "Joe,Joe")
        _ = found
      }
    }
  }

  @Test func assigningWhileOthersAppendKeepsPositionsUnique() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["a"]
      try session.save(joe)
      let other = Session(store: store.store)
      let same = try #require(try other.find(Person.self, pk: 1))
      same.nickNames.append("b")
      try same.save()
      joe.nickNames.append("c")
      // Both wrote position 1: the later save is refused rather than mixed with the first.
      #expect(failure { try joe.save() }?.code == .constraintViolated)
      try joe.revert()
      joe.nickNames.append("c")
      try joe.save()
      #expect(
        try store.rows("SELECT value FROM person_nick_names ORDER BY array_index") == [
          "a", "b", "c",
        ])
    }
  }
}

extension TemporaryStore {
  /// The first names of person 1's friends. Checks that their positions have no gap.
  fileprivate func friends() throws -> String {
    let rows = try rows(
      """
      SELECT array_index, first_name FROM person_friends JOIN person ON fk = pk \
      WHERE parent_pk = 1 ORDER BY array_index
      """
    ).map { $0.split(separator: "|") }
    #expect(rows.map { String($0[0]) } == rows.indices.map(String.init))
    return rows.map { $0[1] }.joined(separator: ",")
  }
}
