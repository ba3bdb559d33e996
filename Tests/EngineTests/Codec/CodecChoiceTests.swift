import Foundation
import PersistentObjects
import PersistentObjectsDriver
import TestSupport
import Testing

@Suite struct CodecChoiceTests {
  private func recorded(_ column: String, _ registry: CodecRegistry) throws -> String {
    var codec = ""
    try TemporaryStore.run(codecs: registry) { store, session in
      try session.makeTables(for: Chooser.self)
      codec = try store.rows(
        "SELECT codec FROM _persistent_column WHERE column_name = \(column)"
      ).joined()
    }
    return codec
  }

  @Test func thePropertyDecidesFirst() throws {
    let registry = CodecRegistry.standard.registering(Named<Storable>("registry"))
    #expect(try recorded("own", registry) == "property")
    #expect(try recorded("maybe_own", registry) == "property")
  }

  @Test func thenTheRegistry() throws {
    let registry = CodecRegistry.standard
      .registering(Named<Storable>("first")).registering(Named<Storable>("registry"))
      .registering(Named<Plain>("plain")).registering(Named<Int>("my-int"))
      .registering(Named<[Double]>("vector"))
    #expect(try recorded("storable", registry) == "registry")
    #expect(try recorded("maybe_storable", registry) == "registry")
    #expect(try recorded("plain", registry) == "plain")
    #expect(try recorded("number", registry) == "my-int")
    #expect(
      try recorded("vector", registry) == "vector", "a codec for the whole makes it one column")
  }

  @Test func thenTheType() throws {
    #expect(try recorded("storable", .standard) == "type")
    #expect(try recorded("maybe_storable", .standard) == "type")
  }

  @Test func thenItsStructure() throws {
    #expect(try recorded("number", .standard) == "integer")
    #expect(try recorded("raw", .standard) == "integer", "by its raw value")
    #expect(try recorded("plain", .standard) == "keyed-archive")
    #expect(try recorded("vector", .standard) == "", "a collection is a child table")
  }

  @Test func aRegistryIsAValue() {
    let changed = CodecRegistry.standard.registering(Named<Plain>("plain"))
    #expect(changed.codec(for: Plain.self)?.identifier.name == "plain")
    #expect(CodecRegistry.standard.codec(for: Plain.self)?.identifier.name != "plain")
    #expect(CodecRegistry().codec(for: Int.self) == nil)
  }
}

