import Foundation
import PersistentObjects
import PersistentObjectsEngine
import TestSupport
import Testing

/// The indices of a class, and the effects of changing its declaration.
@Suite struct IndexTests {
  /// Uses an old class, then a new one in a new store on the same file.
  private func evolve(
    _ old: (TemporaryStore, Session) throws -> Void,
    _ new: (TemporaryStore, Session) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      try old(store, session)
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { try new(store, $0) }
      reopened.close()
    }
  }

  fileprivate func indices(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql > '' ORDER BY name")
  }

  /// Removes this version's records of indices and classes.
  private func makeFormer(_ session: Session) throws {
    try session.execute("DROP TABLE _persistent_index")
    try session.execute("ALTER TABLE _persistent_table DROP COLUMN superclass_table")
    try session.execute("ALTER TABLE _persistent_table DROP COLUMN owner_table")
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func directionsAndConditionsAreWritten()
    throws
  {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: DeclaredIndices.Member.self)
      let indices = try indices(store)
      #expect(
        indices == [
          "CREATE INDEX index_member_age_desc ON member (age DESC)",
          "CREATE INDEX index_member_last_name_age_desc_city ON member (last_name, age DESC, city)",
          "CREATE INDEX index_member_last_name_partial ON member (last_name) WHERE (age >= 18 AND city = 'O''B')",
          "CREATE INDEX index_member_phone ON member (phone)",
          "CREATE UNIQUE INDEX unique_member_email_partial ON member (email) WHERE is_active = 1",
          "CREATE UNIQUE INDEX unique_member_login ON member (login)",
        ])
      #expect(
        try store.rows("SELECT table_name, definition FROM _persistent_index ORDER BY name").first
          == "member|(age DESC)")
    }
  }

  @Test func aUniqueIndexWithAConditionLetsTheOthersBe() throws {
    try TemporaryStore.run { store, session in
      try session.given(
        DeclaredIndices.Member(login: "a", email: "x", isActive: true),
        DeclaredIndices.Member(login: "b", email: "x", isActive: false))
      let error = failure {
        try session.save(DeclaredIndices.Member(login: "c", email: "x", isActive: true))
      }
      #expect(error?.code == .constraintViolated)
      #expect(
        failure {
          try session.save(DeclaredIndices.Member(login: "a", email: "y", isActive: true))
        }?
        .context.column == "login")
      #expect(try DeclaredIndices.Member.count(in: session) == 2)
    }
  }

  /// PostgreSQL could not create the index: its condition compared the column with a plain integer.
  @Test func anIndexWithAConditionOnAColumnOfAnyKindComparesByValue() throws {
    try TemporaryStore.run { _, session in
      func save(_ name: String, _ count: NSNumber) throws {
        try session.save(CountedIndices.Crate(name: name, count: count))
      }
      for number in [1, 1.0, 2, 2.5] as [NSNumber] { try save("a", number) }
      try save("b", 20)
      #expect(failure { try save("b", 20.0) }?.code == .constraintViolated)
      #expect(try CountedIndices.Crate.count(in: session) == 5)
    }
  }

  /// PostgreSQL could not create the indices: a plain integer, double or text stood beside the
  /// column.
  @Test func anExpressionOfAColumnOfAnyKindAndAValueIsIndexed() throws {
    try TemporaryStore.run { _, session in
      try session.save(CountedIndices.Pallet(name: "a", count: 20))
      for count in [20, nil] as [NSNumber?] {
        let error = failure { try session.save(CountedIndices.Pallet(name: "a", count: count)) }
        #expect(error?.code == .constraintViolated, "\(error as Any)")
      }
      try session.save(CountedIndices.Pallet(name: "b", count: nil))
      try session.save(CountedIndices.Pallet(name: "a", count: 2.5))
      #expect(try CountedIndices.Pallet.count(in: session) == 3)
    }
  }

  /// SQLite takes the bound values into account when it prepares the statement.
  @Test(.onSQLite) func queriesUseAnIndexWithACondition() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: DeclaredIndices.Member.self)
      func plan(_ sql: Criteria) throws -> String { try store.rows(sql).joined() }
      let (yes, no) = (true, false)
      let used = try plan(
        "EXPLAIN QUERY PLAN SELECT * FROM member WHERE email = \("x") AND is_active = \(yes)")
      #expect(used.contains("unique_member_email_partial"))
      let unused = try plan(
        "EXPLAIN QUERY PLAN SELECT * FROM member WHERE email = \("x") AND is_active = \(no)")
      #expect(!unused.contains("unique_member_email_partial"))
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func whatIsNoLongerDeclaredIsDroppedAndOthersIndicesStay() throws {
    try evolve { _, session in
      try session.makeTables(for: IndexedBefore.Item.self)
      try session.execute("CREATE INDEX index_item_mine ON item (price)")
    } _: { store, session in
      try session.makeTables(for: IndexedAfter.Item.self)
      let expected = [
        "CREATE INDEX index_item_kept ON item (kept)",
        "CREATE INDEX index_item_mine ON item (price)",
        "CREATE INDEX index_item_price_desc ON item (price DESC)",
        "CREATE INDEX index_item_title ON item (title)",
        "CREATE UNIQUE INDEX unique_item_code ON item (code)",
      ]
      #expect(try indices(store) == expected)
      let records = try store.rows("SELECT name FROM _persistent_index ORDER BY name")
      #expect(
        records == [
          "index_item_kept", "index_item_price_desc", "index_item_title", "unique_item_code",
        ])
      let again = try store.reopened()
      let statements = try store.statements {
        try again.blocking.session { _ = try IndexedAfter.Item.count(in: $0) }
      }
      #expect(!statements.contains { $0.contains("INDEX") })
      again.close()
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func aRenamedTableHasIndicesOfItsName()
    throws
  {
    try evolve { _, session in
      try session.makeTables(for: IndexedBefore.Item.self)
    } _: { store, session in
      try session.makeTables(for: Renamed.Thing.self)
      #expect(
        try indices(store) == [
          "CREATE INDEX index_thing_kept ON thing (kept)",
          "CREATE INDEX index_thing_price ON thing (price)",
        ])
      #expect(
        try store.rows("SELECT DISTINCT table_name FROM _persistent_index") == ["thing"])
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func namesThatWouldBeTheSameGetANumber()
    throws
  {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: LikeNames.Long.self, LikeNames.Short.self)
      #expect(
        try indices(store)
          == ["CREATE INDEX index_a_b_c ON a_b (c)", "CREATE INDEX index_a_b_c_2 ON a (b_c)"])
      let reopened = try store.reopened()
      let before = try indices(store)
      try reopened.blocking.session { session in
        _ = try LikeNames.Short.count(in: session) + LikeNames.Long.count(in: session)
      }
      #expect(try indices(store) == before)
      reopened.close()
    }
  }

  /// SQLite ignores the case of names, and refused the second index.
  @Test func namesThatDifferOnlyInCaseGetANumber() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: CaseNames.Upper.self, CaseNames.Lower.self)
      let names = try store.rows("SELECT name FROM _persistent_index ORDER BY name")
      #expect(Set(names.map { $0.lowercased() }) == ["index_d_e_f", "index_d_e_f_2"])
    }
  }

  /// The database moved the condition to the new name, and the index stayed on the wrong column.
  @Test func aConditionMeansTheNewColumnWithTheFormerNameOfAnother() throws {
    try evolve { _, session in
      try session.save(Gates.Former(isOpen: true, number: 1))
    } _: { _, session in
      try session.given(
        Gates.Present(wasOpen: true, number: 1, isOpen: false),
        Gates.Present(wasOpen: false, number: 1, isOpen: true))
      let second = Gates.Present(wasOpen: false, number: 1, isOpen: true)
      #expect(failure { try session.save(second) }?.code == .constraintViolated)
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func anIndexOfAnEarlierVersionIsTakenOver() throws {
    try evolve { _, session in
      try session.save(IndexedBefore.Item(title: "t", code: "c"))
      try makeFormer(session)
      try session.execute("CREATE INDEX mine ON item (price)")
    } _: { store, session in
      let statements = try store.statements { try session.makeTables(for: IndexedBefore.Item.self) }
      #expect(!statements.contains { $0.hasPrefix("CREATE INDEX") || $0.hasPrefix("DROP") })
      #expect(try IndexedBefore.Item.findByTitle("t", in: session).count == 1)
      let after = try store.reopened()
      try after.blocking.session { _ = try IndexedAfter.Item.count(in: $0) }
      #expect(try indices(store).contains("CREATE INDEX mine ON item (price)"))
      #expect(try !indices(store).contains("CREATE INDEX index_item_price ON item (price)"))
      after.close()
    }
  }

  @Test func rowsThatAgreeRefuseAUniqueIndex() throws {
    try evolve { _, session in
      try session.given(
        IndexedBefore.Item(title: "t", code: "c"), IndexedBefore.Item(title: "u", code: "d"),
        IndexedBefore.Item(title: "v", code: "c"))
    } _: { store, session in
      let before = try store.rows("SELECT sql FROM sqlite_schema")
      let error = failure { try session.makeTables(for: IndexedAfter.Item.self) }
      #expect(error?.code == .constraintViolated)
      #expect(error?.context.property == "code" && error?.context.column == "code")
      #expect(error?.constraint?.kind == .unique && error?.constraint?.properties == ["code"])
      #expect(error?.message.contains("agree in code") == true)
      #expect(error?.message.contains("the keys 1, 3;") == true)
      #expect(try store.rows("SELECT sql FROM sqlite_schema") == before)
    }
  }

  @Test func aTakenNameIsNotBlamedOnTheClass() throws {
    try TemporaryStore.run { store, session in
      try session.execute("CREATE VIEW index_item_title AS SELECT 1 AS one")
      let error = failure { try session.makeTables(for: IndexedAfter.Item.self) }
      #expect(error?.code == .schemaMismatch && error?.context.table == "item")
      #expect(error?.message.contains("Something else in the database has the name") == true)
      try session.execute("DROP VIEW index_item_title")
      try session.makeTables(for: IndexedAfter.Item.self)
    }
  }

  @Test func anIndexThatCannotBeWrittenIsAnInvalidModel() throws {
    try TemporaryStore.run { store, session in
      let error = failure { try session.makeTables(for: BadIndices.Unsearchable.self) }
      #expect(error?.code == .invalidModel)
      #expect(error?.message.contains("condition of an index") == true)
      let collection = failure { try session.makeTables(for: BadIndices.UniqueCollection.self) }
      #expect(collection?.code == .invalidModel && collection?.context.property == "names")
      let made = try store.rows("SELECT name FROM sqlite_schema")
      #expect(made == [])
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func aConditionMayBeWrittenInSQL() throws
  {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: WrittenIndices.Member.self)
      #expect(
        try indices(store) == [
          "CREATE UNIQUE INDEX unique_member_email_partial ON member (email) WHERE is_active = 1"
        ])
    }
  }

  @Test(arguments: [
    "", " ", "a = 1; DROP TABLE b", "a = 1)", "(a = 1", "a = '", "a = 1 -- b", "a = /* b */ 1",
    "a = ?1",
    "a = :b", "a = @b", "a = \0", "\"a",
  ])
  func aConditionThatIsNoExpressionIsRefused(_ condition: String) {
    #expect(!SQLExpression.isSound(condition))
  }

  @Test(arguments: [
    "is_active = 1", "(a >= 18 AND b = 'O''B;')", "\"a;b\" IS NOT NULL", "a IN (1, 2)",
    "[x ? y] = 1",
  ])
  func aConditionThatIsAnExpressionIsTaken(_ condition: String) {
    #expect(SQLExpression.isSound(condition))
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func aSubclassInheritsIndicesWithConditions() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: DerivedIndices.Leaf.self)
      #expect(
        try indices(store) == [
          "CREATE INDEX index_base_name_partial ON base (name) WHERE size > 3",
          "CREATE INDEX index_base_size ON base (size)",
          "CREATE INDEX index_leaf_name_partial ON leaf (name) WHERE size > 3",
          "CREATE INDEX index_leaf_size ON leaf (size)",
        ])
    }
  }
}

