import PersistentObjectsConnections

/// A session as its objects know it.
protocol ObjectSession: AnyObject {
  /// The changes of the session's objects.
  var tracker: ChangeTracker { get }

  /// Reads a property of an object and of the objects fetched with it.
  func load(_ index: Int, of object: some PersistentObject)

  /// Initializes memory with the object of each key. Reads the objects that are not loaded, with
  /// one statement for each class. The object of a key without a row is nil. If this throws, the
  /// memory is still uninitialized.
  func resolve(
    _ keys: UnsafeBufferPointer<ReferenceKey>, into objects: UnsafeMutablePointer<AnyObject?>
  ) throws

  /// Returns the object for a row, if it is alive.
  func objectInHand(ofEntity id: Int32, pk: Int64) -> (any PersistentObject)?

  /// Returns the objects that refer to each target, according to the rows and the changes in
  /// memory: stored objects in the order of their keys, then new objects.
  func objects(
    referringTo targets: [any PersistentObject], by inverse: Inverse
  ) throws -> [ObjectIdentifier: [any PersistentObject]]

  /// Notes a new object that an inverse connects with an object of this session. The new object may
  /// refer to objects whose inverses are read later, and a failed transaction restores it with the
  /// others.
  func note(_ object: any PersistentObject)

  /// Returns the annex of the objects that are detached from this session.
  func detachedReading() -> DetachedReading

  /// Calls `body` with a connection that sees what this session sees.
  func reading<R>(_ body: (Connection) throws -> R) throws -> R
}