@Suite struct WrongStorageTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    let sql: String
    let property: String
    let table: String
    let column: String
    var testDescription: String { sql }
  }

  static let damages = [
    Damage(
      sql: "UPDATE person SET favourite = 'red'", property: "favourite", table: "person",
      column: "favourite"),
    Damage(
      sql: "UPDATE person SET first_name = NULL", property: "firstName", table: "person",
      column: "first_name"),
    Damage(
      sql: "UPDATE person SET birthdate = 'yesterday'", property: "birthdate", table: "person",
      column: "birthdate"),
  ]

  @Test(arguments: damages)
  func aRowThatCannotBeReadSaysWhereAndStaysAsItIs(_ damage: Damage) throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      try session.execute(Criteria(stringLiteral: damage.sql))
      let rows = try store.rows("SELECT * FROM person")
      let other = Session(store: store.store)
      for error in [
        failure { _ = try Person.findAll(in: other) },
        failure { _ = try Person.findAll(in: session) },
        failure { try joe.revert() },
      ] {
        #expect(error?.code == .decodingFailed)
        #expect(
          error?.context
            == .init(
              className: "Person", property: damage.property, table: damage.table,
              column: damage.column, pk: 1))
      }
      #expect(joe.state == .clean && joe.firstName == "Joe")
      #expect(try store.rows("SELECT * FROM person") == rows)
    }
  }

  @Test func anElementThatCannotBeReadFailsTheSession() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["Jo"]
      try session.save(joe)
      try session.execute("UPDATE person_nick_names SET value = NULL")
      let error = failure {
        try store.store.blocking.session { session in
          let found = try session.find(Person.self, pk: 1)
          #expect(found?.nickNames == [])
        }
      }
      let cause = error?.cause as? PersistenceError
      #expect(cause?.code == .decodingFailed)
      #expect(cause?.context.property == "nickNames" && cause?.context.pk == 1)
    }
  }

  @Test func plainTypesAreReadByTheCodecTheyHave() throws {
    try TemporaryStore.run { store, session in
      try session.save(Mirrored(number: 7, share: 0.5, word: "stressed", maybe: nil))
      try session.save(Mirrored(number: -1, share: 2, word: "", maybe: 3))
      #expect(
        try store.rows("SELECT number, share, word, maybe FROM mirrored ORDER BY pk")
          == ["-7|-0.5|desserts|NULL", "1|-2.0||-3"])
      try store.store.blocking.session { session in
        let all = try Mirrored.query.order(by: \.pk).find(in: session)
        #expect(all.map(\.number) == [7, -1] && all.map(\.share) == [0.5, 2])
        #expect(all.map(\.word) == ["stressed", ""] && all.map(\.maybe) == [nil, 3])
      }
    }
  }

  @Test func aCodecThatBreaksItsPromiseIsAnError() throws {
    try TemporaryStore.run { _, session in
      let error = failure { try session.save(Liar(value: 1)) }
      #expect(error?.code == .encodingFailed)
      #expect(error?.context.property == "value")
      #expect(error?.message.contains("promises") == true)
    }
  }

  /// Level 0 is written as NULL, and level 1 not at all; both would be read as nil.
  @Test(arguments: [0, 1])
  func aValueOfAnOptionalThatIsWrittenAsNullIsAnError(_ level: Int) throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Rated.self)
      let rating = Rating(level: level)
      let errors = [
        failure { try session.save(Rated(own: rating)) },
        failure { try session.save(Rated(others: [nil, rating])) },
        failure { _ = try Rated.find(in: session) { $0.own == rating } },
      ]
      #expect(errors.map { $0?.code } == [.encodingFailed, .encodingFailed, .encodingFailed])
      #expect(errors[0]?.message.contains("make the property optional") == true)
      let good = Rated(own: Rating(level: 2), others: [Rating(level: 3), nil])
      try session.given(good)
      #expect(try Rated.find(in: session) { $0.own == Rating(level: 2) } == [good])
      #expect(try Rated.count(in: session) { $0.own == nil } == 0)
    }
  }
}

/// The codec's own form of nil would not be found by SQL.
@Suite struct CodecOfOptionalTests {
  @Test func nilIsNullWhateverItsCodecWrites() throws {
    try TemporaryStore.run { store, session in
      let (none, one) = (Guessed(number: nil, list: nil), Guessed(number: 1, list: [2]))
      try session.save(none)
      try session.save(one)
      #expect(
        try store.rows("SELECT number, list FROM guessed ORDER BY pk") == ["NULL|NULL", "1|[2]"])
      #expect(try Guessed.find(in: session) { $0.number == nil } == [none])
      #expect(try Guessed.find(in: session) { $0.list != nil } == [one])
      try store.store.blocking.session { session in
        let all = try Guessed.query.order(by: \.pk).find(in: session)
        #expect(all.map(\.number) == [nil, 1] && all.map(\.list) == [nil, [2]])
      }
    }
  }

  /// The outer nil is NULL; the inner one has the codec's own form, by which the two are told
  /// apart.
  @Test func twoKindsOfNilAreKeptApart() throws {
    try TemporaryStore.run { store, session in
      let values: [Int??] = [.some(.some(1)), .some(nil), nil]
      try session.save(contentsOf: values.map { TwiceGuessed(number: $0) })
      #expect(
        try store.rows("SELECT number FROM twice_guessed ORDER BY pk") == ["1", "null", "NULL"])
      try store.store.blocking.session { session in
        let all = try TwiceGuessed.query.order(by: \.pk).find(in: session)
        #expect(all.map(\.number) == values)
      }
    }
  }

  @Test func itsCodecsOwnNilIsStillRead() throws {
    try TemporaryStore.run { store, session in
      try session.save(Guessed(number: 1, list: [2]))
      try session.execute("UPDATE guessed SET number = 'null', list = 'null'")
      try store.store.blocking.session { session in
        let all = try Guessed.findAll(in: session)
        #expect(all.map(\.number) == [nil] && all.map(\.list) == [nil])
      }
    }
  }

  @Test func anOptionalCodecRefusesAValueThatIsWrittenAsNull() {
    let cells = RowBatch(width: 1)
    var writer = ColumnWriter(cells, at: 0)
    #expect(throws: CodecError.self) {
      try OptionalCodec(RatingCodec()).encode(Rating(level: 0), into: &writer)
    }
  }
}

