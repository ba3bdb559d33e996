import Foundation
import Synchronization

extension Store {
  /// The store of the main actor's session and of the short forms such as `person.save()`.
  ///
  /// It is the store that the program has set. In a program that has opened no store, it is the
  /// file `<data home>/<process name>/<process name>.sqlite3`. The data home is `$XDG_DATA_HOME` or
  /// `~/.local/share`, and on Apple's systems the application support folder. Stores that classes
  /// declare as their own do not count.
  ///
  /// Throws `wrongSession` in a program that has opened a store and set none.
  public static var `default`: Store {
    get throws {
      try DefaultStore.current.withLock { current in
        if let current { return current }
        if let opened = OpenedStores.names { throw DefaultStore.isNotChosen(opened) }
        let store = try DefaultStore.make()
        DefaultStore.replace(&current, by: store)
        return store
      }
    }
  }

  /// Makes the short forms use another store. Objects of the former store keep their session; the
  /// main actor gets a new one.
  public static func setDefault(_ store: Store) {
    // Release the former store outside of the lock.
    let former = DefaultStore.current.withLock { current in
      defer { DefaultStore.replace(&current, by: store) }
      return current
    }
    withExtendedLifetime(former) {}
  }

  /// Whether a store that the caller holds is currently the default one.
  static func isDefault(_ store: ObjectIdentifier) -> Bool {
    UInt(bitPattern: store) == DefaultStore.address.load(ordering: .relaxed)
  }
}

private enum DefaultStore {
  static let current = Mutex<Store?>(nil)
  /// The address of the current store, for comparisons without the lock; 0 before there is a store.
  /// The caller of a comparison holds its store, so no other store can have that address.
  static let address = Atomic<UInt>(0)

  static func replace(_ current: inout Store?, by store: Store) {
    current = store
    address.store(UInt(bitPattern: ObjectIdentifier(store)), ordering: .relaxed)
  }

  /// Makes the default store of a program that has opened none.
  static func make() throws -> Store {
    try Store(
      driver: SQLiteDriver(SQLiteConfiguration(path: path())),
      configuration: StoreConfiguration(codecs: .standard), isListed: false)
  }

  /// The error of a short form that would have to choose among databases.
  ///
  /// - Parameter opened: the names of the open stores.
  static func isNotChosen(_ opened: [String]) -> PersistenceError {
    let stores = opened.isEmpty ? "which is closed" : opened.joined(separator: ", ")
    return PersistenceError(
      .wrongSession,
      """
      a short form works on the default store, but this program has opened a store of its own (\(stores)) and has set no \
      default; add `in: session`, or call Store.setDefault(_:) first
      """)
  }

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
