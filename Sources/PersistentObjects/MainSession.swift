import PersistentObjectsEngine

extension Session {
  /// The main actor's session on the default store. It lives as long as that store is the default
  /// one, and holds no snapshot between calls.
  @MainActor
  public static var main: Session {
    get throws { try MainSession.session(on: .default) }
  }

  /// Returns the session to which a short form such as `person.save()` adds an object that has
  /// none: the main actor's, if the call comes from there.
  static func current<Object: PersistentObject>(
    for object: Object, isolation: (any Actor)?
  ) throws -> Session {
    let isDetached = object.state == .detached
    guard isolation === MainActor.shared else {
      throw wrongSession(
        object,
        isDetached
          ? hasEnded
          : """
          a new object has no session, and a short form finds one only on the main actor; call \
          session.save(object), or another method of a session
          """)
    }
    do {
      return try MainActor.assumeIsolated { Carrier(session: try Object._main) }.session
    } catch {
      // That there is no default store is not what is wrong with a detached object.
      throw isDetached ? wrongSession(object, hasEnded) : error
    }
  }

  private static let hasEnded = """
    the object's session has ended or was cleared, so it can no longer be used for this; find the \
    object again
    """

  private static func wrongSession(
    _ object: some PersistentObject, _ reason: String
  ) -> PersistenceError {
    PersistenceError(
      .wrongSession, reason,
      context: .init(className: type(of: object)._entity.className, pk: object.pk),
      cause: object._object.detachedFailure)
  }

  /// A wrapper that passes the main actor's session to code that was found to run on the main
  /// actor.
  private struct Carrier: @unchecked Sendable {
    let session: Session
  }
}

extension PersistentObject {
  /// The store that the short forms of this class use: the one that the class declares, or else the
  /// default one.
  ///
  /// ```swift
  /// @Persistent final class LogEntry {
  ///   static var store: Store { get throws { try Stores.log } }
  ///   var text: String
  /// }
  /// ```
  ///
  /// A class that declares its store can be used only in sessions of that store, and refers only to
  /// classes that declare the same store. The declaration must be in the class itself; subclasses
  /// inherit it.
  public static var store: Store {
    get throws { try _entity.declaredStore() ?? .default }
  }

  /// The main actor's session on the class's store.
  @MainActor
  public static var _main: Session {
    get throws { try MainSession.session(of: _unretainedEntity) }
  }
}

/// The caller of a short form: code on the main actor. It is filled in by `#isolation`, so nothing
/// is ever passed for it.
///
/// A short form works on the default store. A call of it with `await` from elsewhere would hop to
/// the main actor and work on another database than the one at hand, so it does not compile: "'nil'
/// is not compatible with expected argument type '_OnTheMainActor_ElsewhereAdd_in_session'". Add
/// `in: session` there. Short forms that return objects need no such parameter, since objects
/// cannot leave the main actor.
public typealias _OnTheMainActor_ElsewhereAdd_in_session = MainActor

/// The main actor's sessions: one for the default store, one for each store that a class declares,
/// and one for each former default store whose objects are still alive.
@MainActor
enum MainSession {
  private static var onDefault: Session?
  /// All sessions, by their stores.
  private static var sessions: [ObjectIdentifier: Session] = [:]

  /// Returns the session for a class. For most classes, which declare no store, and as long as the
  /// default store stays the same, it locks and retains nothing.
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
    // The session holds its store, so no other store gets this identity.
    let id = ObjectIdentifier(store)
    let isDefault = Store.isDefault(id)
    if let session = sessions[id], !isDefault { return session }
    let session = sessions[id] ?? makeSession(store)
    if isDefault { onDefault = session }
    // Release ended sessions after the dictionary has changed: objects die with them.
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
