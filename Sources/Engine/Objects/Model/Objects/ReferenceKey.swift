/// The row that a reference points at.
struct ReferenceKey: Hashable {
  let pk: Int64
  /// The class as ``EntityDescription/id``.
  let entityID: Int32
}

extension ReferenceKey {
  /// Makes the key of an object's row; nil if it has none.
  init?(of object: some PersistentObject) {
    guard object._object.phase == .stored else { return nil }
    self.init(pk: object._object.pk, entityID: object.entityID)
  }
}
