import PersistentObjects
import TestSupport
import Testing

/// Names longer than some databases keep.
@Suite struct LongNameTests {
  @Test func tablesColumnsAndIndicesMayHaveLongNames() throws {
    try TemporaryStore.run { store, session in
      let first = Sighting(first: "a", second: "b")
      first.next = Sighting(first: "c", second: "d")
      first.notes = ["x": ["y", "z"]]
      try session.save(first)
      #expect(try Sighting.query.where { $0.second == "b" }.find(in: session) == [first])
      first.second = "e"
      first.notes["x"] = ["z"]
      try session.save()
      let refused = failure { try session.save(Sighting(first: "a", second: "f")) }
      #expect(refused?.constraint?.properties == ["first"])
      #expect(refused?.constraint?.conflictingPK == 1)
    }
  }

  @Test func criteriaNameColumnsInFull() throws {
    try TemporaryStore.run { _, session in
      let seen = [Sighting(first: "a", second: "b"), Sighting(first: "c", second: "d")]
      try session.save(contentsOf: seen)
      let found = try Sighting.find(
        """
        the_first_of_two_columns_whose_names_begin_in_the_same_long_way_and_end_in_two = 'd' \
        AND first = \("c")
        """, in: session)
      #expect(found == [seen[1]])
    }
  }

  @Test func theyAreFoundAgainWhenTheFileIsOpened() throws {
    try TemporaryStore.run { store, session in
      try session.save(Sighting(first: "a", second: "b", notes: ["x": ["y"]]))
      let again = try store.reopened()
      defer { again.close() }
      let reader = Session(store: again)
      #expect(try reader.schema(of: Sighting.self).pending == [])
      store.statements.clear()
      let found = try #require(try Sighting.query.findFirst(in: reader))
      #expect(found.second == "b" && found.notes == ["x": ["y"]])
      #expect(!store.statements.all.contains { $0.hasPrefix("CREATE") })
    }
  }
}

/// Names that databases use for their own columns.
@Suite struct SystemColumnTests {
  @Test func propertiesMayHaveTheirNames() throws {
    try TemporaryStore.run { store, session in
      try session.save(Region(xmin: 1, xmax: 2, ctid: "a", oid: 3, rowid: 4, tableoid: nil))
      let again = try store.reopened()
      defer { again.close() }
      let other = Session(store: again)
      #expect(try other.schema(of: Region.self).pending == [])
      let found = try #require(try Region.find(in: other) { $0.xmin < $0.xmax }.first)
      #expect(found.ctid == "a" && found.oid == 3 && found.rowid == 4 && found.pk == 1)
      found.xmax = 0
      try other.save()
      #expect(try Region.query.value(.maximum(\.xmax), in: other) == 0)
    }
  }

  /// All rows were deleted: the server's own `xmax` of a row is 0.
  @Test func criteriaMeanTheColumnsOfTheClass() throws {
    try TemporaryStore.run { _, session in
      let regions = [0.0, 2].map {
        Region(xmin: 1, xmax: $0, ctid: "a", oid: 3, rowid: 4, tableoid: nil)
      }
      try session.save(contentsOf: regions)
      #expect(try Region.delete("xmax = 0", in: session) == 1)
      #expect(try Region.find("region.xmax > 0 AND Ctid = 'a'", in: session) == [regions[1]])
    }
  }
}

@Persistent final class Region {
  var xmin: Double
  @Column(indexed: true) var xmax: Double
  var ctid: String
  var oid: Int
  var rowid: Int
  var tableoid: Int?
}

/// A class with long names that differ only beyond the length that some databases keep.
@Persistent final class Sighting {
  @Column(
    "the_first_of_two_columns_whose_names_begin_in_the_same_long_way_and_end_in_one",
    unique: true) var first: String
  @Column(
    "the_first_of_two_columns_whose_names_begin_in_the_same_long_way_and_end_in_two",
    indexed: true) var second: String
  @Column("the_reference_to_another_observation_that_was_made_after_this_one_was_made")
  var next: Sighting?
  @Column("notes_on_what_was_seen_by_those_who_were_there_when_it_was_to_be_seen")
  var notes: [String: [String]] = [:]
}
