import Foundation
import Synchronization

extension Store {
  /// The store of the main actor's session and of the short forms such as `person.save()`.
  ///
  /// Unless another was set it lies in `<data home>/<process name>/<process name>.sqlite3`, where
  /// the data home is `$XDG_DATA_HOME` or `~/.local/share`, and on Apple's systems the application
  /// support folder.
  public static var `default`: Store {
    get throws { try DefaultStore.store() }
  }

  /// Makes the short forms use another store. Objects of the former one keep their session; the
  /// main actor gets a new one.
  public static func setDefault(_ store: Store) { DefaultStore.set(store) }
}

private enum DefaultStore {
  private static let current = Mutex<Store?>(nil)

  static func store() throws -> Store {
    try current.withLock { current in
      if let current { return current }
      let store = try Store(path: path())
      current = store
      return store
    }
  }

  static func set(_ store: Store) { current.withLock { $0 = store } }

  private static func path() -> String {
    let name = ProcessInfo.processInfo.processName
    return dataHome().appendingPathComponent(name).appendingPathComponent("\(name).sqlite3").path
  }

  private static func dataHome() -> URL {
    #if canImport(Darwin)
      return URL.applicationSupportDirectory
    #else
      let variable = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? ""
      if variable.hasPrefix("/") { return URL(fileURLWithPath: variable) }
      return URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent(".local/share")
    #endif
  }
}

extension Session {
  /// The main actor's session on the default store. It lives as long as that store is the default
  /// one and holds no snapshot between calls.
  @MainActor
  public static var main: Session {
    get throws { try MainSession.session() }
  }

  /// The session that a short form such as `person.save()` works in: the one lent to the current
  /// task, else the main actor's, if that is where the call comes from.
  static func current(isolation: (any Actor)?) throws -> Session {
    if let lent = Session.lent { return lent }
    guard isolation === MainActor.shared else {
      throw PersistenceError(
        .wrongSession,
        """
        there is no session here: short forms work on the main actor and inside store.session { } \
        and store.transaction { }. Pass a session instead
        """)
    }
    return try MainActor.assumeIsolated { Carrier(session: try Session.main) }.session
  }

  /// Carries the main actor's session to code that was just found to be on the main actor.
  private struct Carrier: @unchecked Sendable {
    let session: Session
  }
}

@MainActor
private enum MainSession {
  private static var current: Session?

  static func session() throws -> Session {
    let store = try Store.default
    if let current, current.store === store { return current }
    let session = Session(store: store)
    current = session
    return session
  }
}
