import PersistentObjects

/// A session, and the objects of it that the test holds.
final class Desk {
  let session: Session
  private(set) var held: [Identity: any PersistentObject] = [:]
  private var identities: [ObjectIdentifier: Identity] = [:]

  init(_ session: Session) { self.session = session }

  func hold(_ object: any PersistentObject, as identity: Identity) {
    held[identity] = object
    identities[ObjectIdentifier(object)] = identity
  }

  func release(_ identity: Identity) {
    guard let object = held.removeValue(forKey: identity) else { return }
    identities[ObjectIdentifier(object)] = nil
  }

  func releaseAll() {
    held = [:]
    identities = [:]
  }

  /// The model's identity of this object.
  func identity(of object: any PersistentObject, in model: Model) throws -> Identity {
    if let identity = identities[ObjectIdentifier(object)] { return identity }
    guard let pk = object.pk, let kind = Kind(object),
      let identity = model.identities[Model.RowKey(kind: kind, pk: pk)]
    else { throw Divergence("nobody knows \(object)") }
    return identity
  }
}
