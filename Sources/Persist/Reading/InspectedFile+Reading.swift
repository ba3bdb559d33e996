import PersistentObjects
import PersistentObjectsInspection

extension InspectedFile {
  /// Opens a file, and checks at the end that all reads saw the same state.
  static func reading<Result>(
    _ file: FilePath, _ body: (InspectedFile) throws -> Result
  ) throws -> Result {
    let opened = try file.inspected()
    let result = try body(opened)
    try opened.requireUnchanged()
    return result
  }

  /// An object as people name it: `Person#7`.
  func name(of key: ObjectKey) -> String {
    "\(model.classModel(named: key.table)?.name ?? key.table)#\(key.pk)"
  }
}

extension Output {
  /// Draws how far long work is, and lets it be interrupted.
  func progress(_ label: String) -> (_ done: Int, _ total: Int) -> Void {
    let report = progress
    return { report($0, $1, label) }
  }
}
