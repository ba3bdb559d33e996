import PersistentObjects
import PersistentObjectsEngine

/// The names that tell classes apart. A class has its own name, or that of its table if another
/// class has the same name.
struct DistinctNames {
  private var names: [String: String] = [:]
  private var tables: [String: String] = [:]

  /// Creates the names of a model's classes.
  init(_ classes: [ClassModel]) {
    self.init(recorded: classes.map { (name: $0.name, table: $0.table) })
  }

  /// Creates the names of all classes that a file records.
  init(_ catalog: SchemaCatalog) {
    let classes = catalog.records.filter { $1.owner == nil }
    self.init(recorded: classes.map { (name: $1.className, table: $0) })
  }

  private init(recorded classes: [(name: String, table: String)]) {
    let shared = Dictionary(grouping: classes) { $0.name }
    for classNames in classes {
      let isAlone = shared[classNames.name]?.count == 1
      let name = isAlone ? classNames.name : classNames.table
      names[classNames.table] = name
      tables[name] = classNames.table
    }
  }

  func name(of table: String) -> String { names[table] ?? table }
  func table(of name: String) -> String { tables[name] ?? name }
}
