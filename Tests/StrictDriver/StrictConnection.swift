import CSQLite
import Foundation
import PersistentObjectsDriver
import PersistentObjectsSQLite

/// A connection of the strict database: to the file, and to a copy of the file while another
/// transaction writes to it.
final class StrictConnection: DriverConnection {
  private let file: any DriverConnection
  private var copy: (connection: any DriverConnection, path: String)?
  private let database: StrictDatabase
  private let role: ConnectionRole
  private var place: StrictDatabase.Place?
  private var isReading = false
  /// Whether a statement has failed in the open transaction.
  private var isSpoiled = false
  private var check: ((_ sql: String) throws -> Bool)?

  private let layout: LayoutChanges

  init(
    _ file: any DriverConnection, _ role: ConnectionRole, _ database: StrictDatabase,
    _ layout: LayoutChanges
  ) {
    self.layout = layout
    self.file = file
    self.role = role
    self.database = database
  }

  deinit { removeCopy() }

  /// Whether the open transaction works on the copy.
  var isInCopy: Bool {
    if case .copy? = place { true } else { false }
  }

  /// The connection that currently runs statements.
  var current: any DriverConnection { isInCopy ? copy?.connection ?? file : file }

  // MARK: Statements

  func prepare(_ sql: String) throws -> any DriverStatement {
    let text = try? StrictText(sql)
    return try telling(text?.kind ?? .other) {
      try StrictStatement(text ?? StrictText(sql), on: self)
    }
  }

  /// Runs part of a statement. If it fails in a transaction, only a rollback is possible
  /// afterwards.
  func telling<R>(_ kind: StrictText.Kind = .other, _ body: () throws -> R) throws -> R {
    try layout.requireGoingOn()
    if isSpoiled && kind != .rollBackTo {
      throw PersistenceError(
        .databaseFailed, "the transaction is aborted, as a statement has failed before",
        databaseCode: "25P02")
    }
    do {
      let result = try body()
      if kind == .rollBackTo { isSpoiled = false }
      return result
    } catch {
      isSpoiled = isInTransaction
      throw error
    }
  }

  // MARK: Transactions

  var isInTransaction: Bool { place != nil || isReading }

  func begin(_ sql: String) throws {
    if sql == "BEGIN DEFERRED" {
      try Self.run(sql, on: file)
      isReading = true
      return
    }
    place = try database.begin {
      try Self.run(sql, on: file)
    } inCopy: {
      try makeCopy()
    }
    if let copy, isInCopy { try Self.run("BEGIN IMMEDIATE", on: copy.connection) }
  }

  /// A transaction that cannot be committed is over.
  func commit() throws {
    defer {
      if current.isInTransaction { try? current.rollBack() }
      (place, isReading) = (nil, false)
    }
    guard let place else { return try Self.run("COMMIT", on: file) }
    try database.commit(place) {
      try Self.run("COMMIT", on: current)
      if isInCopy, let copy { try StrictDatabase.copy(copy.path, to: database.path) }
    }
  }

  /// Commits before a change of tables, which then runs in no transaction.
  func beginLayout() throws {
    if layout.areCommitted && isInTransaction { try commit() }
  }

  func endLayout() { layout.add() }

  func rollBack() throws {
    defer {
      if let place { database.rollBack(place) }
      (place, isReading, isSpoiled) = (nil, false, false)
    }
    if current.isInTransaction { try current.rollBack() }
  }

  private static func run(_ sql: String, on connection: any DriverConnection) throws {
    let statement = try connection.prepare(sql)
    defer { statement.reset() }
    while try statement.next() != nil {}
  }

  // MARK: The copy

  private func makeCopy() throws {
    let path = copy?.path ?? "\(database.path)-copy-\(UUID().uuidString)"
    try StrictDatabase.copy(database.path, to: path)
    if copy != nil { return }
    var configuration = database.configuration
    configuration.location = .file(path)
    let connection = try SQLiteDriver(configuration).openConnection(.writer)
    try Self.prepareForUse(connection)
    connection.layoutWatching?.layoutCheck = check
    copy = (connection, path)
  }

  private func removeCopy() {
    guard let copy else { return }
    copy.connection.close()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: copy.path + suffix)
    }
    self.copy = nil
  }

  /// Makes LIKE case-sensitive.
  static func prepareForUse(_ connection: any DriverConnection) throws {
    try run("PRAGMA case_sensitive_like = ON", on: connection)
  }

  // MARK: State

  var endingFailure: (any Error)? { current.endingFailure }
  var isHeldUpByReaders: Bool { file.isHeldUpByReaders }

  func endLease() -> Bool {
    if isInTransaction { try? rollBack() }
    return file.endLease() && copy?.connection.endLease() ?? true
  }

  func close() {
    if isInTransaction { try? rollBack() }
    file.close()
    removeCopy()
  }

  func interrupt() {
    file.interrupt()
    copy?.connection.interrupt()
  }

  func readSchema() throws -> [ExistingTable] { try telling { try current.readSchema() } }
  func readIndices() throws -> [ExistingIndex] { try telling { try current.readIndices() } }
}

// MARK: Other abilities of SQLite

extension StrictConnection: Vacuuming, Optimizing, ProblemFinding, BackingUp, StatementLimiting {
  private func ability<Ability>(_ type: Ability.Type) throws -> Ability {
    guard let ability = current as? Ability else {
      throw PersistenceError(.unsupported, "SQLite cannot do that")
    }
    return ability
  }

  func vacuum() throws { try ability((any Vacuuming).self).vacuum() }

  func optimize(isThorough: Bool) throws {
    try ability((any Optimizing).self).optimize(isThorough: isThorough)
  }

  func findProblems() throws -> [DatabaseProblem] {
    try ability((any ProblemFinding).self).findProblems()
  }

  func brokenReference() throws -> BrokenReference? {
    try telling { try ability((any ProblemFinding).self).brokenReference() }
  }

  func backUp(
    to destination: String, isReplacing: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    try ability((any BackingUp).self).backUp(
      to: destination, isReplacing: isReplacing, progress: progress)
  }

  func setStatementTimeout(_ limit: Duration?) throws {
    try ability((any StatementLimiting).self).setStatementTimeout(limit)
  }
}

extension StrictConnection: LayoutWatching {
  func layoutVersion() throws -> Int64 {
    try telling { try ability((any LayoutWatching).self).layoutVersion() }
  }

  func tables(usedBy sql: String) -> Set<String>? {
    // The check of a layout uses the text for SQLite.
    let text = (try? StrictText(sql))?.sql ?? sql
    return current.layoutWatching?.tables(usedBy: text)
  }

  var layoutCheck: ((_ sql: String) throws -> Bool)? {
    get { check }
    set {
      check = newValue
      file.layoutWatching?.layoutCheck = newValue
      copy?.connection.layoutWatching?.layoutCheck = newValue
    }
  }
}
