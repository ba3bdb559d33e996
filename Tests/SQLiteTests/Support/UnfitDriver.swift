import PersistentObjectsEngine
import PersistentObjectsSQLite

/// A driver whose first connections cannot end their transaction at the end of their lease.
final class UnfitDriver: Driver {
  let dialect: any Dialect = SQLiteDialect()
  let maximumReaders: Int
  let databaseName = "unfit"
  private let unfitCount: Int
  /// The number of opened connections, and of those that were closed.
  let opened = Shared(0)
  let closed = Shared(0)

  init(unfit: Int, maximumReaders: Int) {
    unfitCount = unfit
    self.maximumReaders = maximumReaders
  }

  func openConnection(_ role: Connection.Role) throws -> Connection {
    let number = opened.change { $0 += 1 }
    return UnfitConnection(role: role, isFit: number > unfitCount, closed: closed)
  }
}

private final class UnfitConnection: Connection {
  private let isFit: Bool
  private let closed: Shared<Int>

  init(role: Role, isFit: Bool, closed: Shared<Int>) {
    self.isFit = isFit
    self.closed = closed
    super.init(role: role)
  }

  override func endLease() -> Bool { isFit }
  override func close() { closed.change { $0 += 1 } }
}