extension IndexTests {
  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func expressionsAreIndexed() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: ComputedIndices.Reader.self)
      #expect(
        try indices(store) == [
          "CREATE INDEX index_reader_coalesce_nick ON reader ((coalesce(nick, '')))",
          "CREATE INDEX index_reader_lower_last_name_desc_age ON reader ((lower(last_name)) DESC, age)",
          "CREATE UNIQUE INDEX unique_reader_lower_email ON reader ((lower(email)))",
        ])
      #expect(
        try store.rows("SELECT definition FROM _persistent_index ORDER BY name") == [
          "((coalesce(nick, '')))", "((lower(last_name)) DESC, age)", "UNIQUE ((lower(email)))",
        ])
      let plan = try ComputedIndices.Reader.where { $0.email.collated(.ignoringCase) == "a@b" }
        .explain(in: session)
      #expect("\(plan)".contains("unique_reader_lower_email"), "\(plan)")
    }
  }

  /// A reopened store keeps the indices that already exist.
  @Test func indicesOfExpressionsStay() throws {
    try TemporaryStore.run { store, session in
      try session.save(ComputedIndices.Reader(email: "Ann@example.org"))
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { other in
        let statements = try store.statements {
          _ = try ComputedIndices.Reader.findAll(in: other)
        }
        #expect(!statements.contains { $0.contains("INDEX") }, "\(statements)")
      }
      reopened.close()
    }
  }

  @Test func aUniqueIndexMayIgnoreCase() throws {
    try TemporaryStore.run { _, session in
      let ann = ComputedIndices.Reader(email: "Ann@example.org")
      try session.given(ann, ComputedIndices.Reader(email: "bob@example.org"))
      let error = failure {
        try session.save(ComputedIndices.Reader(email: "ann@EXAMPLE.org"))
      }
      #expect(error?.code == .constraintViolated)
      #expect(
        error?.message.contains("unique_reader_lower_email") == true, "\(error?.message ?? "")")
      ann.email = "ANN@example.org"
      try session.save()
    }
  }

  @Test(.notOnPostgreSQL("Its functions are the server's.")) func functionsOfThePackageAreRefused()
    throws
  {
    try TemporaryStore.run { _, session in
      let error = failure { try session.makeTables(for: ComputedIndices.Singer.self) }
      #expect(error?.code == .invalidModel)
      #expect(error?.message.contains("property of its own") == true, "\(error?.message ?? "")")
    }
  }
}