@Persistent final class TwiceGuessed {
  @Column(codec: JSONCodec<Int?>()) var number: Int??
}

@Persistent final class Guessed {
  @Column(codec: JSONCodec<Int?>()) var number: Int?
  @Column(codec: JSONCodec<[Int]?>()) var list: [Int]?
}

struct Rating: Hashable, Sendable, ColumnStorable {
  var level: Int
  static var columnCodec: RatingCodec { RatingCodec() }
}

/// Takes two values for the absence of one.
struct RatingCodec: ColumnCodec {
  let identifier = CodecIdentifier("rating")
  let storage = StorageClass.integer
  func encode(_ value: Rating, into column: inout ColumnWriter) {
    if value.level > 1 { column.write(Int64(value.level)) }
    if value.level == 0 { column.writeNull() }
  }
  func decode(from column: borrowing ColumnReader) throws -> Rating {
    Rating(level: Int(try column.integer()))
  }
}

@Persistent final class Rated {
  var own: Rating?
  var others: [Rating?] = []
}

/// Stores any value as the codec's own name; only tests of the choice of codecs use it.
struct Named<Value>: ColumnCodec {
  let name: String
  init(_ name: String) { self.name = name }
  var identifier: CodecIdentifier { CodecIdentifier(name) }
  var storage: StorageClass { .text }
  func encode(_ value: Value, into column: inout ColumnWriter) { column.write(name) }
  func decode(from column: borrowing ColumnReader) throws -> Value {
    throw CodecError("is never read")
  }
}

struct Storable: Sendable, ColumnStorable {
  static var columnCodec: Named<Storable> { Named("type") }
}

struct Plain: Codable, Sendable { var x = 1 }

enum Raw: Int { case one = 1 }

@Persistent final class Chooser {
  @Column(codec: Named<Storable>("property")) var own: Storable = Storable()
  @Column(codec: Named<Storable>("property")) var maybeOwn: Storable?
  var storable: Storable = Storable()
  var maybeStorable: Storable?
  var number: Int = 1
  var raw: Raw = Raw.one
  var plain: Plain = Plain()
  var vector: [Double] = []
}

struct LyingCodec: ColumnCodec {
  let identifier = CodecIdentifier("liar")
  let storage = StorageClass.integer
  func encode(_ value: Int, into column: inout ColumnWriter) { column.write("text") }
  func decode(from column: borrowing ColumnReader) throws -> Int { 0 }
}

@Persistent final class Liar {
  @Column(codec: LyingCodec()) var value: Int
}

/// Stores the negative of a number in the form of the standard codec.
struct OppositeInt: ColumnCodec {
  let identifier = CodecIdentifier("opposite")
  let storage = StorageClass.integer
  func encode(_ value: Int, into column: inout ColumnWriter) { column.write(Int64(-value)) }
  func decode(from column: borrowing ColumnReader) throws -> Int { Int(-(try column.integer())) }
}

struct OppositeDouble: ColumnCodec {
  let identifier = CodecIdentifier("opposite")
  let storage = StorageClass.real
  func encode(_ value: Double, into column: inout ColumnWriter) throws { try column.write(-value) }
  func decode(from column: borrowing ColumnReader) throws -> Double { -(try column.real()) }
}

@Persistent final class Mirrored {
  @Column(codec: OppositeInt()) var number: Int
  @Column(codec: OppositeDouble()) var share: Double
  @Column(codec: BackwardCodec()) var word: String
  @Column(codec: OppositeInt()) var maybe: Int?
}
