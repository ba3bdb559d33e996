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

  @Test func aChangedFieldIsOneColumnOfOneRow() throws {
    try TemporaryStore.run { store, session in
      func line(_ product: String) -> OrderLine {
        OrderLine(product: product, quantity: 1, price: 2, note: nil)
      }
      let cart = Cartload(lines: [line("a"), line("b")], byCode: ["x": line("c")])
      try session.save(cart)
      func update(_ body: () -> Void) throws -> [String] {
        body()
        return try store.statements { try session.save() }.filter { !$0.hasPrefix("SELECT") }
          .filter { $0.contains("cartload") }
      }
      #expect(
        try update { cart.lines[1].quantity = 5 }
          == [
            "UPDATE cartload_lines SET quantity = ?3 WHERE parent_pk = ?1 AND array_index = ?2"
          ])
      #expect(
        try update {
          cart.byCode["x"]?.quantity = 7
          cart.byCode["x"]?.note = "n"
        } == [
          """
          UPDATE cartload_by_code SET quantity = ?3, note = ?4 WHERE parent_pk = ?1 AND dictionary_key = ?2
          """
        ])
      _ = try update { cart.lines.insert(line("z"), at: 0) }
      _ = try update { cart.lines[2].price = 9 }
      let read = try #require(try Cartload.query.findFirst(in: Session(store: store.store)))
      #expect(read.lines == cart.lines && read.byCode == cart.byCode)
    }
  }

  @Test func keysHaveAColumnForEachField() throws {
    try TemporaryStore.run { store, session in
      let (here, there) = (
        Position(latitude: 1, longitude: 2), Position(latitude: -3, longitude: 0.5)
      )
      let map = StarMap(
        labels: [here: "here", there: "there"], places: [here: .init(street: "s", city: "c")])
      try session.save(map)
      #expect(
        try store.rows(
          """
          SELECT dictionary_key_latitude, dictionary_key_longitude, value FROM star_map_labels
          ORDER BY value
          """) == ["1.0|2.0|here", "-3.0|0.5|there"])
      let keyed = try StarMap.where { $0.labels.contains(key: there) }.count(in: session)
      let labels = try StarMap.query.select { $0.labels[here] }.find(in: session)
      let cities = try StarMap.query.select { $0.places[here].city }.find(in: session)
      #expect(keyed == 1 && labels == ["here"] && cities == ["c"])
      let other = Session(store: store.store)
      let read = try #require(try StarMap.query.findFirst(in: other))
      #expect(read.labels == map.labels && read.places == map.places)
      read.labels[there] = nil
      read.labels[here] = "HERE"
      read.labels[Position(latitude: 9, longitude: 9)] = "new"
      try other.save()
      #expect(
        try store.rows(
          "SELECT dictionary_key_latitude, value FROM star_map_labels ORDER BY 1")
          == ["1.0|HERE", "9.0|new"])
    }
  }
}
