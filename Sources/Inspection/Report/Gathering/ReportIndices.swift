import PersistentObjects
import PersistentObjectsEngine

/// The indices of a file, by their names.
struct ReportIndices {
  private let known: [String: ExistingIndex]

  /// Those that the database lists; where it cannot be read there are names alone.
  init(_ file: InspectedFile) {
    let indices = (try? file.connection.readIndices()) ?? []
    known = Dictionary(indices.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Those of a table, by name.
  func shown(of table: String, _ figures: TableFigures?) -> [ReportIndex] {
    (figures?.indices ?? []).map { index in
      let known = known[index.name]
      return ReportIndex(
        name: index.name, columns: known?.columns.map(Self.words) ?? [],
        isUnique: known?.isUnique ?? false, bytes: index.bytes)
    }
  }

  private static func words(_ column: IndexedColumn?) -> String {
    guard let column else { return "an expression" }
    return column.isDescending ? "\(column.name) descending" : column.name
  }
}
