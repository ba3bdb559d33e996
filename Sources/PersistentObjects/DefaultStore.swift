import Foundation
import Synchronization

extension Store {
  /// The store of the main actor's session and of the short forms such as `person.save()`.
  ///
  /// Unless another store is set, it is the file
  /// `<data home>/<process name>/<process name>.sqlite3`. The data home is `$XDG_DATA_HOME` or
  /// `~/.local/share`, and on Apple's systems the application support folder.
  public static var `default`: Store {
    get throws {
      try DefaultStore.current.withLock { current in
        if let current { return current }
        let store = try Store(path: DefaultStore.path())
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

  static func path() -> String {
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
