import PersistentObjectsDriver
import PersistentObjectsSQLite

@testable import PersistentObjectsEngine

/// A driver whose first connections cannot end their transaction at the end of their lease.
final class UnfitDriver: Driver {
  let dialect: any Dialect = SQLiteDialect()
  let maximumReaders: Int
  let databaseName = "unfit"
  let statementCacheCapacity = 0
  let isReadOnly = false
  private let unfitCount: Int
  /// The number of opened connections, and of those that were closed.
  let opened = Shared(0)
  let closed = Shared(0)

  init(unfit: Int, maximumReaders: Int) {
    unfitCount = unfit
    self.maximumReaders = maximumReaders
  }

  func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
    let number = opened.change { $0 += 1 }
    return UnfitConnection(isFit: number > unfitCount, closed: closed)
  }

  func openFirstReader() -> (any DriverConnection)? { nil }

  func deleteDatabase() {}
}

private final class UnfitConnection: DriverConnection {
  private let isFit: Bool
  private let closed: Shared<Int>

  init(isFit: Bool, closed: Shared<Int>) {
    self.isFit = isFit
    self.closed = closed
  }

  func prepare(_ sql: String) throws -> any DriverStatement {
    throw PersistenceError(.unsupported, "nothing is run here")
  }

  let isInTransaction = false
  let endingFailure: (any Error)? = nil
  let isHeldUpByReaders = false
  func rollBack() {}
  func endLease() -> Bool { isFit }
  func close() { closed.change { $0 += 1 } }
  func interrupt() {}
  func readSchema() -> [ExistingTable] { [] }
  func readIndices() -> [ExistingIndex] { [] }
}