private enum ComputedIndices {
  @Persistent final class Reader {
    var email: String
    var lastName: String = ""
    var nick: String?
    var age: Int = 0
    @Transient var life = Lifetime()
    static let indices: [Index<Reader>] = [
      .unique { $0.email.collated(.ignoringCase) },
      .on { $0.nick ?? "" },
      Index().descending { $0.lastName.collated(.ignoringCase) }.ascending(\.age),
    ]
  }

  @Persistent final class Singer {
    var name: String
    @Transient var life = Lifetime()
    static let indices: [Index<Singer>] = [.on { $0.name.lowercased() }]
  }
}

private enum CaseNames {
  @Persistent(table: "d") final class Upper {
    @Column("e_F", indexed: true) var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "d_e") final class Lower {
    @Column("f", indexed: true) var name: String
    @Transient var life = Lifetime()
  }
}

private enum Gates {
  @Persistent(table: "gate") final class Former {
    @Column("isOpen") var isOpen: Bool
    var number: Int
    @Transient var life = Lifetime()
    static let indices: [Index<Former>] = [.unique(\.number).where { $0.isOpen == true }]
  }

  @Persistent(table: "gate") final class Present {
    @Column("wasOpen", renamedFrom: "isOpen") var wasOpen: Bool
    var number: Int
    @Column("isOpen") var isOpen: Bool = false
    @Transient var life = Lifetime()
    static let indices: [Index<Present>] = [.unique(\.number).where { $0.isOpen == true }]
  }
}

