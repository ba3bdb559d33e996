import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct CompositeElementTests {
  private static func line(_ product: String, _ quantity: Int = 1) -> OrderLine {
    OrderLine(product: product, quantity: quantity, price: 1.5)
  }

  @Test func elementsHaveAColumnForEachField() throws {
    try TemporaryStore.run { store, session in
      let cartload = Cartload(
        lines: [Self.line("a"), Self.line("b", 2)], byCode: ["x": Self.line("c")])
      try session.given(cartload)
      #expect(
        try store.rows(
          "SELECT array_index, product, quantity, price, note FROM cartload_lines ORDER BY array_index"
        ) == ["0|a|1|001 1.5|NULL", "1|b|2|001 1.5|NULL"])
      #expect(
        try store.rows("SELECT dictionary_key, product FROM cartload_by_code") == ["x|c"])
    }
  }

  @Test func elementsOfAllKindsComeBack() throws {
    let bonn = PostalAddress(street: "Markt 1", city: "Bonn", zip: "5")
    try TemporaryStore.run { store, session in
      let cartload = Cartload(
        lines: [Self.line("a")], byCode: ["x": Self.line("b"), "y": Self.line("b")],
        visited: [Position(latitude: 1, longitude: 2), Position(latitude: 1, longitude: 3)],
        stops: [nil, Place(name: "n", address: bonn), nil],
        rounds: [[Self.line("c"), Self.line("d")], [], [Self.line("c")]])
      try session.given(cartload)
      let other = Session(store: store.store)
      let read = try #require(try Cartload.query.findFirst(in: other))
      #expect(read.lines == cartload.lines && read.byCode == cartload.byCode)
      #expect(read.stops == cartload.stops && read.rounds == cartload.rounds)
      #expect(read.visited == cartload.visited)
    }
  }

  @Test func differencesAreWrittenByRow() throws {
    try TemporaryStore.run { store, session in
      let cartload = Cartload(lines: [Self.line("a"), Self.line("b"), Self.line("c")])
      try session.given(cartload)
      cartload.lines[1].quantity = 7
      cartload.lines.append(Self.line("d"))
      let statements = try store.statements { try session.save() }
      #expect(statements.filter { $0.hasPrefix("UPDATE") }.count == 1)
      #expect(statements.filter { $0.hasPrefix("INSERT INTO cartload_lines") }.count == 1)
      session.clear()
      #expect(try Cartload.query.findFirst(in: session)?.lines.map(\.quantity) == [1, 7, 1, 1])
    }
  }

  @Test func theRecordsOfElementsAreSound() throws {
    try TemporaryStore.run { store, session in
      try session.given(Cartload(lines: [Self.line("a")], stops: [nil], rounds: [[]]))
      #expect(try store.store.blocking.checkIntegrity().problems.isEmpty)
    }
  }

  @Test func aSetNeedsFieldsThatAreNotNil() throws {
    try TemporaryStore.run { _, session in
      let error = failure { try session.given(WishList()) }
      #expect(error?.code == .invalidModel && error?.context.property == "places")
    }
  }
}
