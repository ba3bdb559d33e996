import Foundation
import Synchronization

extension Store {
  /// The store of the main actor's session and of the short forms such as `person.save()`.
  ///
  /// Unless another was set it is in `<data home>/<process name>/<process name>.sqlite3`, where the
  /// data home is `$XDG_DATA_HOME` or `~/.local/share`, or on Apple's systems the application
  /// support folder.
  public static var `default`: Store {
    get throws { try DefaultStore.store() }
  }

  /// Makes the short forms use another store. Objects of the former one keep their session; the
  /// main actor gets a new one.
  public static func setDefault(_ store: Store) { DefaultStore.set(store) }

  /// Whether a store that the caller holds is now the default one.
  static func isDefault(_ store: ObjectIdentifier) -> Bool { DefaultStore.isCurrent(store) }
}

private enum DefaultStore {
  private static let current = Mutex<Store?>(nil)
  /// The address of the current store, compared without the lock; 0 before there is one. The caller
  /// holds a store, so no other one can have its address.
  private static let address = Atomic<UInt>(0)

  static func store() throws -> Store {
    try current.withLock { current in
      if let current { return current }
      let store = try Store(path: path())
      replace(&current, by: store)
      return store
    }
  }

  static func set(_ store: Store) {
    // The former store is released outside the lock.
    let former = current.withLock { current in
      defer { replace(&current, by: store) }
      return current
    }
    withExtendedLifetime(former) {}
  }

  static func isCurrent(_ store: ObjectIdentifier) -> Bool {
    UInt(bitPattern: store) == address.load(ordering: .relaxed)
  }

  private static func replace(_ current: inout Store?, by store: Store) {
    current = store
    address.store(UInt(bitPattern: ObjectIdentifier(store)), ordering: .relaxed)
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