private enum WrittenIndices {
  @Persistent final class Member {
    var email: String
    var isActive: Bool = true
    static let indices: [Index<Member>] = [.unique(\.email).where(sql: "is_active = 1")]
  }
}

private enum DeclaredIndices {
  @Persistent final class Member {
    @Column(unique: true) var login: String
    var email: String
    var lastName: String = ""
    var age: Int = 0
    var city: String = ""
    var isActive: Bool
    @Column(indexed: true) var phone: String?
    @Transient var life = Lifetime()
    static let indices: [Index<Member>] = [
      .descending(\.age),
      Index(\.lastName).descending(\.age).ascending(\.city),
      .unique(\.email).where { $0.isActive == true },
      Index(\.lastName).where { $0.age >= 18 && $0.city == "O'B" },
    ]
  }
}

private enum CountedIndices {
  @Persistent final class Crate {
    var name: String
    var count: NSNumber
    static let indices: [Index<Crate>] = [.unique(\.name).where { $0.count == 20 }]
  }

  @Persistent final class Pallet {
    var name: String
    var count: NSNumber?
    static let indices: [Index<Pallet>] = [
      .unique(\.name).ascending { $0.count ?? 20 },
      .on { $0.count ?? 2.5 },
      .on { when($0.count == 20, then: $0.name, else: "") },
    ]
  }
}

