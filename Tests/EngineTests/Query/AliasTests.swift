import PersistentObjects
import TestSupport
import Testing

/// Tables and columns with the names that statements give to other rows and values.
@Suite struct AliasTests {
  @Test func aTableMayHaveTheNameOfABatch() throws {
    try TemporaryStore.run { store, session in
      let batched = (0..<20).map { Batched(number: $0) }
      try session.save(contentsOf: batched)
      for one in batched { one.number += 100 }
      try session.save()
      let numbers = try store.rows("SELECT number FROM b ORDER BY pk")
      #expect(numbers == (100..<120).map { "\($0)" })
    }
  }

  @Test func aTableMayHaveTheNameOfTheRowsOfAnUpdate() throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: (0..<3).map { Amendment(number: $0) })
      let count = try Amendment.query.order(by: \.number, .descending).limit(2)
        .update(in: session) { $0.number += 10 }
      #expect(count == 2)
      #expect(try store.rows("SELECT number FROM changes ORDER BY pk") == ["0", "11", "12"])
    }
  }

  @Test func aTableMayHaveTheNameOfTheTargetInACheck() throws {
    try TemporaryStore.run { store, session in
      try session.save(Marked(pet: Animal(name: "a")))
      #expect(try store.store.blocking.checkIntegrity().isSound)
    }
  }

  @Test func aPropertyMayHaveTheNameOfAFunctionOfExpressions() throws {
    try TemporaryStore.run { _, session in
      let first = Remark(text: "first", year: 1)
      let second = Remark(text: "second", year: 2, parent: first, replies: [first])
      try session.save(second)
      let rows = try Remark.query.select {
        ($0.parent.text, $0.parent.year, $0.replies.select { ($0.text, $0.year) })
      }.find(in: session)
      #expect(rows.map(\.0) == ["first", nil] || rows.map(\.0) == [nil, "first"])
      #expect(rows.flatMap { $0.2.map(\.0) } == ["first"])
      let found = try Remark.where {
        $0.parent.text == "first" && $0.replies.contains { $0.text == "first" }
      }
      .find(in: session)
      #expect(found == [second])
    }
  }

  /// The columns of one path may have the name of another path's, or of a dictionary's value.
  @Test func pathsWithTheSameNamesAreJoinedSeparately() throws {
    try TemporaryStore.run { _, session in
      let bonn = Town(name: "Bonn", country: Country(name: "Germany", code: "DE"))
      let rome = Town(name: "Rome", country: Country(name: "Italy", code: "IT"))
      let chart = Chart(
        town: bonn, origin: rome.country, pins: ["top": ChartPin(town: bonn)],
        pinsValue: ChartPin(town: rome))
      try session.save(chart)
      let byColumn = try Chart.find(in: session) {
        $0.town.country.code == "DE" && $0.origin.code == "IT"
      }
      let byEntry = try Chart.find(in: session) {
        $0.pins["top"].town.name == "Bonn" && $0.pinsValue.town.name == "Rome"
      }
      #expect(byColumn == [chart] && byEntry == [chart])
    }
  }

  @Test func aColumnMayHaveTheNameOfASelectedValue() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: [
        Toss(v0: 3, mass: 1), Toss(v0: 1, mass: 2), Toss(v0: 2, mass: 3),
      ])
      let rows = try Toss.query.order(by: \.v0).select { ($0.mass * 2, $0.v0) }.find(in: session)
      #expect(rows.map { $0.0 } == [4, 6, 2] && rows.map { $0.1 } == [1, 2, 3])
    }
  }
}

@Persistent(table: "b") private final class Batched {
  var number: Int
  @Transient var life = Lifetime()
}

@Persistent(table: "changes") private final class Amendment {
  var number: Int
  @Transient var life = Lifetime()
}

@Persistent(table: "t") private final class Marked {
  var pet: Animal?
  @Transient var life = Lifetime()
}

@Persistent private final class Chart {
  var town: Town?
  @Column("town.country") var origin: Country?
  var pins: [String: ChartPin] = [:]
  var pinsValue: ChartPin?
  @Transient var life = Lifetime()
}

@Persistent private final class ChartPin {
  var town: Town?
  @Transient var life = Lifetime()
}

@Persistent private final class Toss {
  var v0: Int
  var mass: Int
  @Transient var life = Lifetime()
}

@Persistent private final class Remark {
  var text: String
  var year: Int
  var parent: Remark?
  var replies: [Remark] = []
}
