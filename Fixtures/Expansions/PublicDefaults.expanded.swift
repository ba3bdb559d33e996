public final class Settings {
  public var kind: Kind {
    @storageRestrictions(initializes: _kind)
    init(initialValue) {
      _kind = PersistentObjects._Slot(initialValue)
    }
    get {
      if _kind.isFault { _object.load(self, Settings._firstProperty + 0) }
      return PersistentObjects._current(_kind)
    }
    set {
      let related = _object.related(self, Settings._firstProperty + 0)
      _object.willChange(self, Settings._firstProperty + 0, _kind)
      _kind.replace(newValue)
      if let related { _object.relate(self, Settings._firstProperty + 0, related) }
    }
    _modify {
      if _kind.isFault { _object.load(self, Settings._firstProperty + 0) }
      let related = _object.related(self, Settings._firstProperty + 0)
      _object.willChange(self, Settings._firstProperty + 0, _kind)
      var lent = _object.lend(&_kind)
      defer {
        _object.takeBack(&lent, into: &_kind)
        if let related { _object.relate(self, Settings._firstProperty + 0, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _kind: PersistentObjects._Slot<Kind>
  public var made {
    @storageRestrictions(initializes: _made)
    init(initialValue) {
      _made = initialValue
    }
    get { _made }
    set {
      _object.willChange(self, Settings._firstProperty + 1, _made)
      _made = newValue
    }
  }

  private var _made: Date
  public var names: [String] {
    @storageRestrictions(initializes: _names)
    init(initialValue) {
      _names = PersistentObjects._Slot(initialValue)
    }
    get {
      if _names.isFault { _object.load(self, Settings._firstProperty + 2) }
      return PersistentObjects._current(_names)
    }
    set {
      _object.willChange(self, Settings._firstProperty + 2, _names)
      _names.replace(newValue)
    }
    _modify {
      if _names.isFault { _object.load(self, Settings._firstProperty + 2) }
      _object.willChange(self, Settings._firstProperty + 2, _names)
      var lent = _object.lend(&_names)
      defer {
        _object.takeBack(&lent, into: &_names)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _names: PersistentObjects._Slot<[String]>
  public var scale {
    @storageRestrictions(initializes: _scale)
    init(initialValue) {
      _scale = initialValue
    }
    get { _scale }
    set {
      _object.willChange(self, Settings._firstProperty + 3, _scale)
      _scale = newValue
    }
  }

  private var _scale: Double

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  public static var _propertyCount: Swift.Int {
    4
  }

  public static func _keyPaths<_Subclass: Settings>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.kind, \_Subclass.made, \_Subclass.names, \_Subclass.scale]
  }

  public static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Settings.self, className: "Settings", table: "settings",
    renamedFrom: nil, isFinal: true,
    superclass: nil,
    keyPaths: _keyPaths(of: Settings.self), indices: [],
    properties: [
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("kind", column: "kind"), default: { .standard },
        get: { (object: Settings) in object._kind },
        set: { (object: Settings, slot) in object._kind.swap(&slot) }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("made", column: "made"), default: { Date() },
        get: { (object: Settings) in object._made },
        set: { (object: Settings, value) in object._made = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("names", column: "names"), default: { [] },
        get: { (object: Settings) in object._names },
        set: { (object: Settings, slot) in object._names.swap(&slot) }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("scale", column: "scale"), default: { -1.5 },
        get: { (object: Settings) in object._scale },
        set: { (object: Settings, value) in object._scale = value }),
    ])

  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _kind = try row.slot(Settings._firstProperty + 0)
    _made = try row.value(Settings._firstProperty + 1)
    _names = try row.slot(Settings._firstProperty + 2)
    _scale = try row.value(Settings._firstProperty + 3)
  }

  public func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Settings._firstProperty + 0, slot: _kind)
    try row.write(Settings._firstProperty + 1, _made)
    try row.write(Settings._firstProperty + 2, slot: _names)
    try row.write(Settings._firstProperty + 3, _scale)
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
  static var _kindDefault: Kind { .standard }

  @usableFromInline
  static var _madeDefault: Date { Date() }

  /// The objects whose `kind` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func findByKind(_ value: Kind) throws -> [Settings] {
    try Settings._find(Settings._firstProperty + 0, value, in: Settings._main)
  }

  /// The objects whose `kind` equals a value.
  public static func findByKind(_ value: Kind, in session: PersistentObjects.Session) throws
    -> [Settings]
  {
    try Settings._find(Settings._firstProperty + 0, value, in: session)
  }

  /// The first object whose `kind` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByKind(_ value: Kind) throws -> Settings? {
    try Settings._findFirst(Settings._firstProperty + 0, value, in: Settings._main)
  }

  /// The first object whose `kind` equals a value, or nil.
  public static func findFirstByKind(_ value: Kind, in session: PersistentObjects.Session) throws
    -> Settings?
  {
    try Settings._findFirst(Settings._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `kind` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByKind(_ value: Kind) throws -> Swift.Int {
    try Settings._count(Settings._firstProperty + 0, value, in: Settings._main)
  }

  /// How many objects there are whose `kind` equals a value.
  public static func countByKind(_ value: Kind, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Settings._count(Settings._firstProperty + 0, value, in: session)
  }

  /// The objects whose `made` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func findByMade(_ value: Date) throws -> [Settings] {
    try Settings._find(Settings._firstProperty + 1, value, in: Settings._main)
  }

  /// The objects whose `made` equals a value.
  public static func findByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> [Settings]
  {
    try Settings._find(Settings._firstProperty + 1, value, in: session)
  }

  /// The first object whose `made` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByMade(_ value: Date) throws -> Settings? {
    try Settings._findFirst(Settings._firstProperty + 1, value, in: Settings._main)
  }

  /// The first object whose `made` equals a value, or nil.
  public static func findFirstByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> Settings?
  {
    try Settings._findFirst(Settings._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `made` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByMade(_ value: Date) throws -> Swift.Int {
    try Settings._count(Settings._firstProperty + 1, value, in: Settings._main)
  }

  /// How many objects there are whose `made` equals a value.
  public static func countByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Settings._count(Settings._firstProperty + 1, value, in: session)
  }

  /// The objects whose `scale` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func findByScale(_ value: Double) throws -> [Settings] {
    try Settings._find(Settings._firstProperty + 3, value, in: Settings._main)
  }

  /// The objects whose `scale` equals a value.
  public static func findByScale(_ value: Double, in session: PersistentObjects.Session) throws
    -> [Settings]
  {
    try Settings._find(Settings._firstProperty + 3, value, in: session)
  }

  /// The first object whose `scale` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByScale(_ value: Double) throws -> Settings? {
    try Settings._findFirst(Settings._firstProperty + 3, value, in: Settings._main)
  }

  /// The first object whose `scale` equals a value, or nil.
  public static func findFirstByScale(_ value: Double, in session: PersistentObjects.Session) throws
    -> Settings?
  {
    try Settings._findFirst(Settings._firstProperty + 3, value, in: session)
  }

  /// How many objects there are whose `scale` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByScale(_ value: Double) throws -> Swift.Int {
    try Settings._count(Settings._firstProperty + 3, value, in: Settings._main)
  }

  /// How many objects there are whose `scale` equals a value.
  public static func countByScale(_ value: Double, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Settings._count(Settings._firstProperty + 3, value, in: session)
  }

  /// The values of an object at one time.
  public struct Snapshot: Swift.Sendable, Swift.Codable {
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
  }

  /// The object's values, to be used outside of its session.
  public var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Settings: PersistentObjects.PersistentObject, Swift.Hashable {}
