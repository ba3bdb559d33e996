import PersistentObjectsDriver

/// Checks of foreign keys, if the dialect's character says that there are some.
enum ReferenceChecks {
  static let all = [
    Check(
      "A reference to a missing row must be constraintViolated, at the COMMIT at the latest",
      refusesMissing),
    Check(
      "If defersConstraints is true, a row must be written before the one that it refers to", defers
    ),
    Check(
      "The deletion of a row that a reference restricts must be refused, at the COMMIT at the latest",
      restricts),
    Check("A reference with setNull must become NULL when its row is deleted", setsNull),
    Check(
      "A row whose reference cascades must be deleted with the row that it refers to", cascades),
    Check("A row with an owner must follow when the owner gets another key", followsOwner),
    Check(
      "A row with an owner must be deleted with its owner, and cannot exist without one",
      goesWithOwner),
    Check("A table must refer to itself, and tables to each other", refersInCircles),
  ]

  private static func makeFamily(_ bench: Bench, _ action: ForeignKey.Action) throws {
    try bench.requireForeignKeys()
    try bench.makeFamily(onDelete: action)
    try bench.run("INSERT INTO parent (pk) VALUES (1)")
    try bench.run("INSERT INTO parent (pk) VALUES (2)")
    try bench.run("INSERT INTO child (pk, parent) VALUES (10, 1)")
    try bench.run("INSERT INTO child (pk, parent) VALUES (20, 2)")
  }

  /// Demands that a statement is refused, by itself or when its transaction ends.
  private static func demandRefusal(_ bench: Bench, _ sql: String) throws {
    let error = try bench.demandError([.constraintViolated], of: "it", sql: sql) {
      try bench.transaction { try bench.run(sql) }
    }
    try bench.demandKind(.foreignKey, of: error)
    try bench.connection.rollBackOpen()
  }

  private static func refusesMissing(_ bench: Bench) throws {
    try makeFamily(bench, .restrict)
    try demandRefusal(bench, "INSERT INTO child (pk, parent) VALUES (30, 3)")
    try demandRefusal(bench, "UPDATE child SET parent = 3 WHERE pk = 10")
    try bench.demand([1, 2], of: "SELECT parent FROM child ORDER BY pk")
  }

  private static func defers(_ bench: Bench) throws {
    try bench.require(bench.character.defersConstraints, "defersConstraints is false")
    try makeFamily(bench, .restrict)
    try bench.transaction {
      try bench.run("INSERT INTO child (pk, parent) VALUES (30, 3)")
      try bench.run("INSERT INTO parent (pk) VALUES (3)")
      try bench.run("DELETE FROM parent WHERE pk = 1")
      try bench.run("DELETE FROM child WHERE pk = 10")
    }
    try bench.demand([2, 3], of: "SELECT parent FROM child ORDER BY pk")
  }

  private static func restricts(_ bench: Bench) throws {
    try makeFamily(bench, .restrict)
    try demandRefusal(bench, "DELETE FROM parent WHERE pk = 1")
    try bench.demand([1, 2], of: "SELECT pk FROM parent ORDER BY pk")
  }

  private static func setsNull(_ bench: Bench) throws {
    try makeFamily(bench, .setNull)
    try bench.run("DELETE FROM parent WHERE pk = 1")
    try bench.demand([[.null], [.integer(2)]], of: "SELECT parent FROM child ORDER BY pk")
  }

  private static func cascades(_ bench: Bench) throws {
    try makeFamily(bench, .cascade)
    try bench.run("DELETE FROM parent WHERE pk = 1")
    try bench.demand([20], of: "SELECT pk FROM child")
  }

  // MARK: Owners

  /// Makes lists that each have another list in each of their places.
  private static func makeLists(_ bench: Bench) throws {
    try bench.requireForeignKeys()
    let keys = ["list", "place", "inner_place"]
    for (name, count) in [("outer_list", 2), ("inner_list", 3)] {
      try bench.make(
        TableDefinition(
          name: name,
          columns: keys.prefix(count).map {
            ColumnDefinition(name: $0, storage: .integer, isRequired: true)
          },
          primaryKey: Array(keys.prefix(count)), isClustered: true,
          owner: count == 3 ? RowReference(table: "outer_list", columns: ["list", "place"]) : nil))
    }
    for place in 1...2 {
      try bench.run("INSERT INTO outer_list (list, place) VALUES (1, \(place))")
      try bench.run("INSERT INTO inner_list (list, place, inner_place) VALUES (1, \(place), 7)")
    }
  }

  private static func followsOwner(_ bench: Bench) throws {
    try makeLists(bench)
    try bench.run("UPDATE outer_list SET place = -1 - place WHERE place = 2")
    try bench.demand([-3, 1], of: "SELECT place FROM inner_list ORDER BY place")
  }

  private static func goesWithOwner(_ bench: Bench) throws {
    try makeLists(bench)
    try bench.run("DELETE FROM outer_list WHERE place = 1")
    try bench.demand([2], of: "SELECT place FROM inner_list")
    try demandRefusal(
      bench, "INSERT INTO inner_list (list, place, inner_place) VALUES (1, 9, 9)")
  }

  private static func refersInCircles(_ bench: Bench) throws {
    try bench.requireForeignKeys()
    func column(_ name: String, _ table: String) -> ColumnDefinition {
      ColumnDefinition(
        name: name, storage: .integer, foreignKey: ForeignKey(table: table, onDelete: .setNull))
    }
    func make() throws {
      try bench.make("knot", [column("own", "knot")])
      try bench.make("ring", [column("knot", "knot")])
      try bench.add(column("ring", "ring"), to: "knot")
    }
    if bench.character.transactsLayout { try bench.transaction(make) } else { try make() }
    try bench.run("INSERT INTO knot (pk, own) VALUES (1, 1)")
    try bench.run("INSERT INTO ring (pk, knot) VALUES (1, 1)")
    try bench.run("UPDATE knot SET ring = 1")
    try bench.run("DELETE FROM ring")
    try bench.demand([[.integer(1), .null]], of: "SELECT own, ring FROM knot")
  }
}
