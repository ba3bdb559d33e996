import Foundation
import Synchronization

extension Store {
  /// The store of the main actor's session and of the short forms such as `person.save()`.
  ///
  /// Unless another was set it lies in `<data home>/<process name>/<process name>.sqlite3`, where
  /// the data home is `$XDG_DATA_HOME` or `~/.local/share`, and on Apple's systems the application
  /// support folder.
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

  /// Makes the short forms use another store. Objects of the former one keep their session; the
  /// main actor gets a new one.
  public static func setDefault(_ store: Store) {
    // The former one is let go of outside of the lock.
    let former = DefaultStore.current.withLock { current in
      defer { DefaultStore.replace(&current, by: store) }
      return current
    }
    withExtendedLifetime(former) {}
  }

  /// Whether a store that somebody holds is the default one now.
  static func isDefault(_ store: ObjectIdentifier) -> Bool {
    UInt(bitPattern: store) == DefaultStore.address.load(ordering: .relaxed)
  }
}

private enum DefaultStore {
  static let current = Mutex<Store?>(nil)
  /// The address of the current store, to be compared without the lock; 0 before there is one. Who
  /// compares holds a store, so no other can lie there.
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
