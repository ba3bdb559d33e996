import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Elements whose codec may store equal values in different ways, as the keyed archive does for
/// unordered values.
@Suite struct UnstableFormTests {
  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL.")) func aSetOfThemIsReplacedAsAWhole()
    throws
  {
    try TemporaryStore.run { store, session in
      let box = Box()
      box.groups = [Group(label: "a"), Group(label: "b")]
      try session.save(box)
      // The form that another process would have stored for the same values.
      try session.execute("UPDATE box_groups SET value = CAST(value || x'00' AS BLOB)")
      box.groups = [Group(label: "c")]
      try session.save(box)
      #expect(try store.rows("SELECT count(*) FROM box_groups") == ["1"])
    }
  }

  @Test func anElementThatSomebodyElseRemovedIsAnError() throws {
    try TemporaryStore.run { _, session in
      let box = Box()
      box.names = ["x", "y"]
      try session.save(box)
      try session.execute("DELETE FROM box_names")
      box.names = ["y"]
      let error = failure { try session.save(box) }
      #expect(error?.code == .objectNotFound)
      #expect(error?.context.table == "box_names")
      #expect(box.state == .changed)
    }
  }
}

private struct Group: Codable, Hashable, Sendable {
  var label: String
}

@Persistent private final class Box {
  var groups: Set<Group> = []
  var names: Set<String> = []
  @Transient var life = Lifetime()
}
