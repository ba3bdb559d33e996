import PersistentObjects
import TestSupport
import Testing

/// The effects of deletions on references, in the file and in memory.
@Suite struct DeleteRuleTests {
  // MARK: Cascades

  @Test func objectsThatReferByCascadeGoAlong() throws {
    try TemporaryStore.run { store, session in
      let ann = Author(name: "Ann")
      let book = Book(title: "B", author: ann)
      let other = Book(title: "O", author: Author(name: "Other"))
      let review = Review(text: "good", book: book)
      try session.given(book, other, review)
      let statements = try store.statements { try ann.delete() }
      #expect(
        statements.filter { !$0.hasPrefix("SELECT") } == [
          "BEGIN IMMEDIATE", "DELETE FROM author WHERE pk = ?1",
          "DELETE FROM book WHERE pk = ?1", "DELETE FROM review WHERE pk = ?1", "COMMIT",
        ])
      #expect(
        [ann.state, book.state, review.state, other.state] == [
          .deleted, .deleted, .deleted, .clean,
        ])
      #expect(try store.rows("SELECT title FROM book") == ["O"])
      #expect(try store.rows("SELECT count(*) FROM review") == ["0"])
    }
  }

  @Test func aCascadeReachesRowsOfWhichNoObjectIsInHand() throws {
    try TemporaryStore.run { store, session in
      for _ in 0..<3 {
        try session.save(Review(text: "r", book: Book(title: "B", author: Author(name: "A"))))
      }
      let other = Session(store: store.store)
      let review = try #require(try other.find(Review.self, pk: 2))
      #expect(try Author.query.delete(in: other) == 3)
      #expect(review.state == .deleted && review.book.state == .deleted)
      #expect(try store.rows("SELECT count(*) FROM review") == ["0"])
    }
  }

  @Test func aRollbackBringsAllBack() throws {
    try TemporaryStore.run { store, session in
      let ann = Author(name: "Ann")
      let book = Book(title: "B", author: ann, cover: Cover(colour: "red"))
      let review = Review(text: "good", book: book)
      try session.save(review)
      book.title = "changed"
      try session.cancelledTransaction {
        try session.cancelledTransaction { try ann.delete() }
        #expect([ann.state, book.state, review.state] == [.clean, .changed, .clean])
        try ann.delete()
        #expect([ann.state, book.state, review.state] == [.deleted, .deleted, .deleted])
      }
      #expect([ann.state, book.state, review.state] == [.clean, .changed, .clean])
      #expect(book.cover?.state == .clean && book.author === ann)
      try session.save()
      #expect(try store.rows("SELECT title FROM book") == ["changed"])
    }
  }

  @Test func circlesAndLongChainsOfCascadesEnd() throws {
    try TemporaryStore.run { store, session in
      var last: Node?
      let first = Node(number: 0)
      try session.transaction {
        for number in 1...2_000 {
          let node = Node(number: number, next: last ?? first)
          try session.save(node)
          last = node
        }
        first.next = last
        try session.save()
      }
      #expect(try Node.delete(pk: 1_000, in: session))
      #expect(first.state == .deleted && last?.state == .deleted)
      #expect(try store.rows("SELECT count(*) FROM node") == ["0"])
      // References of a deleted object no longer matter.
      first.next = nil
    }
  }

  @Test(.onSQLite) func aLongChainThatCannotBeDeletedKeepsItsReferences() throws {
    try TemporaryStore.run { store, session in
      var nodes: [Node] = []
      for number in 0..<200 { nodes.append(Node(number: number, next: nodes.last)) }
      try session.save(contentsOf: nodes)
      try session.execute(
        """
        CREATE TRIGGER keeping BEFORE DELETE ON node WHEN old.number = 150
        BEGIN SELECT RAISE(ABORT, 'it stays'); END
        """)
      try session.transaction {
        #expect(failure { try nodes[0].delete() }?.message.contains("it stays") == true)
      }
      #expect(try store.rows("SELECT count(*), count(next) FROM node") == ["200|199"])
      #expect(nodes.allSatisfy { $0.state == .clean })
      try session.execute("DROP TRIGGER keeping")
    }
  }

  @Test func deletesTargetsDeletesWhatIsReferredTo() throws {
    try TemporaryStore.run { store, session in
      let book = Book(
        title: "B", author: Author(name: "A"), cover: Cover(colour: "red"),
        chapters: [Chapter(title: "1"), Chapter(title: "2")])
      try session.save(book)
      let other = Session(store: store.store)
      let chapter = try #require(try other.find(Chapter.self, pk: 2))
      try #require(try other.find(Book.self, pk: 1)).delete()
      #expect(chapter.state == .deleted)
      #expect(try store.rows("SELECT count(*) FROM chapter") == ["0"])
      #expect(try store.rows("SELECT count(*) FROM cover") == ["0"])
      #expect(try store.rows("SELECT count(*) FROM author") == ["1"])
    }
  }

  // MARK: Restrictions

  @Test func aRefusedDeletionNamesWhoRefersAndLeavesAllAsItWas() throws {
    try TemporaryStore.run { store, session in
      let editor = Author(name: "E")
      let book = Book(title: "B", author: Author(name: "A"), editor: editor)
      let shelf = Shelf(books: [book])
      try session.save(shelf)

      let first = failure { try editor.delete() }
      #expect(first?.code == .constraintViolated)
      #expect(first?.context.className == "Book" && first?.context.property == "editor")
      #expect(first?.message.hasPrefix("Author#2 cannot be deleted, since Book#1.editor") == true)

      let second = failure { try book.author.delete() }
      #expect(second?.context.className == "Shelf" && second?.context.property == "books")
      #expect(second?.message.hasPrefix("Book#1 cannot be deleted, since Shelf#1.books") == true)
      #expect([editor.state, book.state, book.author.state] == [.clean, .clean, .clean])
      #expect(try store.rows("SELECT count(*) FROM author") == ["2"])

      try session.transaction {
        try book.author.delete()
        try shelf.delete()
      }
      #expect(book.state == .deleted && editor.state == .clean)
    }
  }

  /// A server that has refused the COMMIT has the deleted rows again.
  @Test func aReferenceThatIsDeletedTooIsNotBlamed() throws {
    try TemporaryStore.run { _, session in
      let editor = Author(name: "E")
      let books = ["A", "B"].map { Book(title: $0, author: Author(name: $0), editor: editor) }
      try session.save(contentsOf: books)
      let error = failure {
        try session.transaction {
          try books[0].delete()
          try editor.delete()
        }
      }
      #expect(error?.context.className == "Book" && error?.context.property == "editor")
      #expect(error?.context.pk == books[1].pk, "\(error as Any)")
    }
  }

  /// Nor has it what the transaction has made of the other references.
  @Test func aReferenceThatHasBeenMovedIsNotBlamed() throws {
    try TemporaryStore.run { _, session in
      let (former, editor) = (Author(name: "F"), Author(name: "E"))
      let books = ["A", "B"].map { Book(title: $0, author: Author(name: $0), editor: former) }
      try session.save(contentsOf: books)
      try session.save(editor)
      let error = failure {
        try session.transaction {
          books[0].editor = editor
          try session.save()
          try former.delete()
        }
      }
      #expect(error?.context.className == "Book" && error?.context.property == "editor")
      #expect(error?.context.pk == books[1].pk, "\(error as Any)")
    }
  }

  @Test func aRowThatIsMadeAgainMayBeReferredTo() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      try session.given(Licence(number: 1, animal: rex))
      try session.transaction {
        try rex.delete()
        try session.execute("INSERT INTO dog (pk, name, weight) VALUES (1, 'Max', 1)")
      }
      #expect(try store.rows("SELECT name FROM dog") == ["Max"])
    }
  }

  @Test func referencesWithoutForeignKeysFollowTheSameRules() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      let leash = Leash(colour: "red", animal: rex)
      let licence = Licence(number: 1, animal: rex)
      try session.given(leash, licence, Label(text: "x", owner: rex))
      let error = failure { try rex.delete() }
      #expect(error?.context.className == "Licence" && error?.context.property == "animal")
      #expect([rex.state, leash.state] == [.clean, .clean])
      #expect(try store.rows("SELECT count(*) FROM leash") == ["1"])

      // Within one transaction the order does not matter, as with foreign keys.
      try session.transaction {
        try rex.delete()
        try licence.delete()
      }
      #expect(leash.state == .deleted)
      #expect(try store.rows("SELECT owner, owner_class FROM label") == ["NULL|NULL"])
      #expect(try store.rows("SELECT count(*) FROM leash") == ["0"])
    }
  }

  @Test func aProgramThatDoesNotKnowTheReferringClassObeysItsRule() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      let max = Dog(name: "Max")
      try session.given(
        Leash(colour: "red", animal: rex), Licence(number: 1, animal: max),
        Label(text: "x", owner: rex), Keeper(name: "K", pet: rex, herd: [rex, max]))
      let other = try store.reopened()
      defer { other.close() }
      let stranger = Session(store: other)
      #expect(try Dog.delete(pk: 1, in: stranger))
      #expect(try store.rows("SELECT count(*) FROM leash") == ["0"])
      #expect(try store.rows("SELECT owner, owner_class FROM label") == ["NULL|NULL"])
      #expect(try store.rows("SELECT pet, pet_class FROM keeper") == ["NULL|NULL"])
      #expect(try store.rows("SELECT fk FROM keeper_herd") == ["2"])
      let error = failure { try Dog.delete(pk: 2, in: stranger) }
      #expect(error?.context.className == "Licence")
    }
  }

  @Test func whatAnotherProcessHasMadeMeanwhileIsKnown() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      try session.save(rex)
      try session.delete(Dog.self, pks: [99])
      let other = try store.reopened()
      defer { other.close() }
      let second = Session(store: other)
      let pet = try #require(try second.find(Dog.self, pk: 1))
      try second.save(Leash(colour: "red", animal: pet))
      try rex.delete()
      #expect(try store.rows("SELECT count(*) FROM leash") == ["0"])
    }
  }

  // MARK: Deleting everything that is reached

  @Test func cascadeDeletesAllThatIsReached() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let ann = Person.ann()
      joe.home = Address(city: "Rome")
      joe.friends = [ann]
      ann.friends = [joe]
      let stays = Person(firstName: "S", lastName: "S")
      stays.friends = [joe]
      try session.given(joe, stays)
      let other = Session(store: store.store)
      let found = try #require(try other.find(Person.self, pk: joe.pk ?? 0))
      try found.delete(cascade: true)
      #expect(try store.rows("SELECT first_name FROM person") == ["S"])
      #expect(try store.rows("SELECT count(*) FROM address") == ["0"])
      #expect(try store.rows("SELECT count(*) FROM person_friends") == ["0"])
    }
  }

  @Test func cascadeIsRefusedAsAWhole() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      joe.friends = [.ann()]
      try session.save(Invoice(number: 1, customer: joe.friends[0]))
      try session.save(joe)
      let error = failure { try joe.delete(cascade: true) }
      #expect(error?.context.className == "Invoice" && error?.context.property == "customer")
      #expect(joe.state == .clean && joe.home?.state == .clean && joe.friends[0].state == .clean)
      #expect(try store.rows("SELECT count(*) FROM person") == ["2"])
    }
  }

  @Test func keysAreEnoughToDelete() throws {
    try TemporaryStore.run { store, session in
      try session.given(Person.joe(), Person.ann(), Person.joe())
      #expect(try Person.delete(pks: [1, 3, 99], in: session) == 2)
      #expect(try !Person.delete(pk: 1, in: session))
      #expect(try store.rows("SELECT pk FROM person") == ["2"])
    }
  }

  // MARK: Files

  @Test(.onSQLite) func anotherRuleIsAnotherForeignKeyInTheFile() throws {
    try TemporaryStore.run { store, session in
      let author = First.Writer(name: "A")
      try session.given(First.Text(title: "T", writer: author), First.Text(title: "N"))
      try session.save(
        First.Library(texts: [try #require(try session.find(First.Text.self, pk: 1))]))
      try session.execute("CREATE INDEX own ON text (writer, title)")
      try session.execute(
        "CREATE TRIGGER kept AFTER INSERT ON text BEGIN SELECT new.writer; END")

      let other = try store.reopened()
      defer { other.close() }
      let second = Session(store: other)
      #expect(try Second.Text.findAll(in: second).map { $0.writer?.name } == ["A", nil])
      _ = try Second.Library.findAll(in: second)
      let tables = try store.rows(
        "SELECT sql FROM sqlite_schema WHERE name IN ('text', 'library_texts') ORDER BY name")
      #expect(tables[0].contains("fk INTEGER REFERENCES text (pk) ON DELETE NO ACTION"))
      #expect(tables[1].contains("writer INTEGER REFERENCES writer (pk) ON DELETE CASCADE"))
      #expect(
        try store.rows(
          "SELECT name FROM sqlite_schema WHERE tbl_name = 'text' AND type <> 'table' ORDER BY 1")
          == ["index_text_writer", "kept", "own"])
      #expect(try store.rows("SELECT parent_pk, fk FROM library_texts") == ["1|1"])

      let text = try #require(try second.find(Second.Text.self, pk: 1))
      let refused = failure { try text.delete() }
      #expect(refused?.context.className == "Second.Library")
      try second.transaction {
        try Second.Library.query.delete(in: second)
        try Second.Writer.query.delete(in: second)
      }
      #expect(text.state == .deleted)
      #expect(try store.rows("SELECT title FROM text") == ["N"])
      // Nothing is pending at the next opening.
      let third = try store.reopened()
      defer { third.close() }
      let opening = try store.statements { _ = try Second.Text.count(in: Session(store: third)) }
      #expect(!opening.contains("BEGIN IMMEDIATE"))
    }
  }

  @Test(.onSQLite) func filesWithoutRecordedRulesOpenAndFollowTheirForeignKeys() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      try session.given(
        Invoice(number: 1, customer: .joe()), Leash(colour: "red", animal: rex))
      try session.execute("ALTER TABLE _persistent_column DROP COLUMN on_delete")
      try session.execute("ALTER TABLE _persistent_column DROP COLUMN deletes_targets")

      let other = try store.reopened(classes: [Leash.self])
      defer { other.close() }
      let second = Session(store: other)
      let error = failure { try Person.delete(pk: 1, in: second) }
      #expect(error?.context.className == "Invoice", "the class was not used, but its key is there")
      #expect(try Dog.delete(pk: 1, in: second))
      #expect(try store.rows("SELECT count(*) FROM leash") == ["0"])
    }
  }

  // MARK: Declarations

  @Test func rulesThatMakeNoSenseAreRefused() throws {
    try TemporaryStore.run { _, session in
      let value = failure { _ = try RuleOfValue.count(in: session) }
      #expect(value?.code == .invalidModel && value?.context.property == "colour")
      let required = failure { _ = try NullifiedRequired.count(in: session) }
      #expect(required?.code == .invalidModel && required?.context.property == "home")
      let collection = failure { _ = try CascadingCollection.count(in: session) }
      #expect(collection?.code == .invalidModel && collection?.context.property == "homes")
    }
  }
}

