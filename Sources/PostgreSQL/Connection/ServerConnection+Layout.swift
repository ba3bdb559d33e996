import PersistentObjectsDriver

// How a connection notices that another one has changed tables, or the records about them. The
// layout version is a row, which transactions see as they see others: if they are serializable, one
// that writes for an older layout conflicts with the one that changes the layout. The version is
// queried in the round trip of a transaction's first statement, and incremented in that of each
// statement that changes tables.
extension ServerConnection {
  /// The place of the version query relative to the statement about to be run.
  enum LayoutQuery {
    case none, before, behind
    /// The place before the statement, for a query that fails if the layout is not that of the last
    /// transaction.
    case demand
  }

  /// The place for the statement about to be run: before it if both see one snapshot, so that the
  /// version is known even if the statement fails; behind it if the layout may change between the
  /// two, so that a new version is not missed.
  var layoutQuery: LayoutQuery {
    if !layout.isWatched || isSpoiled { return .none }
    guard seesOneLayout else { return .behind }
    return knowsLayoutVersion ? .none : .before
  }

  /// Whether the version that the open transaction sees is known.
  var knowsLayoutVersion: Bool { seesOneLayout && hasAskedForLayout }

  /// Whether only the open transaction itself changes the layout that it sees.
  private var seesOneLayout: Bool {
    seesOneState || isInTransaction && layout.isLocked(in: transaction.number)
  }

  /// Whether the version was queried in the open transaction, or with the last statement.
  var hasAskedForLayout: Bool { layout.askedTransaction == transaction.number }

  /// Takes the answer to the query of the layout.
  func takeLayoutVersion(_ link: ServerLink) throws {
    do {
      layout.note(
        try statements.takeResult(of: layout.query, over: link), in: transaction.number)
    } catch let error as PersistenceError where error.code == .invalidQuery {
      // The table was dropped.
      layout.hasTable = false
      throw error
    }
  }

  /// Makes the server fail if the layout is not that of the last transaction.
  func sendLayoutDemand(_ link: ServerLink) -> Bool {
    var parameters = BoundParameters()
    return parameters.append(.integer(layout.version), as: .int8)
      && statements.send(LayoutTable.demand, with: parameters, types: [.int8], over: link)
  }

  func takeLayoutDemand(_ link: ServerLink) throws {
    do {
      _ = try statements.takeResult(of: LayoutTable.demand, over: link)
    } catch let error as PersistenceError where error.databaseCode == Demand.code {
      layout.forgetVersion()
      // Without the code, which would say that the first statement has changed no row.
      throw PersistenceError.tablesChanged(sql: error.sql)
    }
  }

  /// Queries the version at once.
  func readLayoutVersion() throws {
    let hadTable = layout.hasTable
    layout.note(try run(layout.query), in: transaction.number)
    if layout.hasTable && !hadTable {
      layout.note(try run(layout.query), in: transaction.number)
    }
  }

  /// Has the engine check a statement that meets another layout than before.
  /// - Returns: whether the statement need not be checked again until the version changes.
  func checkLayout(of sql: String) throws -> Bool {
    guard layout.isWatched, let check = layout.check else { return false }
    layout.isChecking = true
    defer { layout.isChecking = false }
    return try check(sql)
  }
}
