import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection

/// The indices of a file, by table.
struct ReportIndices {
  private let indices: [String: [ExistingIndex]]

  /// Reads the indices that the database lists. There are none if the list cannot be read.
  init(_ file: InspectedFile) {
    indices = Dictionary(grouping: (try? file.connection.base.readIndices()) ?? [], by: \.table)
  }

  /// Returns the indices of a table, sorted by name.
  func shown(of table: String, _ figures: TableFigures?) -> [ReportIndex] {
    (indices[table] ?? []).sorted { $0.name < $1.name }.map { index in
      ReportIndex(
        name: index.name, columns: index.columns.map(Self.words), isUnique: index.isUnique,
        bytes: figures?.indices.first { $0.name == index.name }?.bytes)
    }
  }

  private static func words(_ column: IndexedColumn?) -> String {
    guard let column else { return "an expression" }
    return column.isDescending ? "\(column.name) descending" : column.name
  }
}
