import Synchronization

/// The stores that the program has opened, other than those that classes declare as their own.
/// Where there is one, a short form must not choose a database by itself.
package enum OpenedStores {
  private static let state = Mutex((names: [ObjectIdentifier: String](), hasClosedSome: false))

  static func add(_ store: Store) {
    state.withLock { $0.names[ObjectIdentifier(store)] = store.name }
  }

  /// Removes a store: one that is closed or no longer exists, or one that a class has declared.
  static func remove(_ store: Store, isClosed: Bool) {
    state.withLock { state in
      state.names[ObjectIdentifier(store)] = nil
      if isClosed { state.hasClosedSome = true }
    }
  }

  /// The names of those that are open, in order; nil if the program has never opened any.
  package static var names: [String]? {
    state.withLock { state in
      state.names.isEmpty && !state.hasClosedSome ? nil : state.names.values.sorted()
    }
  }
}
