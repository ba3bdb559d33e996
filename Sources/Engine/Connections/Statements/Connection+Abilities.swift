package import PersistentObjectsDriver

extension Connection {
  /// Frees unused space.
  package func vacuum() throws {
    try ability((any Vacuuming).self, to: "vacuum the database").vacuum()
  }

  /// Updates the database's statistics about its values.
  package func optimize(isThorough: Bool) throws {
    try ability((any Optimizing).self, to: "optimize the database").optimize(isThorough: isThorough)
  }

  /// Returns the problems that the database finds in itself.
  package func findProblems() throws -> [DatabaseProblem] {
    try ability((any ProblemFinding).self, to: "check the database").findProblems()
  }

  /// Returns a reference to a missing row; nil if there is none or the driver cannot tell.
  package func brokenReference() throws -> BrokenReference? {
    try (base as? any ProblemFinding)?.brokenReference()
  }

  /// Keeps others from changing tables, if several connections can.
  package func lockUpkeep() throws {
    if character.maximumWriters > 1 { try (base as? any UpkeepLocking)?.lockUpkeep() }
  }

  /// Whether nothing was run in the open transaction, as far as the driver can tell.
  package var hasRunNothing: Bool { (base as? any UpkeepLocking)?.hasRunNothing ?? false }

  /// Keeps others from changing tables that were read before. Throws `busy` if they have been
  /// changed since.
  ///
  /// - Parameter version: the version of the layout that was read; nil if the driver cannot tell
  ///   it.
  package func lockUpkeep(since version: Int64?) throws {
    try lockUpkeep()
    guard character.maximumWriters > 1, try layoutVersion() != version else { return }
    throw PersistenceError(
      .busy, "Another program has changed tables in the meantime; run the transaction again.")
  }

  /// Returns the position after everything committed so far; empty if all readers see it.
  package func position() throws -> StorePosition {
    StorePosition(try (base as? any PositionTelling)?.position() ?? "")
  }

  /// Makes all later reads include everything up to a position.
  package func wait(for position: StorePosition) throws {
    if position.text.isEmpty { return }
    try (base as? any PositionTelling)?.wait(for: position.text)
  }

  /// Copies the whole database as of one moment.
  package func backUp(
    to destination: String, isReplacing: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let remedy = character.backupProgram.map { "; use \($0)" } ?? ""
    try ability((any BackingUp).self, to: "copy the database\(remedy)").backUp(
      to: destination, isReplacing: isReplacing, progress: progress)
  }

  /// Returns the sizes and settings of the database.
  package func measure() throws -> DatabaseFigures {
    try ability((any Measuring).self, to: "measure the database").measure()
  }

  /// Sets the time limit of a statement; nil for none.
  func setStatementTimeout(_ limit: Duration?) throws {
    try ability((any StatementLimiting).self, to: "limit the time of a statement")
      .setStatementTimeout(limit)
  }

  /// Lets statements call a function of the program.
  func add(_ function: ProgramFunction) throws {
    try ability(
      (any FunctionCalling).self,
      to: """
        call the program's function \(function.name); create one in the database, and leave out its body
        """
    ).add(function)
  }

  private func ability<Ability>(_ type: Ability.Type, to action: String) throws -> Ability {
    if let ability = base as? Ability { return ability }
    throw PersistenceError(.unsupported, "the driver has no way to \(action)")
  }
}
