import PersistentObjects
import TestSupport

extension World {
  /// Copies everything to a file, and from there to the database under test at another path. The
  /// world goes on with that copy.
  func move(to path: String, through file: String) throws {
    try clear()
    note("copy")
    let between = try Store(path: file)
    defer { between.close() }
    try store.blocking.copy(to: between)
    let copy = try TestedDatabase.current.store(at: path)
    defer { copy.close() }
    try between.blocking.copy(to: copy)
    let problems = try copy.blocking.checkIntegrity().problems
    try require(problems.isEmpty, "the copy is not sound: \(problems)")
    self.path = path
    try reopen()
    try audit()
  }
}