@Persistent private final class Author {
  var name: String
  @Transient var life = Lifetime()
}

@Persistent private final class Book {
  var title: String
  @Column(onDelete: .cascade) var author: Author
  @Column(onDelete: .restrict) var editor: Author?
  @Column(deletesTargets: true) var cover: Cover?
  @Column(deletesTargets: true) var chapters: [Chapter] = []
  @Transient var life = Lifetime()
}

@Persistent private final class Cover {
  var colour: String
}

@Persistent private final class Chapter {
  var title: String
}

@Persistent private final class Review {
  var text: String
  @Column(onDelete: .cascade) var book: Book
  @Transient var life = Lifetime()
}

@Persistent private final class Shelf {
  @Column(onDelete: .restrict) var books: Set<Book> = []
}

@Persistent private final class Node {
  var number: Int
  @Column(onDelete: .cascade) var next: Node?
}

@Persistent private final class Leash {
  var colour: String
  @Column(onDelete: .cascade) var animal: Animal?
}

@Persistent private final class Licence {
  var number: Int
  var animal: Animal
}

private enum First {
  @Persistent final class Writer {
    var name: String
  }

  @Persistent final class Text {
    var title: String
    var writer: Writer?
  }

  @Persistent final class Library {
    var texts: Set<Text> = []
  }
}

private enum Second {
  @Persistent final class Writer {
    var name: String
  }

  @Persistent final class Text {
    @Column(onDelete: .cascade) var writer: Writer?
    var title: String
  }

  @Persistent final class Library {
    @Column(onDelete: .restrict) var texts: Set<Text> = []
  }
}

private typealias Homes = [Address]

@Persistent private final class RuleOfValue {
  @Column(onDelete: .cascade) var colour: Hue
}

private enum Hue: String, Codable, Sendable {
  case dark
}

@Persistent private final class NullifiedRequired {
  @Column(onDelete: nullify) var home: Address
}

private let nullify = DeleteRule.nullify

@Persistent private final class CascadingCollection {
  @Column(onDelete: .cascade) var homes: Homes = []
}
