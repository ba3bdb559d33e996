public final class Settings {
  public var kind: Kind {
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
  public var made {
    get { _made }
    set {
      _object.willChange(self, at: 1)
      _made = newValue
    }
  }
  public var names: [String] {
    get {
      if _names.isFault { _object.load(self, 2) }
      return PersistentObjects._current(&_names)
    }
    set {
      _object.willChange(self, at: 2)
      _names.replace(newValue)
    }
    _modify {
      if _names.isFault { _object.load(self, 2) }
      _object.willChange(self, at: 2)
      var lent = _object.lend(&_names)
      defer {
        _object.takeBack(&lent, into: &_names)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  public var scale {
    get { _scale }
    set {
      _object.willChange(self, at: 3)
      _scale = newValue
    }
  }

  @safe @exclusivity(unchecked)
  private var _kind: PersistentObjects._Slot<Kind>

  @safe @exclusivity(unchecked)
  private var _made: Date

  @safe @exclusivity(unchecked)
  private var _names: PersistentObjects._Slot<[String]>

  @safe @exclusivity(unchecked)
  private var _scale: Double

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  public static var _propertyCount: Swift.Int {
    4
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Settings.kind, \Settings.made, \Settings.names, \Settings.scale]
  }

  @safe public static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
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
          Date.self, PersistentObjects._PropertyDeclaration("made", column: "made", default: .evaluated), default: { Date() }),
        PersistentObjects._slotProperty(
          "names", default: { [] },
          get: { (object: Settings) in object._names },
          set: { (object: Settings, slot) in object._names.swap(&slot) }),
        PersistentObjects._property(
          Double.self, "scale", default: { -1.5 }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Settings, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 1: exchange(&object._made)
    case 3: exchange(&object._scale)
    default: break
    }
  }

  @_disfavoredOverload
  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _kind = try row.slot(0)
    _made = try row.value(1)
    _names = try row.slot(2)
    _scale = try row.value(3)
  }

  public func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, slot: &_kind)
    try row.write(1, _made)
    try row.write(2, slot: &_names)
    try row.write(3, _scale)
  }

  public init(
    kind: Kind = Settings._kindDefault,
    made: Date = Settings._madeDefault,
    names: [String] = [],
    scale: Double = -1.5
  ) {
    self._kind = PersistentObjects._Slot(kind)
    self._made = made
    self._names = PersistentObjects._Slot(names)
    self._scale = scale
    _object.made(self)
  }

  @usableFromInline
  static var _kindDefault: Kind {
    .standard
  }

  @usableFromInline
  static var _madeDefault: Date {
    Date()
  }

  /// Finds the objects whose `kind` equals a value.
  public static var findByKind: PersistentObjects.Finder<Settings, Kind> {
    .init(at: 0)
  }

  /// Finds the first object whose `kind` equals a value, or nil.
  public static var findFirstByKind: PersistentObjects.FirstFinder<Settings, Kind> {
    .init(at: 0)
  }

  /// Counts the objects whose `kind` equals a value.
  public static var countByKind: PersistentObjects.CountFinder<Settings, Kind> {
    .init(at: 0)
  }

  /// Finds the objects whose `made` equals a value.
  public static var findByMade: PersistentObjects.Finder<Settings, Date> {
    .init(at: 1)
  }

  /// Finds the first object whose `made` equals a value, or nil.
  public static var findFirstByMade: PersistentObjects.FirstFinder<Settings, Date> {
    .init(at: 1)
  }

  /// Counts the objects whose `made` equals a value.
  public static var countByMade: PersistentObjects.CountFinder<Settings, Date> {
    .init(at: 1)
  }

  /// Finds the objects whose `scale` equals a value.
  public static var findByScale: PersistentObjects.Finder<Settings, Double> {
    .init(at: 3)
  }

  /// Finds the first object whose `scale` equals a value, or nil.
  public static var findFirstByScale: PersistentObjects.FirstFinder<Settings, Double> {
    .init(at: 3)
  }

  /// Counts the objects whose `scale` equals a value.
  public static var countByScale: PersistentObjects.CountFinder<Settings, Double> {
    .init(at: 3)
  }

  /// The values of an object at one time.
  public struct Snapshot: PersistentObjects.ObjectSnapshot {
    public let pk: Swift.Int64?
    public let kind: PersistentObjects.SnapshotField<Kind>
    public let made: Date
    public let names: [String]
    public let scale: Double

    /// Takes the values of an object.
    public init(_ object: Settings) {
      self.pk = object.pk
      self.kind = PersistentObjects._snapshotField(object.kind)
      self.made = object.made
      self.names = object.names
      self.scale = object.scale
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    public init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.kind,
        self.made,
        self.names,
        self.scale
      ) = try PersistentObjects._snapshotFields(of: Settings.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    public func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Settings.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.kind)
      fields.encode(self.made)
      fields.encode(self.names)
      fields.encode(self.scale)
      try fields.finish()
    }
  }

  /// The object's values, for use outside its session.
  public var snapshot: Snapshot {
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
