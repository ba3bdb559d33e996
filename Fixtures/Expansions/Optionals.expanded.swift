class Optionals {
  var plain: Int? {
    @storageRestrictions(initializes: _plain)
    init(initialValue) {
      _plain = initialValue
    }
    get { _plain }
    set {
      _object.willChange(self, Optionals._firstProperty + 0, _plain)
      _plain = newValue
    }
  }

  private var _plain: Int? = nil
  var spelled: Optional<String> {
    @storageRestrictions(initializes: _spelled)
    init(initialValue) {
      _spelled = initialValue
    }
    get { _spelled }
    set {
      _object.willChange(self, Optionals._firstProperty + 1, _spelled)
      _spelled = newValue
    }
    _modify {
      _object.willChange(self, Optionals._firstProperty + 1, _spelled)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_spelled
    }
  }

  private var _spelled: Optional<String> = nil
  var unwrapped: Address! {
    @storageRestrictions(initializes: _unwrapped)
    init(initialValue) {
      _unwrapped = PersistentObjects._Slot(initialValue)
    }
    get {
      if _unwrapped.isFault { _object.load(self, Optionals._firstProperty + 2) }
      return PersistentObjects._current(_unwrapped)
    }
    set {
      let related = _object.related(self, Optionals._firstProperty + 2)
      _object.willChange(self, Optionals._firstProperty + 2, _unwrapped)
      _unwrapped.replace(newValue)
      if let related { _object.relate(self, Optionals._firstProperty + 2, related) }
    }
    _modify {
      if _unwrapped.isFault { _object.load(self, Optionals._firstProperty + 2) }
      let related = _object.related(self, Optionals._firstProperty + 2)
      _object.willChange(self, Optionals._firstProperty + 2, _unwrapped)
      var lent = _object.lend(&_unwrapped)
      defer {
        _object.takeBack(&lent, into: &_unwrapped)
        if let related { _object.relate(self, Optionals._firstProperty + 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _unwrapped: PersistentObjects._Slot<Address?> = .init(nil)
  var explicit: Date? {
    @storageRestrictions(initializes: _explicit)
    init(initialValue) {
      _explicit = initialValue
    }
    get { _explicit }
    set {
      _object.willChange(self, Optionals._firstProperty + 3, _explicit)
      _explicit = newValue
    }
  }

  private var _explicit: Date? = nil
  var set: Int? {
    @storageRestrictions(initializes: _set)
    init(initialValue) {
      _set = initialValue
    }
    get { _set }
    set {
      _object.willChange(self, Optionals._firstProperty + 4, _set)
      _set = newValue
    }
  }

  private var _set: Int?

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  class var _propertyCount: Swift.Int {
    5
  }

  static func _keyPaths<_Subclass: Optionals>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.plain, \_Subclass.spelled, \_Subclass.unwrapped, \_Subclass.explicit, \_Subclass.set]
  }

  class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Optionals.self, className: "Optionals", table: "optionals",
    renamedFrom: nil, isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: Optionals.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("plain", column: "plain"), default: nil,
        get: { (object: Optionals) in object._plain },
        set: { (object: Optionals, value) in object._plain = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("spelled", column: "spelled"), default: nil,
        get: { (object: Optionals) in object._spelled },
        set: { (object: Optionals, value) in object._spelled = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("unwrapped", column: "unwrapped"), default: nil,
        get: { (object: Optionals) in object._unwrapped },
        set: { (object: Optionals, slot) in object._unwrapped.swap(&slot) }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("explicit", column: "explicit"), default: nil,
        get: { (object: Optionals) in object._explicit },
        set: { (object: Optionals, value) in object._explicit = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("set", column: "set"), default: { 3 },
        get: { (object: Optionals) in object._set },
        set: { (object: Optionals, value) in object._set = value }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _plain = try row.optionalValue(Optionals._firstProperty + 0)
    _spelled = try row.optionalValue(Optionals._firstProperty + 1)
    _unwrapped = try row.slot(Optionals._firstProperty + 2)
    _explicit = try row.optionalValue(Optionals._firstProperty + 3)
    _set = try row.optionalValue(Optionals._firstProperty + 4)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Optionals._firstProperty + 0, optional: _plain)
    try row.write(Optionals._firstProperty + 1, optional: _spelled)
    try row.write(Optionals._firstProperty + 2, slot: _unwrapped)
    try row.write(Optionals._firstProperty + 3, optional: _explicit)
    try row.write(Optionals._firstProperty + 4, optional: _set)
  }

  init(
    plain: Int? = nil,
    spelled: Optional<String> = nil,
    unwrapped: Address? = nil,
    explicit: Date? = nil,
    set: Int? = 3
  ) {
    self._plain = plain
    self._spelled = spelled
    self._unwrapped = PersistentObjects._Slot(unwrapped)
    self._explicit = explicit
    self._set = set
    _object.made(self)
  }

  /// The objects whose `plain` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByPlain(_ value: Int?) throws -> [Optionals] {
    try Self._find(Optionals._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `plain` equals a value.
  static func findByPlain(_ value: Int?, in session: PersistentObjects.Session) throws
    -> [Optionals]
  {
    try Self._find(Optionals._firstProperty + 0, value, in: session)
  }

  /// The first object whose `plain` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPlain(_ value: Int?) throws -> Self? {
    try Self._findFirst(Optionals._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `plain` equals a value, or nil.
  static func findFirstByPlain(_ value: Int?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Optionals._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `plain` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByPlain(_ value: Int?) throws -> Swift.Int {
    try Self._count(Optionals._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `plain` equals a value.
  static func countByPlain(_ value: Int?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Optionals._firstProperty + 0, value, in: session)
  }

  /// The objects whose `spelled` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findBySpelled(_ value: Optional<String>) throws -> [Optionals] {
    try Self._find(Optionals._firstProperty + 1, value, in: Self._main)
  }

  /// The objects whose `spelled` equals a value.
  static func findBySpelled(_ value: Optional<String>, in session: PersistentObjects.Session) throws
    -> [Optionals]
  {
    try Self._find(Optionals._firstProperty + 1, value, in: session)
  }

  /// The first object whose `spelled` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstBySpelled(_ value: Optional<String>) throws -> Self? {
    try Self._findFirst(Optionals._firstProperty + 1, value, in: Self._main)
  }

  /// The first object whose `spelled` equals a value, or nil.
  static func findFirstBySpelled(_ value: Optional<String>, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Optionals._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `spelled` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countBySpelled(_ value: Optional<String>) throws -> Swift.Int {
    try Self._count(Optionals._firstProperty + 1, value, in: Self._main)
  }

  /// How many objects there are whose `spelled` equals a value.
  static func countBySpelled(_ value: Optional<String>, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Optionals._firstProperty + 1, value, in: session)
  }

  /// The objects whose `spelled` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findBySpelled(matching pattern: Swift.String) throws -> [Optionals] {
    try Self._find(Optionals._firstProperty + 1, matching: pattern, in: Self._main)
  }

  /// The objects whose `spelled` matches a pattern with `%` and `_`.
  static func findBySpelled(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Optionals]
  {
    try Self._find(Optionals._firstProperty + 1, matching: pattern, in: session)
  }

  /// The objects whose `unwrapped` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByUnwrapped(_ value: Address?) throws -> [Optionals] {
    try Self._find(Optionals._firstProperty + 2, value, in: Self._main)
  }

  /// The objects whose `unwrapped` equals a value.
  static func findByUnwrapped(_ value: Address?, in session: PersistentObjects.Session) throws
    -> [Optionals]
  {
    try Self._find(Optionals._firstProperty + 2, value, in: session)
  }

  /// The first object whose `unwrapped` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByUnwrapped(_ value: Address?) throws -> Self? {
    try Self._findFirst(Optionals._firstProperty + 2, value, in: Self._main)
  }

  /// The first object whose `unwrapped` equals a value, or nil.
  static func findFirstByUnwrapped(_ value: Address?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Optionals._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `unwrapped` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByUnwrapped(_ value: Address?) throws -> Swift.Int {
    try Self._count(Optionals._firstProperty + 2, value, in: Self._main)
  }

  /// How many objects there are whose `unwrapped` equals a value.
  static func countByUnwrapped(_ value: Address?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Optionals._firstProperty + 2, value, in: session)
  }

  /// The objects whose `explicit` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByExplicit(_ value: Date?) throws -> [Optionals] {
    try Self._find(Optionals._firstProperty + 3, value, in: Self._main)
  }

  /// The objects whose `explicit` equals a value.
  static func findByExplicit(_ value: Date?, in session: PersistentObjects.Session) throws
    -> [Optionals]
  {
    try Self._find(Optionals._firstProperty + 3, value, in: session)
  }

  /// The first object whose `explicit` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByExplicit(_ value: Date?) throws -> Self? {
    try Self._findFirst(Optionals._firstProperty + 3, value, in: Self._main)
  }

  /// The first object whose `explicit` equals a value, or nil.
  static func findFirstByExplicit(_ value: Date?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Optionals._firstProperty + 3, value, in: session)
  }

  /// How many objects there are whose `explicit` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByExplicit(_ value: Date?) throws -> Swift.Int {
    try Self._count(Optionals._firstProperty + 3, value, in: Self._main)
  }

  /// How many objects there are whose `explicit` equals a value.
  static func countByExplicit(_ value: Date?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Optionals._firstProperty + 3, value, in: session)
  }

  /// The objects whose `set` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findBySet(_ value: Int?) throws -> [Optionals] {
    try Self._find(Optionals._firstProperty + 4, value, in: Self._main)
  }

  /// The objects whose `set` equals a value.
  static func findBySet(_ value: Int?, in session: PersistentObjects.Session) throws
    -> [Optionals]
  {
    try Self._find(Optionals._firstProperty + 4, value, in: session)
  }

  /// The first object whose `set` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstBySet(_ value: Int?) throws -> Self? {
    try Self._findFirst(Optionals._firstProperty + 4, value, in: Self._main)
  }

  /// The first object whose `set` equals a value, or nil.
  static func findFirstBySet(_ value: Int?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Optionals._firstProperty + 4, value, in: session)
  }

  /// How many objects there are whose `set` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countBySet(_ value: Int?) throws -> Swift.Int {
    try Self._count(Optionals._firstProperty + 4, value, in: Self._main)
  }

  /// How many objects there are whose `set` equals a value.
  static func countBySet(_ value: Int?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Optionals._firstProperty + 4, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let pk: Swift.Int64?
    let plain: Int?
    let spelled: Optional<String>
    let unwrapped: PersistentObjects.SnapshotField<Address?>
    let explicit: Date?
    let set: Int?

    /// Takes the values of an object.
    init(_ object: Optionals) {
      self.pk = object.pk
      self.plain = object.plain
      self.spelled = object.spelled
      self.unwrapped = PersistentObjects._snapshotField(object.unwrapped)
      self.explicit = object.explicit
      self.set = object.set
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Optionals: PersistentObjects.PersistentObject, Swift.Hashable {}
