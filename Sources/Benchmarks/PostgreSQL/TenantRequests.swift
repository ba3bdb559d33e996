import PersistentObjects
import PersistentObjectsPostgreSQL

/// Requests to the stores of a directory, each in its own schema, beside the same requests to one
/// store.
final class TenantRequests: Sendable {
  private let directory: StoreDirectory
  private let store: Store
  private let names: [String]

  /// - Parameters:
  ///   - schemas: the schemas of the tenants, and behind them that of the single store.
  ///   - openStores: the number of tenants' stores that stay open.
  init(_ schemas: [String], openStores: Int) throws {
    names = Array(schemas.dropLast())
    var postgres = PostgresConfiguration("")
    postgres.applicationName = RawServer.applicationName
    var limits = StoreDirectory.Limits()
    limits.maximumOpenStores = openStores
    directory = StoreDirectory(postgres, limits: limits)
    postgres.schema = schemas[schemas.count - 1]
    store = try Store(postgres, configuration: StoreConfiguration(codecs: .standard))
  }

  deinit {
    directory.close()
    store.close()
  }

  /// Makes the accounts of each store.
  func fill() async throws {
    for name in names { try await directory.transaction(name) { try Self.fill($0) } }
    try await store.transaction { try Self.fill($0) }
  }

  /// Makes requests to one tenant after another, and returns what they have read.
  func request(_ count: Int, changing: Bool) async throws -> Int {
    var total = 0
    for number in 0..<count {
      let name = names[number % names.count]
      total +=
        try await changing
        ? directory.transaction(name) { try Self.transfer(number, in: $0) }
        : directory.session(name) { try Self.read(number, in: $0) }
    }
    return total
  }

  /// Makes the same requests to the single store.
  func requestOne(_ count: Int, changing: Bool) async throws -> Int {
    var total = 0
    for number in 0..<count {
      total +=
        try await changing
        ? store.transaction { try Self.transfer(number, in: $0) }
        : store.session { try Self.read(number, in: $0) }
    }
    return total
  }

  private static let pairs = 50

  private static func fill(_ session: Session) throws {
    for number in 0..<pairs * 2 {
      try session.insert(Account(owner: "Owner \(number)", balance: Bank.openingBalance))
    }
  }

  private static func read(_ number: Int, in session: Session) throws -> Int {
    let keys = Bank.keys(ofPair: number % pairs)
    return try (Account.findByPK(keys.0, in: session)?.owner.count ?? 0)
      + (Account.findByPK(keys.1, in: session)?.owner.count ?? 0)
  }

  private static func transfer(_ number: Int, in session: Session) throws -> Int {
    let keys = Bank.keys(ofPair: number % pairs)
    guard let first = try Account.findByPK(keys.0, in: session),
      let second = try Account.findByPK(keys.1, in: session)
    else { throw TornRead() }
    first.balance -= 1
    second.balance += 1
    return first.owner.count + second.owner.count
  }
}
