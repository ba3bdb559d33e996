import PersistentObjects

/// A tour through the chapters. It shows each Swift call, the SQL that it ran and its rows, and
/// counts the checks.
@MainActor
final class Tour {
  private(set) var store: Store
  let database: DemoDatabase
  let output: Output
  let style: Style
  /// The contents of the index, once it is imported.
  var index = IndexCounts()
  private(set) var checks = Checks()
  private var chapters = 0

  init(
    _ database: DemoDatabase, output: Output = Output(), style: Style = Style(for: .output)
  ) throws {
    self.database = database
    self.output = output
    self.style = style
    store = try database.openStore()
    Store.setDefault(store)
  }

  /// Closes the store and reopens the file, as another process would.
  func reopen() throws {
    store.close()
    store = try database.openStore()
    Store.setDefault(store)
  }

  /// Closes the store. After that, the file is complete by itself, without a write-ahead log.
  func end() { store.close() }

  /// Shows a chapter. It starts with no object in memory, so everything that it needs comes from
  /// the database.
  func show(_ chapter: some Chapter) throws {
    chapters += 1
    try Session.main.clear()
    try write(title: "\(chapters). \(chapter.title)")
    try say(chapter.explanation)
    try chapter.run(self)
  }

  /// Prints a call, runs it, and prints the SQL that it ran. The text must be the body, word for
  /// word, but for a `return` at the end; a test checks this.
  func call<R>(_ code: String, _ body: () throws -> R) throws -> R {
    try write(code: code)
    let log = StatementLog()
    // Write the log even if the call fails; if the output is no longer read, the next line throws.
    defer { try? write(log) }
    return try log.listen(to: store, body)
  }

  /// Prints and runs a call like ``call(_:_:)``, but returns its statements.
  func statements(_ code: String, _ body: () throws -> Void) throws -> [StatementLog.Entry] {
    try write(code: code)
    let log = StatementLog()
    try log.listen(to: store, body)
    try write(log)
    return log.entries
  }

  /// Prints a claim and records whether it is true.
  func check(_ claim: String, _ holds: Bool) throws {
    checks.record(claim, holds)
    try output.write("  " + (holds ? style.green("✓ ") : style.red("✗ ")) + claim)
  }

  /// Checks a claim about how SQLite runs a query. On a server it does nothing, since the server
  /// may find it quicker to read a table of this size as a whole.
  func checkPlan(_ claim: String, _ holds: Bool) throws {
    if !database.isOnServer { try check(claim, holds) }
  }

  /// Makes a call that must fail in a certain way, and prints the error. Returns the error for a
  /// closer look; nil if the call did not fail.
  @discardableResult
  func checkThrows<R>(
    _ code: PersistenceError.Code, _ claim: String, code text: String, _ body: () throws -> R
  ) throws -> PersistenceError? {
    do {
      _ = try call(text, body)
      try check(claim, false)
      return nil
    } catch let error as PersistenceError {
      try write(error: "\(error)")
      try check(claim, error.code == code)
      return error
    }
  }
}
