import PersistentObjects
import PersistentObjectsEngine

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
        !Self.isIndex(index, recordedAs: record.definition)
      else { return nil }
      return FileCheck.Finding(
        kind: .record, table: record.table,
        message: "the index \(name) is recorded as \(record.definition), but is another one",
        remedy: Self.remedy)
    }
  }

  private static func isIndex(_ index: ExistingIndex, recordedAs definition: String) -> Bool {
    if let declared = index.definition(recordedAs: definition) {
      return (declared.condition != nil) == index.isPartial
    }
    // The database does not name expressions and columns with a collation.
    guard let model = IndexModel(definition: definition) else { return false }
    return model.columns.count == index.columns.count
      && (model.isUnique == true) == index.isUnique
      && (model.condition != nil) == index.isPartial
      && zip(index.columns, model.columns).allSatisfy { isColumn($0, recordedAs: $1) }
  }

  private static func isColumn(_ existing: IndexedColumn?, recordedAs text: String) -> Bool {
    let (name, isDescending) = IndexModel.name(ofColumn: text)
    return name.hasPrefix("(") || existing == IndexedColumn(name, isDescending: isDescending)
  }
}