private enum IndexedBefore {
  @Persistent final class Item {
    var title: String
    var code: String
    var price: Double = 0
    var kept: Int = 0
    @Transient var life = Lifetime()
    static let indices: [Index<Item>] = [[\.code], [\.price], [\.kept], [\.title, \.code]]
  }
}

private enum IndexedAfter {
  @Persistent final class Item {
    @Column(indexed: true) var title: String
    @Column(unique: true) var code: String
    var price: Double = 0
    var kept: Int = 0
    @Transient var life = Lifetime()
    static let indices: [Index<Item>] = [.descending(\.price), [\.kept]]
  }
}

private enum Renamed {
  @Persistent(renamedFrom: "item") final class Thing {
    var price: Double = 0
    var kept: Int = 0
    @Transient var life = Lifetime()
    static let indices: [Index<Thing>] = [[\.price], [\.kept]]
  }
}

private enum LikeNames {
  @Persistent(table: "a_b") final class Long {
    @Column(indexed: true) var c: Int
  }

  @Persistent(table: "a") final class Short {
    @Column("b_c", indexed: true) var second: Int
  }
}

private enum BadIndices {
  struct Plain: Codable, Hashable {
    var x = 1
  }

  @Persistent final class Unsearchable {
    var name: String
    var plain: Plain = Plain()
    static let indices: [Index<Unsearchable>] = [Index(\.name).where { $0.plain == Plain() }]
  }

  @Persistent final class UniqueCollection {
    @Column(unique: true) var names: [String] = []
  }
}

private enum DerivedIndices {
  @Persistent class Base {
    var name: String
    @Column(indexed: true) var size: Int
    private static let indices: [Index<Base>] = [Index(\.name).where { $0.size > 3 }]
  }

  @Persistent final class Leaf: Base {
    var extra: Int = 0
    init() { super.init(name: "", size: 0) }
  }
}
