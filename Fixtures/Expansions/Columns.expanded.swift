class Person {
  var favourite: Color? {
    @storageRestrictions(initializes: _favourite)
    init(initialValue) {
      _favourite = PersistentObjects._Slot(initialValue)
    }
    get {
      if _favourite.isFault { _object.load(self, Person._firstProperty + 0) }
      return PersistentObjects._current(_favourite)
    }
    set {
      let related = _object.related(self, Person._firstProperty + 0)
      _object.willChange(self, Person._firstProperty + 0, _favourite)
      _favourite.replace(newValue)
      if let related { _object.relate(self, Person._firstProperty + 0, related) }
    }
    _modify {
      if _favourite.isFault { _object.load(self, Person._firstProperty + 0) }
      let related = _object.related(self, Person._firstProperty + 0)
      _object.willChange(self, Person._firstProperty + 0, _favourite)
      var lent = _object.lend(&_favourite)
      defer {
        _object.takeBack(&lent, into: &_favourite)
        if let related { _object.relate(self, Person._firstProperty + 0, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _favourite: PersistentObjects._Slot<Color?> = .init(nil)
  var path: [Point] {
    @storageRestrictions(initializes: _path)
    init(initialValue) {
      _path = PersistentObjects._Slot(initialValue)
    }
    get {
      if _path.isFault { _object.load(self, Person._firstProperty + 1) }
      return PersistentObjects._current(_path)
    }
    set {
      let related = _object.related(self, Person._firstProperty + 1)
      _object.willChange(self, Person._firstProperty + 1, _path)
      _path.replace(newValue)
      if let related { _object.relate(self, Person._firstProperty + 1, related) }
    }
    _modify {
      if _path.isFault { _object.load(self, Person._firstProperty + 1) }
      let related = _object.related(self, Person._firstProperty + 1)
      _object.willChange(self, Person._firstProperty + 1, _path)
      var lent = _object.lend(&_path)
      defer {
        _object.takeBack(&lent, into: &_path)
        if let related { _object.relate(self, Person._firstProperty + 1, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _path: PersistentObjects._Slot<[Point]>
  var lastName: String {
    @storageRestrictions(initializes: _lastName)
    init(initialValue) {
      _lastName = initialValue
    }
    get { _lastName }
    set {
      _object.willChange(self, Person._firstProperty + 2, _lastName)
      _lastName = newValue
    }
    _modify {
      _object.willChange(self, Person._firstProperty + 2, _lastName)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_lastName
    }
  }

  private var _lastName: String
  var quoted: Int {
    @storageRestrictions(initializes: _quoted)
    init(initialValue) {
      _quoted = initialValue
    }
    get { _quoted }
    set {
      _object.willChange(self, Person._firstProperty + 3, _quoted)
      _quoted = newValue
    }
  }

  private var _quoted: Int
  @PersistentObjects.Column(#"raw\name"#)
  public var raw: Bool {
    @storageRestrictions(initializes: _raw)
    init(initialValue) {
      _raw = initialValue
    }
    get { _raw }
    set {
      _object.willChange(self, Person._firstProperty + 4, _raw)
      _raw = newValue
    }
  }

  private var _raw: Bool
  var email: String {
    @storageRestrictions(initializes: _email)
    init(initialValue) {
      _email = initialValue
    }
    get { _email }
    set {
      _object.willChange(self, Person._firstProperty + 5, _email)
      _email = newValue
    }
    _modify {
      _object.willChange(self, Person._firstProperty + 5, _email)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_email
    }
  }

  private var _email: String
  var phone: String {
    @storageRestrictions(initializes: _phone)
    init(initialValue) {
      _phone = initialValue
    }
    get { _phone }
    set {
      _object.willChange(self, Person._firstProperty + 6, _phone)
      _phone = newValue
    }
    _modify {
      _object.willChange(self, Person._firstProperty + 6, _phone)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_phone
    }
  }

  private var _phone: String
  var age: Int {
    @storageRestrictions(initializes: _age)
    init(initialValue) {
      _age = initialValue
    }
    get { _age }
    set {
      _object.willChange(self, Person._firstProperty + 7, _age)
      _age = newValue
    }
  }

  private var _age: Int

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  class var _propertyCount: Swift.Int {
    8
  }

  static func _keyPaths<_Subclass: Person>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.favourite, \_Subclass.path, \_Subclass.lastName, \_Subclass.quoted, \_Subclass.raw, \_Subclass.email, \_Subclass.phone, \_Subclass.age]
  }

  class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Person.self, className: "Person", table: .fixed("people"),
    renamedFrom: "persons", isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: Person.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("favourite", column: .fixed("colour")), codec: HexColor(), default: nil,
        get: { (object: Person) in object._favourite },
        set: { (object: Person, value) in _ = PersistentObjects._exchange(&object._favourite, with: value) }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("path", column: "path"), codec: JSONCodec<[Point]>(), default: { [] },
        get: { (object: Person) in object._path },
        set: { (object: Person, value) in _ = PersistentObjects._exchange(&object._path, with: value) }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("lastName", column: "last_name", renamedFrom: "surname"), default: nil,
        get: { (object: Person) in object._lastName },
        set: { (object: Person, value) in object._lastName = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("quoted", column: .fixed("a \"quoted\" name")), default: nil,
        get: { (object: Person) in object._quoted },
        set: { (object: Person, value) in object._quoted = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("raw", column: .fixed("raw\\name")), default: nil,
        get: { (object: Person) in object._raw },
        set: { (object: Person, value) in object._raw = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("email", column: "email", index: .unique), default: nil,
        get: { (object: Person) in object._email },
        set: { (object: Person, value) in object._email = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("phone", column: .fixed("phone_number"), renamedFrom: "phone", index: .plain), default: nil,
        get: { (object: Person) in object._phone },
        set: { (object: Person, value) in object._phone = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("age", column: "age"), default: nil,
        get: { (object: Person) in object._age },
        set: { (object: Person, value) in object._age = value }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _favourite = try row.optionalValue(Person._firstProperty + 0)
    _path = try row.value(Person._firstProperty + 1)
    _lastName = try row.value(Person._firstProperty + 2)
    _quoted = try row.value(Person._firstProperty + 3)
    _raw = try row.value(Person._firstProperty + 4)
    _email = try row.value(Person._firstProperty + 5)
    _phone = try row.value(Person._firstProperty + 6)
    _age = try row.value(Person._firstProperty + 7)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Person._firstProperty + 0, optional: _favourite)
    try row.write(Person._firstProperty + 1, _path)
    try row.write(Person._firstProperty + 2, _lastName)
    try row.write(Person._firstProperty + 3, _quoted)
    try row.write(Person._firstProperty + 4, _raw)
    try row.write(Person._firstProperty + 5, _email)
    try row.write(Person._firstProperty + 6, _phone)
    try row.write(Person._firstProperty + 7, _age)
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

  /// The objects whose `favourite` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByFavourite(_ value: Color?) throws -> [Person] {
    try Self._find(Person._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `favourite` equals a value.
  static func findByFavourite(_ value: Color?, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 0, value, in: session)
  }

  /// The first object whose `favourite` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByFavourite(_ value: Color?) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `favourite` equals a value, or nil.
  static func findFirstByFavourite(_ value: Color?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `favourite` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByFavourite(_ value: Color?) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `favourite` equals a value.
  static func countByFavourite(_ value: Color?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 0, value, in: session)
  }

  /// The objects whose `lastName` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByLastName(_ value: String) throws -> [Person] {
    try Self._find(Person._firstProperty + 2, value, in: Self._main)
  }

  /// The objects whose `lastName` equals a value.
  static func findByLastName(_ value: String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 2, value, in: session)
  }

  /// The first object whose `lastName` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByLastName(_ value: String) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 2, value, in: Self._main)
  }

  /// The first object whose `lastName` equals a value, or nil.
  static func findFirstByLastName(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `lastName` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByLastName(_ value: String) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 2, value, in: Self._main)
  }

  /// How many objects there are whose `lastName` equals a value.
  static func countByLastName(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 2, value, in: session)
  }

  /// The objects whose `lastName` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByLastName(matching pattern: Swift.String) throws -> [Person] {
    try Self._find(Person._firstProperty + 2, matching: pattern, in: Self._main)
  }

  /// The objects whose `lastName` matches a pattern with `%` and `_`.
  static func findByLastName(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 2, matching: pattern, in: session)
  }

  /// The objects whose `quoted` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByQuoted(_ value: Int) throws -> [Person] {
    try Self._find(Person._firstProperty + 3, value, in: Self._main)
  }

  /// The objects whose `quoted` equals a value.
  static func findByQuoted(_ value: Int, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 3, value, in: session)
  }

  /// The first object whose `quoted` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByQuoted(_ value: Int) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 3, value, in: Self._main)
  }

  /// The first object whose `quoted` equals a value, or nil.
  static func findFirstByQuoted(_ value: Int, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 3, value, in: session)
  }

  /// How many objects there are whose `quoted` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByQuoted(_ value: Int) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 3, value, in: Self._main)
  }

  /// How many objects there are whose `quoted` equals a value.
  static func countByQuoted(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 3, value, in: session)
  }

  /// The objects whose `raw` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByRaw(_ value: Bool) throws -> [Person] {
    try Self._find(Person._firstProperty + 4, value, in: Self._main)
  }

  /// The objects whose `raw` equals a value.
  static func findByRaw(_ value: Bool, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 4, value, in: session)
  }

  /// The first object whose `raw` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByRaw(_ value: Bool) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 4, value, in: Self._main)
  }

  /// The first object whose `raw` equals a value, or nil.
  static func findFirstByRaw(_ value: Bool, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 4, value, in: session)
  }

  /// How many objects there are whose `raw` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByRaw(_ value: Bool) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 4, value, in: Self._main)
  }

  /// How many objects there are whose `raw` equals a value.
  static func countByRaw(_ value: Bool, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 4, value, in: session)
  }

  /// The objects whose `email` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByEmail(_ value: String) throws -> [Person] {
    try Self._find(Person._firstProperty + 5, value, in: Self._main)
  }

  /// The objects whose `email` equals a value.
  static func findByEmail(_ value: String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 5, value, in: session)
  }

  /// The first object whose `email` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByEmail(_ value: String) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 5, value, in: Self._main)
  }

  /// The first object whose `email` equals a value, or nil.
  static func findFirstByEmail(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 5, value, in: session)
  }

  /// How many objects there are whose `email` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByEmail(_ value: String) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 5, value, in: Self._main)
  }

  /// How many objects there are whose `email` equals a value.
  static func countByEmail(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 5, value, in: session)
  }

  /// The objects whose `email` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByEmail(matching pattern: Swift.String) throws -> [Person] {
    try Self._find(Person._firstProperty + 5, matching: pattern, in: Self._main)
  }

  /// The objects whose `email` matches a pattern with `%` and `_`.
  static func findByEmail(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 5, matching: pattern, in: session)
  }

  /// The objects whose `phone` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByPhone(_ value: String) throws -> [Person] {
    try Self._find(Person._firstProperty + 6, value, in: Self._main)
  }

  /// The objects whose `phone` equals a value.
  static func findByPhone(_ value: String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 6, value, in: session)
  }

  /// The first object whose `phone` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPhone(_ value: String) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 6, value, in: Self._main)
  }

  /// The first object whose `phone` equals a value, or nil.
  static func findFirstByPhone(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 6, value, in: session)
  }

  /// How many objects there are whose `phone` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByPhone(_ value: String) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 6, value, in: Self._main)
  }

  /// How many objects there are whose `phone` equals a value.
  static func countByPhone(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 6, value, in: session)
  }

  /// The objects whose `phone` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByPhone(matching pattern: Swift.String) throws -> [Person] {
    try Self._find(Person._firstProperty + 6, matching: pattern, in: Self._main)
  }

  /// The objects whose `phone` matches a pattern with `%` and `_`.
  static func findByPhone(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 6, matching: pattern, in: session)
  }

  /// The objects whose `age` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByAge(_ value: Int) throws -> [Person] {
    try Self._find(Person._firstProperty + 7, value, in: Self._main)
  }

  /// The objects whose `age` equals a value.
  static func findByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 7, value, in: session)
  }

  /// The first object whose `age` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByAge(_ value: Int) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 7, value, in: Self._main)
  }

  /// The first object whose `age` equals a value, or nil.
  static func findFirstByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 7, value, in: session)
  }

  /// How many objects there are whose `age` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByAge(_ value: Int) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 7, value, in: Self._main)
  }

  /// How many objects there are whose `age` equals a value.
  static func countByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 7, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
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
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Person: PersistentObjects.PersistentObject, Swift.Hashable {}
