extension Connection {
  /// Frees unused space.
  func vacuum() throws {
    try ability((any Vacuuming).self, to: "vacuum the database").vacuum()
  }

  /// Brings up to date what the database knows of its values.
  func optimize(isThorough: Bool) throws {
    try ability((any Optimizing).self, to: "optimize the database").optimize(isThorough: isThorough)
  }

  /// Returns what is wrong with the database, as far as it can tell itself.
  func findProblems() throws -> [DatabaseProblem] {
    try ability((any ProblemFinding).self, to: "check the database").findProblems()
  }

  /// A reference to a missing row; nil where there is none, or the driver cannot tell.
  package func brokenReference() throws -> BrokenReference? {
    try (base as? any ProblemFinding)?.brokenReference()
  }

  /// Keeps others from changing tables, where several might.
  package func lockUpkeep() throws {
    if character.maximumWriters > 1 { try (base as? any UpkeepLocking)?.lockUpkeep() }
  }

  /// The position behind all that was committed so far; empty where all who read see it.
  func position() throws -> StorePosition {
    StorePosition(try (base as? any PositionTelling)?.position() ?? "")
  }

  /// Has what is read from now on include all up to a position.
  func wait(for position: StorePosition) throws {
    if position.text.isEmpty { return }
    try (base as? any PositionTelling)?.wait(for: position.text)
  }

  /// Copies the whole database, as it is at one moment.
  func backUp(
    to destination: String, isReplacing: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    try ability((any BackingUp).self, to: "copy the database").backUp(
      to: destination, isReplacing: isReplacing, progress: progress)
  }

  /// Returns sizes and settings.
  package func measure() throws -> DatabaseFigures {
    try ability((any Measuring).self, to: "measure the database").measure()
  }

  /// Sets how long a statement may take.
  func setStatementTimeout(_ limit: Duration?) throws {
    try ability((any StatementLimiting).self, to: "limit the time of a statement")
      .setStatementTimeout(limit)
  }

  /// Lets statements call a function of the program's.
  func add(_ function: ProgramFunction) throws {
    try ability(
      (any FunctionCalling).self,
      to: """
        call the program's function \(function.name); make one in the database, and leave out its body
        """
    ).add(function)
  }

  private func ability<Ability>(_ type: Ability.Type, to action: String) throws -> Ability {
    if let ability = base as? Ability { return ability }
    throw PersistenceError(.unsupported, "the driver has no way to \(action)")
  }
}
