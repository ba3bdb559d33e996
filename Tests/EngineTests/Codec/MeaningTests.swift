import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsEngine

/// The meanings of values in the definitions of columns, from which drivers make columns.
@Suite struct MeaningTests {
  @Test func tellsTheDriverWhatTheValuesOfColumnsMean() throws {
    try TemporaryStore.run { _, session in
      let tables = try session.plan(of: Meant._entity).tables
      let meanings = tables.map { table in
        table.definition.columns.map { "\($0.name) \($0.meaning.map { "\($0)" } ?? "-")" }
      }
      #expect(
        meanings == [
          ["pk -", "is_open boolean", "count unsigned(digits: 20)", "id uuid", "name -"],
          ["parent_pk -", "dictionary_key uuid", "value -"],
          ["parent_pk -", "dictionary_key uuid", "array_index_2 -", "value instant"],
        ])
    }
  }
}

@Persistent private final class Meant {
  var isOpen: Bool
  var count: UInt
  var id: UUID?
  var name: String
  var moments: [UUID: [Date]] = [:]
}
