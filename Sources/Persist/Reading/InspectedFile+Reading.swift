import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

extension InspectedFile {
  /// Opens a file for reading, and checks at the end that all reads saw the same state.
  ///
  /// - Parameter isAny: whether the file may be one of another program.
  static func reading<Result>(
    _ file: FilePath, orAnyDatabase isAny: Bool = false, _ body: (InspectedFile) throws -> Result
  ) throws -> Result {
    let opened = try file.inspected(orAnyDatabase: isAny)
    let result = try body(opened)
    try opened.requireUnchanged()
    return result
  }

  /// Returns the name of an object for people: `Person#7`. If several classes have the name, the
  /// table stands for it.
  func name(of key: ObjectKey) -> String {
    let name = model.classes.first { $0.table == key.table }?.name ?? key.table
    let isShared = model.classes.contains { $0.name == name && $0.table != key.table }
    return "\(isShared ? key.table : name)#\(key.pk)"
  }
}

extension Output {
  /// Returns a closure that shows the progress of long work and lets it be interrupted.
  func progress(_ label: String) -> (_ done: Int, _ total: Int) -> Void {
    let report = progress
    return { report($0, $1, label) }
  }
}
