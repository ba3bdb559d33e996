class Person {
  var favourite: Color? {
    get {
      if _favourite.isFault { _object.load(self, 0) }
      return PersistentObjects._current(&_favourite)
    }
    set {
      let related = _object.related(self, 0)
      _object.willChange(self, at: 0)
      _favourite.replace(newValue)
      if let related { _object.relate(self, 0, related) }
    }
    _modify {
      if _favourite.isFault { _object.load(self, 0) }
      let related = _object.related(self, 0)
      _object.willChange(self, at: 0)
      var lent = _object.lend(&_favourite)
      defer {
        _object.takeBack(&lent, into: &_favourite)
        if let related { _object.relate(self, 0, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var path: [Point] {
    get {
      if _path.isFault { _object.load(self, 1) }
      return PersistentObjects._current(&_path)
    }
    set {
      let related = _object.related(self, 1)
      _object.willChange(self, at: 1)
      _path.replace(newValue)
      if let related { _object.relate(self, 1, related) }
    }
    _modify {
      if _path.isFault { _object.load(self, 1) }
      let related = _object.related(self, 1)
      _object.willChange(self, at: 1)
      var lent = _object.lend(&_path)
      defer {
        _object.takeBack(&lent, into: &_path)
        if let related { _object.relate(self, 1, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var lastName: String {
    get { _lastName }
    set {
      _object.willChange(self, at: 2)
      _lastName = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 2)
      defer { _object.didChangeInPlace() }
      yield &_lastName
    }
  }
  var quoted: Int {
    get { _quoted }
    set {
      _object.willChange(self, at: 3)
      _quoted = newValue
    }
  }
  @PersistentObjects.Column(#"raw\name"#)
  public var raw: Bool {
    get { _raw }
    set {
      _object.willChange(self, at: 4)
      _raw = newValue
    }
  }
  var email: String {
    get { _email }
    set {
      _object.willChange(self, at: 5)
      _email = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 5)
      defer { _object.didChangeInPlace() }
      yield &_email
    }
  }
  var phone: String {
    get { _phone }
    set {
      _object.willChange(self, at: 6)
      _phone = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 6)
      defer { _object.didChangeInPlace() }
      yield &_phone
    }
  }
  var age: Int {
    get { _age }
    set {
      _object.willChange(self, at: 7)
      _age = newValue
    }
  }

  private var _favourite: Color? = nil

  private var _path: [Point]

  private var _lastName: String

  @safe @exclusivity(unchecked)
  private var _quoted: Int

  @safe @exclusivity(unchecked)
  private var _raw: Bool

  private var _email: String

  private var _phone: String

  @safe @exclusivity(unchecked)
  private var _age: Int

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  class var _propertyCount: Swift.Int {
    8
  }

  static func _keyPaths<_Subclass: Person>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.favourite, \_Subclass.path, \_Subclass.lastName, \_Subclass.quoted, \_Subclass.raw, \_Subclass.email, \_Subclass.phone, \_Subclass.age]
  }

  @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    #sourceLocation(file: "Fixture.swift", line: 2)
    let _described_favourite = PersistentObjects._property(
      (Color?).self, PersistentObjects._PropertyDeclaration("favourite", in: .fixed("colour")), codec: HexColor(), default: nil)
    #sourceLocation()
    #sourceLocation(file: "Fixture.swift", line: 3)
    let _described_path = PersistentObjects._property(
      ([Point]).self, "path", codec: JSONCodec<[Point]>(), default: { [] })
    #sourceLocation()
    return PersistentObjects.EntityDescription(
      Person.self, className: "Person", table: .fixed("people"),
      renamedFrom: ["persons"], isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Person.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        _described_favourite,
        _described_path,
        PersistentObjects._property(
          String.self, PersistentObjects._PropertyDeclaration("lastName", column: "last_name", renamedFrom: ["family_name", "surname"]), default: nil),
        PersistentObjects._property(
          Int.self, PersistentObjects._PropertyDeclaration("quoted", in: .fixed("a \"quoted\" name")), default: nil),
        PersistentObjects._property(
          Bool.self, PersistentObjects._PropertyDeclaration("raw", in: .fixed("raw\\name")), default: nil),
        PersistentObjects._property(
          String.self, PersistentObjects._PropertyDeclaration("email", column: "email", index: .unique), default: nil),
        PersistentObjects._property(
          String.self, PersistentObjects._PropertyDeclaration("phone", column: .fixed("phone_number"), renamedFrom: ["phone"], index: .plain), default: nil),
        PersistentObjects._property(
          Int.self, "age", default: nil),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Person, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._favourite)
    case 1: exchange(&object._path)
    case 2: exchange(&object._lastName)
    case 3: exchange(&object._quoted)
    case 4: exchange(&object._raw)
    case 5: exchange(&object._email)
    case 6: exchange(&object._phone)
    case 7: exchange(&object._age)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _favourite = try row.optionalValue(0)
    _path = try row.value(1)
    _lastName = try row.value(2)
    _quoted = try row.value(3)
    _raw = try row.value(4)
    _email = try row.value(5)
    _phone = try row.value(6)
    _age = try row.value(7)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, optional: _favourite)
    try row.write(1, _path)
    try row.write(2, _lastName)
    try row.write(3, _quoted)
    try row.write(4, _raw)
    try row.write(5, _email)
    try row.write(6, _phone)
    try row.write(7, _age)
  }

  init(
    favourite: Color? = nil,
    path: [Point] = [],
    lastName: String,
    quoted: Int,
    raw: Bool,
    email: String,
    phone: String,
    age: Int
  ) {
    self._favourite = favourite
    self._path = path
    self._lastName = lastName
    self._quoted = quoted
    self._raw = raw
    self._email = email
    self._phone = phone
    self._age = age
  }

  /// Finds the objects whose `favourite` equals a value.
  static var findByFavourite: PersistentObjects.Finder<Person, Color?> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `favourite` equals a value.
  static var countByFavourite: PersistentObjects.CountFinder<Person, Color?> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `favourite` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByFavourite(_ value: Color?) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `favourite` equals a value, or nil.
  static func findFirstByFavourite(_ value: Color?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// Finds the objects whose `lastName` equals a value, or matches a pattern with `%` and `_`.
  static var findByLastName: PersistentObjects.Finder<Person, String> {
    .init(Self.self, at: 2)
  }

  /// Counts the objects whose `lastName` equals a value.
  static var countByLastName: PersistentObjects.CountFinder<Person, String> {
    .init(Self.self, at: 2)
  }

  /// Finds the first object whose `lastName` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByLastName(_ value: String) throws -> Self? {
    try Self._findFirst(at: 2, value)
  }

  /// Finds the first object whose `lastName` equals a value, or nil.
  static func findFirstByLastName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 2, value, in: session)
  }

  /// Finds the objects whose `quoted` equals a value.
  static var findByQuoted: PersistentObjects.Finder<Person, Int> {
    .init(Self.self, at: 3)
  }

  /// Counts the objects whose `quoted` equals a value.
  static var countByQuoted: PersistentObjects.CountFinder<Person, Int> {
    .init(Self.self, at: 3)
  }

  /// Finds the first object whose `quoted` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByQuoted(_ value: Int) throws -> Self? {
    try Self._findFirst(at: 3, value)
  }

  /// Finds the first object whose `quoted` equals a value, or nil.
  static func findFirstByQuoted(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 3, value, in: session)
  }

  /// Finds the objects whose `raw` equals a value.
  static var findByRaw: PersistentObjects.Finder<Person, Bool> {
    .init(Self.self, at: 4)
  }

  /// Counts the objects whose `raw` equals a value.
  static var countByRaw: PersistentObjects.CountFinder<Person, Bool> {
    .init(Self.self, at: 4)
  }

  /// Finds the first object whose `raw` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByRaw(_ value: Bool) throws -> Self? {
    try Self._findFirst(at: 4, value)
  }

  /// Finds the first object whose `raw` equals a value, or nil.
  static func findFirstByRaw(_ value: Bool, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 4, value, in: session)
  }

  /// Finds the objects whose `email` equals a value, or matches a pattern with `%` and `_`.
  static var findByEmail: PersistentObjects.Finder<Person, String> {
    .init(Self.self, at: 5)
  }

  /// Counts the objects whose `email` equals a value.
  static var countByEmail: PersistentObjects.CountFinder<Person, String> {
    .init(Self.self, at: 5)
  }

  /// Finds the first object whose `email` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByEmail(_ value: String) throws -> Self? {
    try Self._findFirst(at: 5, value)
  }

  /// Finds the first object whose `email` equals a value, or nil.
  static func findFirstByEmail(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 5, value, in: session)
  }

  /// Finds the objects whose `phone` equals a value, or matches a pattern with `%` and `_`.
  static var findByPhone: PersistentObjects.Finder<Person, String> {
    .init(Self.self, at: 6)
  }

  /// Counts the objects whose `phone` equals a value.
  static var countByPhone: PersistentObjects.CountFinder<Person, String> {
    .init(Self.self, at: 6)
  }

  /// Finds the first object whose `phone` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPhone(_ value: String) throws -> Self? {
    try Self._findFirst(at: 6, value)
  }

  /// Finds the first object whose `phone` equals a value, or nil.
  static func findFirstByPhone(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 6, value, in: session)
  }

  /// Finds the objects whose `age` equals a value.
  static var findByAge: PersistentObjects.Finder<Person, Int> {
    .init(Self.self, at: 7)
  }

  /// Counts the objects whose `age` equals a value.
  static var countByAge: PersistentObjects.CountFinder<Person, Int> {
    .init(Self.self, at: 7)
  }

  /// Finds the first object whose `age` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByAge(_ value: Int) throws -> Self? {
    try Self._findFirst(at: 7, value)
  }

  /// Finds the first object whose `age` equals a value, or nil.
  static func findFirstByAge(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 7, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let favourite: PersistentObjects.SnapshotField<Color?>
    let path: PersistentObjects.SnapshotField<[Point]>
    let lastName: String
    let quoted: Int
    public let raw: Bool
    let email: String
    let phone: String
    let age: Int

    /// Takes the values of an object.
    init(_ object: Person) {
      self.pk = object.pk
      self.favourite = PersistentObjects._snapshotField(object.favourite)
      self.path = PersistentObjects._snapshotField(object.path)
      self.lastName = object.lastName
      self.quoted = object.quoted
      self.raw = object.raw
      self.email = object.email
      self.phone = object.phone
      self.age = object.age
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.favourite,
        self.path,
        self.lastName,
        self.quoted,
        self.raw,
        self.email,
        self.phone,
        self.age
      ) = try PersistentObjects._snapshotFields(of: Person.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Person.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.favourite)
      fields.encode(self.path)
      fields.encode(self.lastName)
      fields.encode(self.quoted)
      fields.encode(self.raw)
      fields.encode(self.email)
      fields.encode(self.phone)
      fields.encode(self.age)
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

nonisolated extension Person: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
