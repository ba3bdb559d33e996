import PersistentObjectsEngine

extension Session {
  /// The main actor's session on the default store. It lives as long as that store is the default
  /// one and holds no snapshot between calls.
  @MainActor
  public static var main: Session {
    get throws { try MainSession.session(on: .default) }
  }

  /// The session to which a short form such as `person.save()` adds a new object: the main actor's,
  /// if the call comes from there.
  static func current<Object: PersistentObject>(
    for type: Object.Type, isolation: (any Actor)?
  ) throws -> Session {
    guard isolation === MainActor.shared else {
      throw PersistenceError(
        .wrongSession,
        """
        a new object has no session, and only on the main actor a short form finds one: call \
        session.save(object), or another method of a session
        """, context: .init(className: type._entity.className))
    }
    return try MainActor.assumeIsolated { Carrier(session: try type._main) }.session
  }

  /// Carries the main actor's session to code that was just found to run on the main actor.
  private struct Carrier: @unchecked Sendable {
    let session: Session
  }
}

extension PersistentObject {
  /// The store that the short forms of this class use: the one that the class declares, otherwise
  /// the default one.
  ///
  /// ```swift
  /// @Persistent final class LogEntry {
  ///   static var store: Store { get throws { try Stores.log } }
  ///   var text: String
  /// }
  /// ```
  ///
  /// A class that declares its store is used in sessions of that store only, and refers only to
  /// classes that declare the same. The declaration must be in the class itself; subclasses inherit
  /// it.
  public static var store: Store {
    get throws { try _entity.declaredStore() ?? .default }
  }

  /// The main actor's session on the class's store.
  @MainActor
  public static var _main: Session {
    get throws { try MainSession.session(of: _unretainedEntity) }
  }
}

/// The main actor's sessions: one for the default store, one for each store that a class declares,
/// and one for each former default store whose objects are still alive.
@MainActor
enum MainSession {
  private static var onDefault: Session?
  /// All, by their stores.
  private static var sessions: [ObjectIdentifier: Session] = [:]

  /// The session for a class. Most classes declare no store, and the default one stays the same;
  /// then nothing is locked or retained.
  static func session(of entity: Unmanaged<EntityDescription>) throws -> Session {
    if !entity.takeUnretainedValue().declaresStore, let onDefault,
      Store.isDefault(ObjectIdentifier(onDefault.store))
    {
      return onDefault
    }
    return try session(on: entity.takeUnretainedValue().declaredStore() ?? .default)
  }

  static func session(on store: Store) throws -> Session {
    if let onDefault, onDefault.store === store { return onDefault }
    // The session holds its store, so the identity stays that store's.
    let id = ObjectIdentifier(store)
    let isDefault = try store === Store.default
    if let session = sessions[id], !isDefault { return session }
    let session = sessions[id] ?? makeSession(store)
    if isDefault { onDefault = session }
    // Ended sessions are released after the list has changed: objects die with them.
    let former = sessions
    sessions = former.filter { !$0.value.isUnused || $0.value === onDefault }
    sessions[id] = session
    withExtendedLifetime(former) {}
    return session
  }

  private static func makeSession(_ store: Store) -> Session {
    let session = Session(store: store)
    session.name = "the main actor's session"
    return session
  }
}
