import PersistentObjects

/// The names of classes in exported lines. A class has its own name, or that of its table if
/// another class has the same name.
struct ExportedNames {
  private var names: [String: String] = [:]
  private var tables: [String: String] = [:]

  init(_ classes: [ClassModel]) {
    let shared = Dictionary(grouping: classes, by: \.name)
    for classModel in classes {
      let isAlone = shared[classModel.name]?.count == 1
      let name = isAlone ? classModel.name : classModel.table
      names[classModel.table] = name
      tables[name] = classModel.table
    }
  }

  func name(of table: String) -> String { names[table] ?? table }
  func table(of name: String) -> String { tables[name] ?? name }
}
