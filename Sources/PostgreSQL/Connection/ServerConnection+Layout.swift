import PersistentObjectsEngine

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
    if layoutCheck == nil || isCheckingLayout || isSpoiled { return .none }
    guard seesOneState else { return .behind }
    return knowsLayoutVersion ? .none : .before
  }

  /// Whether the version that the open transaction sees is known.
  var knowsLayoutVersion: Bool {
    seesOneState && askedTransaction == transactionNumber
  }

  var layoutText: String {
    hasLayoutTable ? versionQuery.sql : LayoutTable.existence
  }

  func sendLayoutQuery(_ link: ServerLink) -> Bool {
    hasLayoutTable ? versionQuery.send(over: link, of: self) : link.send(layoutText)
  }

  /// Takes the answer to ``sendLayoutQuery(_:)``.
  func takeLayoutVersion(_ link: ServerLink) throws {
    do {
      note(
        layout: try hasLayoutTable
          ? versionQuery.takeResult(over: link, of: self) : link.takeResult(of: layoutText))
    } catch let error as PersistenceError where error.code == .invalidQuery {
      // The table was dropped.
      hasLayoutTable = false
      throw error
    }
  }

  /// Makes the server fail if the layout is not that of the last transaction.
  func sendLayoutDemand(_ link: ServerLink) -> Bool {
    var parameters = BoundParameters()
    return parameters.append(.integer(layoutVersion), as: .int8)
      && versionDemand.send(parameters, types: [.int8], over: link, of: self)
  }

  func takeLayoutDemand(_ link: ServerLink) throws {
    do {
      _ = try versionDemand.takeResult(over: link, of: self)
    } catch let error as PersistenceError where error.databaseCode == Demand.code {
      // Each statement is checked again before it is sent with another `COMMIT`.
      layoutVersion = 0
      // Without the code, which would say that the first statement has changed no row.
      throw PersistenceError.tablesChanged(sql: error.sql)
    }
  }

  /// Queries the version at once.
  func readLayoutVersion() throws {
    let hadTable = hasLayoutTable
    note(layout: try run(layoutText))
    if hasLayoutTable && !hadTable { note(layout: try run(layoutText)) }
  }

  /// Has the engine check a statement that meets another layout than before.
  /// - Returns: whether the statement need not be checked again until the version changes.
  func checkLayout(of sql: String) throws -> Bool {
    guard !isCheckingLayout, let layoutCheck else { return false }
    isCheckingLayout = true
    defer { isCheckingLayout = false }
    return try layoutCheck(sql)
  }

  /// Takes the version from a result.
  func note(layout answer: ServerResult) {
    if hasLayoutTable {
      layoutVersion = answer.integer(0, 0) ?? 0
      askedTransaction = transactionNumber
    } else {
      hasLayoutTable = answer.text(0, 0) != nil
    }
  }
}
