import Foundation
import PersistentObjects
import TestSupport
import Testing

// The value of a property in one column and in several.

private struct PlainHome: Codable, Hashable {
  var street: String
  var city: String
}

@Embeddable private struct Home: Codable, Hashable {
  var street: String
  var city: String
}

/// `Home` by one column: its text is "street;city".
private struct HomeText: ColumnCodec {
  let identifier = CodecIdentifier("home-text")
  let storage = StorageClass.text

  func encode(_ home: Home, into column: inout ColumnWriter) {
    column.write("\(home.street);\(home.city)")
  }

  func decode(from column: borrowing ColumnReader) throws -> Home {
    let parts = try column.text().split(separator: ";")
    guard parts.count == 2 else { throw CodecError("this is no address") }
    return Home(street: String(parts[0]), city: String(parts[1]))
  }
}

private struct LoudText: ColumnCodec {
  let identifier = CodecIdentifier("loud")
  let storage = StorageClass.text
  func encode(_ text: String, into column: inout ColumnWriter) { column.write(text.uppercased()) }
  func decode(from column: borrowing ColumnReader) throws -> String {
    try column.text().lowercased()
  }
}

private enum OneColumn {
  @Persistent(table: "owner") final class Owner {
    @Column(codec: HomeText(), indexed: true) var home: Home
    @Column(codec: HomeText()) var second: Home?
    @Column(codec: LoudText()) var kind: String = "cash"
    var homes: [Home] = []
  }
}

private enum Columns {
  @Embeddable enum Kind: Equatable {
    case cash
    case card(String)
  }

  @Persistent(table: "owner") final class Owner {
    var home: Home
    var second: Home?
    var homes: [Home] = []
  }

  @Persistent(table: "owner") final class KindOwner {
    var kind: Kind = .cash
  }
}

private enum LoudFields {
  @Embeddable struct Home: Hashable {
    var street: String
    @Column(codec: LoudText()) var city: String
  }

  @Persistent(table: "owner") final class Owner {
    var home: Home
    var second: Home?
  }
}

@Suite struct CompositeRecodeTests {
  private static let (bonn, rome) = (
    Home(street: "Markt", city: "bonn"), Home(street: "Via", city: "rome")
  )

