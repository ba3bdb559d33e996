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

  @Test func anEqualSetOfThemWritesNoRows() throws {
    try TemporaryStore.run { store, session in
      let box = Box()
      box.groups = [Group(label: "a"), Group(label: "b")]
      try session.save(box)
      box.groups = Set(["b", "a"].map { Group(label: $0) })
      #expect(try store.statements { try session.save(box) }.filter(\.changesRows) == [])
      let other = Session(store: store.store)
      let found = try #require(try other.find(Box.self, pk: 1))
      found.groups = box.groups
      #expect(try store.statements { try other.save(found) }.filter(\.changesRows) == [])
    }
  }

  /// Rows were looked up in the form that the present version writes, and not found.
  @Test func rowsOfAnOlderVersionOfTheCodecCanBeChanged() throws {
    let (red, blue) = (Tone(name: "red"), Tone(name: "blue"))
    try TemporaryStore.run(codecs: .standard.registering(ToneCodec(version: 1))) { store, session in
      let palette = Palette()
      palette.tones = [red, blue]
      palette.uses = [red: 1, blue: 2]
      palette.mixes = [[red], [blue, red]]
      try session.save(palette)
      let later = try store.reopened(codecs: .standard.registering(ToneCodec(version: 2)))
      defer { later.close() }
      let other = Session(store: later)
      let found = try #require(try other.find(Palette.self, pk: 1))
      found.tones.remove(red)
      found.uses[red] = nil
      found.uses[blue] = 3
      found.mixes.remove([red])
      try other.save(found)
      let third = Session(store: later)
      let again = try #require(try third.find(Palette.self, pk: 1))
      #expect(again.tones == [blue] && again.uses == [blue: 3] && again.mixes == [[blue, red]])
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

extension String {
  fileprivate var changesRows: Bool { ["INSERT", "UPDATE", "DELETE"].contains { hasPrefix($0) } }
}

private struct Group: Codable, Hashable, Sendable {
  var label: String
}

private struct Tone: Hashable, Sendable {
  var name: String
}

/// Writes a mark before each name in version 1.
private struct ToneCodec: ColumnCodec {
  let version: Int

  var identifier: CodecIdentifier { CodecIdentifier("tone", version: version) }
  var storage: StorageClass { .text }

  func encode(_ tone: Tone, into column: inout ColumnWriter) {
    column.write(version == 1 ? "#\(tone.name)" : tone.name)
  }

  func decode(from column: borrowing ColumnReader) throws -> Tone {
    Tone(name: try column.text().filter { $0 != "#" })
  }

  func canRead(version: Int) -> Bool { version <= self.version }
}

@Persistent private final class Palette {
  var tones: Set<Tone> = []
  var uses: [Tone: Int] = [:]
  var mixes: Set<[Tone]> = []
  @Transient var life = Lifetime()
}

@Persistent private final class Box {
  var groups: Set<Group> = []
  var names: Set<String> = []
  @Transient var life = Lifetime()
}
