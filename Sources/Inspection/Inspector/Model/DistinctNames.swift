package import PersistentObjects

/// The names that tell classes apart. A class has its own name, or that of its table if another
/// class has the same name, or goes by it as the name of its table.
package struct DistinctNames {
  private typealias Recorded = (name: String, table: String)

  private var names: [String: String] = [:]
  private var tables: [String: String] = [:]

  /// Creates the names of a model's classes.
  package init(_ classes: [ClassModel]) {
    self.init(recorded: classes.map { (name: $0.name, table: $0.table) })
  }

  /// Creates the names of all classes that a file records.
  ///
  /// - Parameter other: the catalog of a file that is compared with this one. A class that goes by
  ///   its table in one of them does so in both.
  package init(_ catalog: SchemaCatalog, comparedWith other: SchemaCatalog? = nil) {
    self.init(
      recorded: Self.recorded(catalog), comparedWith: other.map(Self.recorded) ?? [])
  }

  private init(recorded classes: [Recorded], comparedWith others: [Recorded] = []) {
    let byTable = Self.tablesAsNames([classes, others])
    for recorded in classes {
      let name = byTable.contains(recorded.table) ? recorded.table : recorded.name
      names[recorded.table] = name
      tables[name] = recorded.table
    }
  }

  private static func recorded(_ catalog: SchemaCatalog) -> [Recorded] {
    catalog.records.filter { $1.owner == nil }.map { (name: $1.className, table: $0) }
  }

  /// Returns the tables of the classes that go by their tables: those whose name several classes of
  /// one file have, and those whose name is one of these tables.
  private static func tablesAsNames(_ files: [[Recorded]]) -> Set<String> {
    let shared = Set(
      files.flatMap { classes in
        Dictionary(grouping: classes) { $0.name }.filter { $1.count > 1 }.map(\.key)
      })
    let classes = files.flatMap(\.self)
    var tables = Set(classes.filter { shared.contains($0.name) }.map { $0.table })
    while let next = classes.first(where: {
      tables.contains($0.name) && !tables.contains($0.table)
    }) {
      tables.insert(next.table)
    }
    return tables
  }

  package func name(of table: String) -> String { names[table] ?? table }
  package func table(of name: String) -> String { tables[name] ?? name }
}
