class Optionals {
  var plain: Int? {
    get { _plain }
    set {
      _object.willChange(self, at: 0)
      _plain = newValue
    }
  }
  var spelled: Optional<String> {
    get { _spelled }
    set {
      _object.willChange(self, at: 1)
      _spelled = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 1)
      defer { _object.didChangeInPlace() }
      yield &_spelled
    }
  }
  var unwrapped: Address! {
    get {
      if _unwrapped.isFault { _object.load(self, 2) }
      return PersistentObjects._current(&_unwrapped)
    }
    set {
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      _unwrapped.replace(newValue)
      if let related { _object.relate(self, 2, related) }
    }
    _modify {
      if _unwrapped.isFault { _object.load(self, 2) }
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      var lent = _object.lend(&_unwrapped)
      defer {
        _object.takeBack(&lent, into: &_unwrapped)
        if let related { _object.relate(self, 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var explicit: Date? {
    get { _explicit }
    set {
      _object.willChange(self, at: 3)
      _explicit = newValue
    }
  }
  var set: Int? {
    get { _set }
    set {
      _object.willChange(self, at: 4)
      _set = newValue
    }
  }

  @safe @exclusivity(unchecked)
  private var _plain: Int? = nil

  private var _spelled: Optional<String> = nil

  @safe @exclusivity(unchecked)
  private var _unwrapped: PersistentObjects._Slot<Address?> = .init(nil)

  @safe @exclusivity(unchecked)
  private var _explicit: Date? = nil

  @safe @exclusivity(unchecked)
  private var _set: Int?

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  class var _propertyCount: Swift.Int {
    5
  }

  static func _keyPaths<_Subclass: Optionals>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.plain, \_Subclass.spelled, \_Subclass.unwrapped, \_Subclass.explicit, \_Subclass.set]
  }

  @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Optionals.self, className: "Optionals", table: "optionals",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Optionals.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          Int?.self, "plain", default: nil),
        PersistentObjects._property(
          Optional<String>.self, "spelled", default: nil),
        PersistentObjects._slotProperty(
          "unwrapped", default: nil,
          get: { (object: Optionals) in object._unwrapped },
          set: { (object: Optionals, slot) in object._unwrapped.swap(&slot) }),
        PersistentObjects._property(
          Date?.self, "explicit", default: nil),
        PersistentObjects._property(
          Int?.self, "set", default: { 3 }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Optionals, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._plain)
    case 1: exchange(&object._spelled)
    case 3: exchange(&object._explicit)
    case 4: exchange(&object._set)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _plain = try row.optionalValue(0)
    _spelled = try row.optionalValue(1)
    _unwrapped = try row.slot(2)
    _explicit = try row.optionalValue(3)
    _set = try row.optionalValue(4)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, optional: _plain)
    try row.write(1, optional: _spelled)
    try row.write(2, slot: &_unwrapped)
    try row.write(3, optional: _explicit)
    try row.write(4, optional: _set)
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

  /// Finds the objects whose `plain` equals a value.
  static var findByPlain: PersistentObjects.Finder<Optionals, Int?> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `plain` equals a value.
  static var countByPlain: PersistentObjects.CountFinder<Optionals, Int?> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `plain` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPlain(_ value: Int?) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `plain` equals a value, or nil.
  static func findFirstByPlain(_ value: Int?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// Finds the objects whose `spelled` equals a value, or matches a pattern with `%` and `_`.
  static var findBySpelled: PersistentObjects.Finder<Optionals, Optional<String>> {
    .init(Self.self, at: 1)
  }

  /// Counts the objects whose `spelled` equals a value.
  static var countBySpelled: PersistentObjects.CountFinder<Optionals, Optional<String>> {
    .init(Self.self, at: 1)
  }

  /// Finds the first object whose `spelled` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstBySpelled(_ value: Optional<String>) throws -> Self? {
    try Self._findFirst(at: 1, value)
  }

  /// Finds the first object whose `spelled` equals a value, or nil.
  static func findFirstBySpelled(_ value: Optional<String>, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 1, value, in: session)
  }

  /// Finds the objects whose `unwrapped` equals a value.
  static var findByUnwrapped: PersistentObjects.Finder<Optionals, Address?> {
    .init(Self.self, at: 2)
  }

  /// Counts the objects whose `unwrapped` equals a value.
  static var countByUnwrapped: PersistentObjects.CountFinder<Optionals, Address?> {
    .init(Self.self, at: 2)
  }

  /// Finds the first object whose `unwrapped` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByUnwrapped(_ value: Address?) throws -> Self? {
    try Self._findFirst(at: 2, value)
  }

  /// Finds the first object whose `unwrapped` equals a value, or nil.
  static func findFirstByUnwrapped(_ value: Address?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 2, value, in: session)
  }

  /// Finds the objects whose `explicit` equals a value.
  static var findByExplicit: PersistentObjects.Finder<Optionals, Date?> {
    .init(Self.self, at: 3)
  }

  /// Counts the objects whose `explicit` equals a value.
  static var countByExplicit: PersistentObjects.CountFinder<Optionals, Date?> {
    .init(Self.self, at: 3)
  }

  /// Finds the first object whose `explicit` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByExplicit(_ value: Date?) throws -> Self? {
    try Self._findFirst(at: 3, value)
  }

  /// Finds the first object whose `explicit` equals a value, or nil.
  static func findFirstByExplicit(_ value: Date?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 3, value, in: session)
  }

  /// Finds the objects whose `set` equals a value.
  static var findBySet: PersistentObjects.Finder<Optionals, Int?> {
    .init(Self.self, at: 4)
  }

  /// Counts the objects whose `set` equals a value.
  static var countBySet: PersistentObjects.CountFinder<Optionals, Int?> {
    .init(Self.self, at: 4)
  }

  /// Finds the first object whose `set` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstBySet(_ value: Int?) throws -> Self? {
    try Self._findFirst(at: 4, value)
  }

  /// Finds the first object whose `set` equals a value, or nil.
  static func findFirstBySet(_ value: Int?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 4, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
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

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.plain,
        self.spelled,
        self.unwrapped,
        self.explicit,
        self.set
      ) = try PersistentObjects._snapshotFields(of: Optionals.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Optionals.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(optional: self.plain)
      fields.encode(optional: self.spelled)
      fields.encode(self.unwrapped)
      fields.encode(optional: self.explicit)
      fields.encode(optional: self.set)
      try fields.finish()
    }
  }

  /// The object's values, for use outside its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }

  private final func willSave() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didSave() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func willInsert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didInsert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func willUpdate() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didUpdate() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func willDelete() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didDelete() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func willRevert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didRevert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didLoad() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private static var rules: Swift.Never { Swift.fatalError() }  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private static var indices: Swift.Never { Swift.fatalError() }  // declare this in the class, not in an extension: '@Persistent' sees only the class
}

nonisolated extension Optionals: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
