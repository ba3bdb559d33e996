// inherits
final class Contract: Document {
  override func willSave() throws { try super.willSave() }
  func didLoad() {}
  override func didSave() {}

  deinit { _object.leaveSession() }

  @safe override static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Contract.self, className: "Contract", table: "contract",
      renamedFrom: nil, isFinal: true,
      superclass: Document._entity,
      keyPaths: _keyPaths(of: Contract.self), indices: [],
      hooks: [
        .init(.willSave, isOverride: true) { try $0.willSave() },
        .init(.didLoad) { $0.didLoad() },
        .init(.didSave, isOverride: true) { $0.didSave() },
      ],
      properties: [])
  }
}
