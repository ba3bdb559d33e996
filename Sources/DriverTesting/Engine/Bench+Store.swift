import PersistentObjects

extension Bench {
  /// Makes a store that uses the driver.
  func store() throws -> Store {
    try Store(driver: driver, configuration: StoreConfiguration(codecs: .standard))
  }

  /// Runs `body` with two sessions of a store.
  func withSessions(_ body: (Session, Session) throws -> Void) throws {
    let store = try store()
    defer { store.close() }
    let sessions = (Session(store: store), Session(store: store))
    try withExtendedLifetime(sessions) { try body(sessions.0, sessions.1) }
  }
}
