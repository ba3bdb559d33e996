import PersistentObjects
import PersistentObjectsInspection

/// Gathers the contents of the report about a collection: its child table and those of nested
/// collections.
struct CollectionGathering {
  let property: String
  let table: String
  let file: InspectedFile

  /// Returns the collection with the statistics of its innermost elements and of its own keys, and
  /// remarks on the parts that could not be read.
  func shown(_ progress: ReportProgress) throws -> (shown: ReportChildTable, remarks: [String]) {
    let levels = levels
    let scans = try levels.map { level in
      try TableScan(
        level.name, level.keyColumns + level.elementColumns, file, progress)
    }
    let element = levels.last?.element
    let record = element.flatMap { file.catalog.columns[$0.place] }
    let inner = levels.dropFirst().map { "\($0.kind) of " }.joined()
    let shown = ReportChildTable(
      property: property, table: table, shape: levels.first.map { "\($0.kind)" } ?? "",
      codec: inner + (levels.last?.composite?.shownFields ?? record?.shownCodec ?? "nothing"),
      target: record?.target.map(file.classNames.name), rows: scans.first?.rows,
      statistics: scans.last?.statistics(of: element),
      keys: levels.first?.key.map { key in
        switch key {
        case .column(let column):
          ReportKeys(
            codec: file.catalog.columns[column.place]?.shownCodec ?? "",
            statistics: scans.first?.statistics(of: column))
        case .composite(let composite): ReportKeys(codec: composite.shownFields)
        }
      })
    return (shown, scans.compactMap(\.failure))
  }

  /// The tables, from the outermost to the innermost.
  private var levels: [CollectionTable] {
    var levels = [CollectionTable(table, depth: 1, file.catalog)]
    while let inner = levels.last?.inner {
      levels.append(CollectionTable(inner, depth: levels.count + 1, file.catalog))
    }
    return levels
  }
}

extension CompositeReading {
  /// The type of the values with the names of their fields: `Address (street, city)`.
  var shownFields: String {
    let names = recorded.cases ?? recorded.fields.map(\.name)
    return "\(recorded.embeddableName ?? recorded.codec.name) (\(names.joined(separator: ", ")))"
  }
}
