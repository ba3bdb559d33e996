import PersistentObjects
import TestSupport
import Testing

@Suite struct NamingStrategyTests {
  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func aStrategyNamesWhatNoAttributeNames() throws {
    try TemporaryStore.run { store, session in
      let ship = Ship(callSign: "c", homePort: "h")
      ship.crewNames = ["a"]
      ship.owner = Shipowner(fullName: "o")
      try session.save(ship)
      #expect(
        try store.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'x%'")
          .sorted() == ["xShip", "xShip_crewNames", "xShipowner"])
      #expect(try store.rows("SELECT callSign, home, owner FROM \"xShip\"") == ["c|h|1"])
      #expect(try Ship.find("homePort = \("h")", in: session) == [ship])
      #expect(Ship.tableName == "xShip")
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL.")) func aSubclassNamesWhatItAdds() throws {
    try TemporaryStore.run { store, session in
      try session.save(Ferry(lineName: "l", deckCount: 2))
      #expect(try store.rows("SELECT line_name, DECK_COUNT FROM FERRY") == ["l|2"])
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func reservedAndEqualNamesAreRefusedAtTheFirstUse() throws {
    try TemporaryStore.run { store, session in
      let reserved = failure { try session.makeTables(for: Reserved.self) }
      #expect(reserved?.code == .invalidModel && reserved?.context.property == nil)
      #expect(reserved?.message.contains("'sqlite_x'") == true)
      let equal = failure { try session.makeTables(for: Equal.self) }
      #expect(equal?.code == .invalidModel && equal?.context.column == "same")
      let empty = failure { try session.makeTables(for: Empty.self) }
      #expect(empty?.code == .invalidModel && empty?.context.property == "name")
      let made = try store.rows("SELECT name FROM sqlite_schema")
      #expect(made == [])
    }
  }
}

private struct Prefixed: NamingStrategy {
  func table(forClass name: String, proposed: String) -> String { "x" + name }
  func column(forProperty name: String, proposed: String) -> String { name }
}

/// A strategy that a whole program may declare once, for those of its classes that conform.
private protocol PrefixedByProtocol: PersistentObject {}
extension PrefixedByProtocol { static var naming: any NamingStrategy { Prefixed() } }

@Persistent private final class Shipowner: PrefixedByProtocol {
  var fullName: String
  @Transient var life = Lifetime()
}

@Persistent private final class Ship {
  static var naming: any NamingStrategy { Prefixed() }
  var callSign: String
  @Column("home") var homePort: String
  var crewNames: [String] = []
  var owner: Shipowner?
  @Transient var life = Lifetime()
}

private struct Shouting: NamingStrategy {
  func table(forClass name: String, proposed: String) -> String { proposed.uppercased() }
  func column(forProperty name: String, proposed: String) -> String { proposed.uppercased() }
}

@Persistent private class Line {
  class var naming: any NamingStrategy { SnakeCaseNaming() }
  var lineName: String
}

@Persistent private final class Ferry: Line {
  override class var naming: any NamingStrategy { Shouting() }
  var deckCount: Int
  init(lineName: String, deckCount: Int) {
    self.deckCount = deckCount
    super.init(lineName: lineName)
  }
}

private struct Constant: NamingStrategy {
  var table = "constant"
  var column = "same"
  func table(forClass name: String, proposed: String) -> String { table }
  func column(forProperty name: String, proposed: String) -> String { column }
}

@Persistent private final class Reserved {
  static var naming: any NamingStrategy { Constant(table: "sqlite_x") }
  var name: String
}

@Persistent private final class Equal {
  static var naming: any NamingStrategy { Constant() }
  var a: String
  var b: String
}

@Persistent private final class Empty {
  static var naming: any NamingStrategy { Constant(table: "empty", column: "") }
  var name: String
}
