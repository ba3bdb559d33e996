import PersistentObjects
import PersistentObjectsInspection

/// Finds the titles of the objects that a report names: short texts beside their keys.
struct SampleTitles {
  /// The maximum number of titles to look for, in total and in one statement.
  private static let (most, mostOfStatement) = (50_000, 500)
  /// The maximum number of characters of a title.
  private static let length = 64

  let file: InspectedFile

  /// Returns the titles of all objects that the classes and findings name. An object whose title
  /// cannot be read has none.
  func titles(in classes: [ReportClass], _ check: ReportCheck) -> [ReportLink: String] {
    var keys: [String: Set<Int64>] = [:]
    let links = check.findings.lazy.compactMap(\.object) + classes.lazy.flatMap(\.links)
    for link in links.prefix(Self.most) {
      if let pk = Int64(link.key) { keys[link.className, default: []].insert(pk) }
    }
    var titles: [ReportLink: String] = [:]
    for shown in classes {
      guard let column = shown.titleColumn, let keys = keys.removeValue(forKey: shown.name) else {
        continue
      }
      try? read(column, of: shown, keys.sorted(), &titles)
    }
    return titles
  }

  private func read(
    _ column: String, of shown: ReportClass, _ keys: [Int64], _ titles: inout [ReportLink: String]
  ) throws {
    let dialect = file.connection.dialect
    let (column, table) = (dialect.quoted(column), file.catalog.rows(of: shown.table))
    for start in stride(from: 0, to: keys.count, by: Self.mostOfStatement) {
      let part = keys[start..<min(start + Self.mostOfStatement, keys.count)]
      let list = part.map { "\($0)" }.joined(separator: ", ")
      let rows = try file.rows(
        """
        SELECT pk, substr(\(column), 1, \(Self.length)) FROM \(table) WHERE pk IN (\(list))
        """)
      for row in rows {
        guard case .integer(let pk) = row[0], case .text(let text) = row[1], !text.isEmpty else {
          continue
        }
        titles[ReportLink(className: shown.name, key: "\(pk)")] = text
      }
    }
  }
}

extension ReportClass {
  /// The column by which people recognize the objects: one with a name such as `name`, otherwise
  /// the first text that most objects have.
  fileprivate var titleColumn: String? {
    let texts = columns.filter { column in
      guard column.isText, let statistics = column.statistics else { return false }
      return statistics.nulls * 2 < max(statistics.values, 1)
    }
    let names = ["name", "title", "label"]
    let named = texts.first { names.contains($0.property.lowercased()) }
    return (named ?? texts.first { $0.property.lowercased().hasSuffix("name") } ?? texts.first)?
      .column
  }

  /// All objects that the contents of the class refer to.
  fileprivate var links: [ReportLink] {
    let statistics = columns.map(\.statistics) + childTables.map(\.statistics)
    return samples.map { ReportLink(className: name, key: $0.key) }
      + samples.flatMap { $0.properties.flatMap(\.value.links) + $0.referrers.map(\.object) }
      + statistics.flatMap { $0?.links ?? [] }
  }
}

extension ReportStatistics {
  /// The objects among the most frequent values.
  var links: [ReportLink] { frequent.flatMap(\.value.links) }
}
