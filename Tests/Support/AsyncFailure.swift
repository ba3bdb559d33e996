public import PersistentObjects

/// The error that `body` throws, if it is one of this package's.
public func failureOf(_ body: () async throws -> Void) async -> PersistenceError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? PersistenceError
  }
}
