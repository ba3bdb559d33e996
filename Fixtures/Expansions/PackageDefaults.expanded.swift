package final class Settings {
  package var kind: Kind {
    get {
      if _kind.isFault { _object.load(self, 0) }
      return PersistentObjects._current(&_kind)
    }
    set {
      let related = _object.related(self, 0)
      _object.willChange(self, at: 0)
      _kind.replace(newValue)
      if let related { _object.relate(self, 0, related) }
    }
    _modify {
      if _kind.isFault { _object.load(self, 0) }
      let related = _object.related(self, 0)
      _object.willChange(self, at: 0)
      var lent = _object.lend(&_kind)
      defer {
        _object.takeBack(&lent, into: &_kind)
        if let related { _object.relate(self, 0, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  package var size: Int {
    get { _size }
    set {
      _object.willChange(self, at: 1)
      _size = newValue
    }
  }

  @safe @exclusivity(unchecked)
  private var _kind: PersistentObjects._Slot<Kind>

  @safe @exclusivity(unchecked)
  private var _size: Int

  package let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  package static var _propertyCount: Swift.Int {
    2
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Settings.kind, \Settings.size]
  }

  @safe package static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Settings.self, className: "Settings", table: "settings",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("kind", column: "kind", default: .named), default: { .standard },
          get: { (object: Settings) in object._kind },
          set: { (object: Settings, slot) in object._kind.swap(&slot) }),
        PersistentObjects._property(
          Int.self, PersistentObjects._PropertyDeclaration("size", column: "size", default: .evaluated), default: { { if isLarge { 2 } else { 1 } }() }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Settings, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 1: exchange(&object._size)
    default: break
    }
  }

  @_disfavoredOverload
  package required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _kind = try row.slot(0)
    _size = try row.value(1)
  }

  package func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, slot: &_kind)
    try row.write(1, _size)
  }

  package init(
    kind: Kind = Settings._kindDefault,
    size: Int = Settings._sizeDefault
  ) {
    self._kind = PersistentObjects._Slot(kind)
    self._size = size
    _object.made(self)
  }

  package static var _kindDefault: Kind {
    .standard
  }

  package static var _sizeDefault: Int {
    { if isLarge { 2 } else { 1 } }()
  }

  /// Finds the objects whose `kind` equals a value.
  package static var findByKind: PersistentObjects.Finder<Settings, Kind> {
    .init(at: 0)
  }

  /// Finds the first object whose `kind` equals a value, or nil.
  package static var findFirstByKind: PersistentObjects.FirstFinder<Settings, Kind> {
    .init(at: 0)
  }

  /// Counts the objects whose `kind` equals a value.
  package static var countByKind: PersistentObjects.CountFinder<Settings, Kind> {
    .init(at: 0)
  }

  /// Finds the objects whose `size` equals a value.
  package static var findBySize: PersistentObjects.Finder<Settings, Int> {
    .init(at: 1)
  }

  /// Finds the first object whose `size` equals a value, or nil.
  package static var findFirstBySize: PersistentObjects.FirstFinder<Settings, Int> {
    .init(at: 1)
  }

  /// Counts the objects whose `size` equals a value.
  package static var countBySize: PersistentObjects.CountFinder<Settings, Int> {
    .init(at: 1)
  }

  /// The values of an object at one time.
  package struct Snapshot: PersistentObjects.ObjectSnapshot {
    package let pk: Swift.Int64?
    package let kind: PersistentObjects.SnapshotField<Kind>
    package let size: Int

    /// Takes the values of an object.
    package init(_ object: Settings) {
      self.pk = object.pk
      self.kind = PersistentObjects._snapshotField(object.kind)
      self.size = object.size
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    package init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.kind,
        self.size
      ) = try PersistentObjects._snapshotFields(of: Settings.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    package func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Settings.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.kind)
      fields.encode(self.size)
      try fields.finish()
    }
  }

  /// The object's values, for use outside its session.
  package var snapshot: Snapshot {
    Snapshot(self)
  }

  private func willSave() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func didSave() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func willInsert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func didInsert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func willUpdate() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func didUpdate() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func willDelete() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func didDelete() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func willRevert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func didRevert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private func didLoad() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private static var rules: Swift.Never { Swift.fatalError() }  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private static var indices: Swift.Never { Swift.fatalError() }  // declare this in the class, not in an extension: '@Persistent' sees only the class
}

nonisolated extension Settings: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
