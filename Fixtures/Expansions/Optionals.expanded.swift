class Optionals {
  var plain: Int? {
    @storageRestrictions(initializes: _plain)
    init(initialValue) {
      _plain = initialValue
    }
    get { _plain }
    set {
      if _object.notesChange(of: Optionals._Index.plain) { _object.willChange(self, at: Optionals._Index.plain, from: _plain) }
      _plain = newValue
    }
  }
  var spelled: Optional<String> {
    @storageRestrictions(initializes: _spelled)
    init(initialValue) {
      _spelled = initialValue
    }
    get { _spelled }
    set {
      if _object.notesChange(of: Optionals._Index.spelled) { _object.willChange(self, at: Optionals._Index.spelled, from: _spelled) }
      _spelled = newValue
    }
    _modify {
      if _object.notesChange(of: Optionals._Index.spelled) { _object.willChange(self, at: Optionals._Index.spelled, from: _spelled) }
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_spelled
    }
  }
  var unwrapped: Address! {
    @storageRestrictions(initializes: _unwrapped)
    init(initialValue) {
      _unwrapped = PersistentObjects._Slot(initialValue)
    }
    get {
      if _unwrapped.isFault { _object.load(self, Optionals._Index.unwrapped) }
      return PersistentObjects._current(_unwrapped)
    }
    set {
      let related = _object.related(self, Optionals._Index.unwrapped)
      if _object.notesChange(of: Optionals._Index.unwrapped) { _object.willChange(self, at: Optionals._Index.unwrapped, from: _unwrapped) }
      _unwrapped.replace(newValue)
      if let related { _object.relate(self, Optionals._Index.unwrapped, related) }
    }
    _modify {
      if _unwrapped.isFault { _object.load(self, Optionals._Index.unwrapped) }
      let related = _object.related(self, Optionals._Index.unwrapped)
      if _object.notesChange(of: Optionals._Index.unwrapped) { _object.willChange(self, at: Optionals._Index.unwrapped, from: _unwrapped) }
      var lent = _object.lend(&_unwrapped)
      defer {
        _object.takeBack(&lent, into: &_unwrapped)
        if let related { _object.relate(self, Optionals._Index.unwrapped, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var explicit: Date? {
    @storageRestrictions(initializes: _explicit)
    init(initialValue) {
      _explicit = initialValue
    }
    get { _explicit }
    set {
      if _object.notesChange(of: Optionals._Index.explicit) { _object.willChange(self, at: Optionals._Index.explicit, from: _explicit) }
      _explicit = newValue
    }
  }
  var set: Int? {
    @storageRestrictions(initializes: _set)
    init(initialValue) {
      _set = initialValue
    }
    get { _set }
    set {
      if _object.notesChange(of: Optionals._Index.set) { _object.willChange(self, at: Optionals._Index.set, from: _set) }
      _set = newValue
    }
  }

  private var _plain: Int? = nil

  private var _spelled: Optional<String> = nil

  private var _unwrapped: PersistentObjects._Slot<Address?> = .init(nil)

  private var _explicit: Date? = nil

  private var _set: Int?

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private enum _Index {
    static var plain: Swift.Int { 0 }
    static var spelled: Swift.Int { 1 }
    static var unwrapped: Swift.Int { 2 }
    static var explicit: Swift.Int { 3 }
    static var set: Swift.Int { 4 }
  }

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

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Optionals.self, className: "Optionals", table: "optionals",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Optionals.self), indices: [],
      properties: [
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("plain", in: "plain"), default: nil,
          get: { (object: Optionals) in object._plain },
          set: { (object: Optionals, value) in object._plain = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("spelled", in: "spelled"), default: nil,
          get: { (object: Optionals) in object._spelled },
          set: { (object: Optionals, value) in object._spelled = value }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("unwrapped", in: "unwrapped"), default: nil,
          get: { (object: Optionals) in object._unwrapped },
          set: { (object: Optionals, slot) in object._unwrapped.swap(&slot) }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("explicit", in: "explicit"), default: nil,
          get: { (object: Optionals) in object._explicit },
          set: { (object: Optionals, value) in object._explicit = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("set", in: "set"), default: { 3 },
          get: { (object: Optionals) in object._set },
          set: { (object: Optionals, value) in object._set = value }),
      ])
  }

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _plain = try row.optionalValue(Optionals._Index.plain)
    _spelled = try row.optionalValue(Optionals._Index.spelled)
    _unwrapped = try row.slot(Optionals._Index.unwrapped)
    _explicit = try row.optionalValue(Optionals._Index.explicit)
    _set = try row.optionalValue(Optionals._Index.set)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Optionals._Index.plain, optional: _plain)
    try row.write(Optionals._Index.spelled, optional: _spelled)
    try row.write(Optionals._Index.unwrapped, slot: _unwrapped)
    try row.write(Optionals._Index.explicit, optional: _explicit)
    try row.write(Optionals._Index.set, optional: _set)
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
    .init(Self.self, at: Optionals._Index.plain)
  }

  /// Counts the objects whose `plain` equals a value.
  static var countByPlain: PersistentObjects.CountFinder<Optionals, Int?> {
    .init(Self.self, at: Optionals._Index.plain)
  }

  /// Finds the first object whose `plain` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPlain(_ value: Int?) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.plain, value)
  }

  /// Finds the first object whose `plain` equals a value, or nil.
  static func findFirstByPlain(_ value: Int?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.plain, value, in: session)
  }

  /// Finds the objects whose `spelled` equals a value, or matches a pattern with `%` and `_`.
  static var findBySpelled: PersistentObjects.Finder<Optionals, Optional<String>> {
    .init(Self.self, at: Optionals._Index.spelled)
  }

  /// Counts the objects whose `spelled` equals a value.
  static var countBySpelled: PersistentObjects.CountFinder<Optionals, Optional<String>> {
    .init(Self.self, at: Optionals._Index.spelled)
  }

  /// Finds the first object whose `spelled` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstBySpelled(_ value: Optional<String>) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.spelled, value)
  }

  /// Finds the first object whose `spelled` equals a value, or nil.
  static func findFirstBySpelled(_ value: Optional<String>, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.spelled, value, in: session)
  }

  /// Finds the objects whose `unwrapped` equals a value.
  static var findByUnwrapped: PersistentObjects.Finder<Optionals, Address?> {
    .init(Self.self, at: Optionals._Index.unwrapped)
  }

  /// Counts the objects whose `unwrapped` equals a value.
  static var countByUnwrapped: PersistentObjects.CountFinder<Optionals, Address?> {
    .init(Self.self, at: Optionals._Index.unwrapped)
  }

  /// Finds the first object whose `unwrapped` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByUnwrapped(_ value: Address?) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.unwrapped, value)
  }

  /// Finds the first object whose `unwrapped` equals a value, or nil.
  static func findFirstByUnwrapped(_ value: Address?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.unwrapped, value, in: session)
  }

  /// Finds the objects whose `explicit` equals a value.
  static var findByExplicit: PersistentObjects.Finder<Optionals, Date?> {
    .init(Self.self, at: Optionals._Index.explicit)
  }

  /// Counts the objects whose `explicit` equals a value.
  static var countByExplicit: PersistentObjects.CountFinder<Optionals, Date?> {
    .init(Self.self, at: Optionals._Index.explicit)
  }

  /// Finds the first object whose `explicit` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByExplicit(_ value: Date?) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.explicit, value)
  }

  /// Finds the first object whose `explicit` equals a value, or nil.
  static func findFirstByExplicit(_ value: Date?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.explicit, value, in: session)
  }

  /// Finds the objects whose `set` equals a value.
  static var findBySet: PersistentObjects.Finder<Optionals, Int?> {
    .init(Self.self, at: Optionals._Index.set)
  }

  /// Counts the objects whose `set` equals a value.
  static var countBySet: PersistentObjects.CountFinder<Optionals, Int?> {
    .init(Self.self, at: Optionals._Index.set)
  }

  /// Finds the first object whose `set` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstBySet(_ value: Int?) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.set, value)
  }

  /// Finds the first object whose `set` equals a value, or nil.
  static func findFirstBySet(_ value: Int?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Optionals._Index.set, value, in: session)
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
      var fields = try PersistentObjects._SnapshotDecoder(decoder)
      let field0: Swift.Optional<Swift.Int64?> = fields.optional("pk")
      let field1: Swift.Optional<Int?> = fields.optional("plain")
      let field2: Swift.Optional<Optional<String>> = fields.optional("spelled")
      let field3: Swift.Optional<PersistentObjects.SnapshotField<Address?>> = fields.value("unwrapped")
      let field4: Swift.Optional<Date?> = fields.optional("explicit")
      let field5: Swift.Optional<Int?> = fields.optional("set")
      try fields.finish()
      self.pk = field0!
      self.plain = field1!
      self.spelled = field2!
      self.unwrapped = field3!
      self.explicit = field4!
      self.set = field5!
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(encoder)
      fields.encode(optional: self.pk, as: "pk")
      fields.encode(optional: self.plain, as: "plain")
      fields.encode(optional: self.spelled, as: "spelled")
      fields.encode(self.unwrapped, as: "unwrapped")
      fields.encode(optional: self.explicit, as: "explicit")
      fields.encode(optional: self.set, as: "set")
      try fields.finish()
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Optionals: PersistentObjects.PersistentObject, Swift.Hashable {}
