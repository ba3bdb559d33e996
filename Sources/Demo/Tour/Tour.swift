import PersistentObjects

/// Leads through the chapters: shows each Swift call, the SQL that it ran and its rows, and keeps
/// account of the checks.
@MainActor
final class Tour {
  private(set) var store: Store
  let database: DemoDatabase
  let output: Output
  let style: Style
  /// The contents of the index, once it was imported.
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

  /// Closes the store and opens the file anew, as another process would.
  func reopen() throws {
    store.close()
    store = try database.openStore()
    Store.setDefault(store)
  }

  /// Closes the store. The file is then complete by itself, without a write-ahead log.
  func end() { store.close() }

  /// Shows a chapter. It starts with no object in memory, so everything it needs comes from the
  /// database.
  func show(_ chapter: some Chapter) throws {
    chapters += 1
    try Session.main.clear()
    try write(title: "\(chapters). \(chapter.title)")
    try say(chapter.explanation)
    try chapter.run(self)
  }

  /// Prints a call, makes it, and prints the SQL that it ran. The text is the body, word for word,
  /// as a test checks.
  func call<R>(_ code: String, _ body: () throws -> R) throws -> R {
    try write(code: code)
    let log = StatementLog()
    // Also when the call fails; if the output is no longer read, the next line says so.
    defer { try? write(log) }
    return try log.listen(to: store, body)
  }

  /// Returns the statements of a call, like ``call(_:_:)`` its result.
  func statements(_ code: String, _ body: () throws -> Void) throws -> [StatementLog.Entry] {
    try write(code: code)
    let log = StatementLog()
    try log.listen(to: store, body)
    try write(log)
    return log.entries
  }

  /// Prints a claim, and remembers whether it holds.
  func check(_ claim: String, _ holds: Bool) throws {
    checks.record(claim, holds)
    try output.write("  " + (holds ? style.green("✓ ") : style.red("✗ ")) + claim)
  }

  /// The same for how SQLite goes about a query. A server may find it quicker to read a table of this size as a
  /// whole.
  func checkPlan(_ claim: String, _ holds: Bool) throws {
    if !database.isOnServer { try check(claim, holds) }
  }

  /// Makes a call that must fail in a certain way, and prints the error. Returns it for a closer
  /// look; nil if the call did not fail.
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