  private static func evolve(
    _ body: (TemporaryStore, Store) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      try session.given(
        OneColumn.Owner(home: Self.bonn, second: Self.rome),
        OneColumn.Owner(home: Self.rome, second: nil))
      session.clear()
      let later = try store.reopened()
      defer { later.close() }
      try body(store, later)
    }
  }

  @Test func oneColumnBecomesSeveralAndBack() throws {
    try Self.evolve { store, later in
      let error = failure { _ = try Columns.Owner.findAll(in: Session(store: later)) }
      #expect(error?.code == .schemaMismatch)
      #expect(
        error?.message.contains(
          "store.recode(.property(\\Columns.Owner.home, from: <#the codec 'home-text 1'#>))")
          == true)
      #expect(try later.blocking.recode(.property(\Columns.Owner.home, from: HomeText())) == 2)
      #expect(try later.blocking.recode(.property(\Columns.Owner.second, from: HomeText())) == 1)
      #expect(try later.blocking.recode(.property(\Columns.Owner.home, from: HomeText())) == 0)
      let read = try Columns.Owner.query.order(by: \.pk).find(in: Session(store: later))
      #expect(
        read.map(\.home) == [Self.bonn, Self.rome] && read.map(\.second) == [Self.rome, nil])
      #expect(
        try store.rows("SELECT home_city, second_city FROM owner ORDER BY pk")
          == ["bonn|rome", "rome|NULL"])
      later.close()
      let back = try store.reopened()
      defer { back.close() }
      let wrong = failure { _ = try OneColumn.Owner.findAll(in: Session(store: back)) }
      #expect(wrong?.code == .schemaMismatch)
      let codec = Home.compositeCodec
      #expect(try back.blocking.recode(.property(\OneColumn.Owner.home, from: codec)) == 2)
      #expect(try back.blocking.recode(.property(\OneColumn.Owner.second, from: codec)) == 1)
      let again = try OneColumn.Owner.query.order(by: \.pk).find(in: Session(store: back))
      #expect(again.map(\.home) == [Self.bonn, Self.rome])
      #expect(again.map(\.second) == [Self.rome, nil])
      #expect(try back.blocking.checkIntegrity().isSound)
    }
  }

  @Test func anArchiveBecomesColumns() throws {
    try TemporaryStore.run { store, session in
      try session.given(
        Archived.Owner(
          home: Self.bonn, second: nil,
          homes: [Self.bonn, Self.rome].map { PlainHome(street: $0.street, city: $0.city) }),
        Archived.Owner(home: Self.rome, second: Self.bonn))
      session.clear()
      let later = try store.reopened()
      defer { later.close() }
      let archive = KeyedArchiveCodec<Home>()
      #expect(try later.blocking.recode(.property(\Columns.Owner.home, from: archive)) == 2)
      #expect(try later.blocking.recode(.property(\Columns.Owner.second, from: archive)) == 1)
      let elements = KeyedArchiveCodec<PlainHome>()
      let recoding = Recoding.property(\Columns.Owner.homes, from: elements) {
        Home(street: $0.street, city: $0.city)
      }
      #expect(try later.blocking.recode(recoding) == 2)
      let read = try Columns.Owner.query.order(by: \.pk).find(in: Session(store: later))
      #expect(
        read.map(\.home) == [Self.bonn, Self.rome] && read.map(\.second) == [nil, Self.bonn])
      #expect(read.map(\.homes) == [[Self.bonn, Self.rome], []])
    }
  }

  @Test func aColumnOfValuesBecomesAnEnumWithCases() throws {
    try Self.evolve { store, later in
      let recoding = Recoding.property(\Columns.KindOwner.kind, from: LoudText()) { _ in
        Columns.Kind.card("x")
      }
      #expect(try later.blocking.recode(recoding) == 2)
      let read = try Columns.KindOwner.findAll(in: Session(store: later))
      #expect(read.map(\.kind) == [.card("x"), .card("x")])
      #expect(
        try store.rows("SELECT kind, kind_card FROM owner ORDER BY pk") == ["card|x", "card|x"])
    }
  }

  @Test func aFieldGetsAnotherCodec() throws {
    try TemporaryStore.run { store, session in
      try session.given(Fielded.Owner(home: Self.bonn, second: Self.rome))
      session.clear()
      let later = try store.reopened()
      defer { later.close() }
      let error = failure { _ = try LoudFields.Owner.findAll(in: Session(store: later)) }
      #expect(error?.code == .codecMismatch)
      #expect(
        error?.message.contains(".property(\\LoudFields.Owner.home.city, from: TextCodec())")
          == true
          || error?.problems.contains { $0.message.contains("LoudFields.Owner.home.city") } == true)
      let plain = StringCodec()
      #expect(
        try later.blocking.recode(.property(\LoudFields.Owner.home.city, from: plain)) == 1)
      #expect(
        try later.blocking.recode(
          .field(\LoudFields.Home.city, of: \LoudFields.Owner.second, from: plain)) == 1)
      let read = try LoudFields.Owner.findAll(in: Session(store: later))
      #expect(read.map(\.home.city) == ["bonn"] && read.map(\.second?.city) == ["rome"])
      #expect(try store.rows("SELECT home_city, second_city FROM owner") == ["BONN|ROME"])
    }
  }

  @Test func aCodecThatDidNotWriteTheValueIsRefused() throws {
    try Self.evolve { _, later in
      let error = failure {
        try later.blocking.recode(
          .property(\Columns.Owner.home, from: KeyedArchiveCodec<Home>()))
      }
      #expect(error?.code == .codecMismatch)
      #expect(error?.message.contains("but by 'home-text 1'") == true)
    }
  }
}

private enum Archived {
  @Persistent(table: "owner") final class Owner {
    @Column(codec: KeyedArchiveCodec<Home>()) var home: Home
    @Column(codec: KeyedArchiveCodec<Home>()) var second: Home?
    var homes: [PlainHome] = []
  }
}

private enum Fielded {
  @Persistent(table: "owner") final class Owner {
    var home: Home
    var second: Home?
  }
}
