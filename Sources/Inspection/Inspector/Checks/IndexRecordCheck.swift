import PersistentObjects
import PersistentObjectsDriver

/// Compares the records of indices with the indices of these names. An index that is missing is
/// found with the other records.
struct IndexRecordCheck {
  static let remedy = "drop the index: the next use of the class creates it again"

  private let catalog: SchemaCatalog
  private let indices: [String: ExistingIndex]

  init(_ catalog: SchemaCatalog, _ connection: Connection) throws {
    self.catalog = catalog
    let existing = try catalog.existingIndices(connection).map { ($0.name, $0) }
    indices = Dictionary(existing) { first, _ in first }
  }

  /// The findings, sorted by the name of the index.
  var findings: [FileCheck.Finding] {
    catalog.indices.sorted { $0.key < $1.key }.compactMap { name, record -> FileCheck.Finding? in
      guard let index = indices[name], index.table == record.table,
        index.definition(recordedAs: record.definition) == nil
      else { return nil }
      return FileCheck.Finding(
        kind: .record, table: record.table,
        message: "the index \(name) is recorded as \(record.definition), but is another one",
        remedy: Self.remedy)
    }
  }
}
