final class Person {
  var firstName: String {
    @storageRestrictions(initializes: _firstName)
    init(initialValue) {
      _firstName = initialValue
    }
    get { _firstName }
    set {
      _object.willChange(self, Person._firstProperty + 0, _firstName)
      _firstName = newValue
    }
    _modify {
      _object.willChange(self, Person._firstProperty + 0, _firstName)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_firstName
    }
  }

  private var _firstName: String
  var age: Int {
    @storageRestrictions(initializes: _age)
    init(initialValue) {
      _age = initialValue
    }
    get { _age }
    set {
      _object.willChange(self, Person._firstProperty + 1, _age)
      _age = newValue
    }
  }

  private var _age: Int
  var home: Address? {
    @storageRestrictions(initializes: _home)
    init(initialValue) {
      _home = PersistentObjects._Slot(initialValue)
    }
    get {
      if _home.isFault { _object.load(self, Person._firstProperty + 2) }
      return PersistentObjects._current(_home)
    }
    set {
      let related = _object.related(self, Person._firstProperty + 2)
      _object.willChange(self, Person._firstProperty + 2, _home)
      _home.replace(newValue)
      if let related { _object.relate(self, Person._firstProperty + 2, related) }
    }
    _modify {
      if _home.isFault { _object.load(self, Person._firstProperty + 2) }
      let related = _object.related(self, Person._firstProperty + 2)
      _object.willChange(self, Person._firstProperty + 2, _home)
      var lent = _object.lend(&_home)
      defer {
        _object.takeBack(&lent, into: &_home)
        if let related { _object.relate(self, Person._firstProperty + 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _home: PersistentObjects._Slot<Address?> = .init(nil)
  var nickNames: [String] {
    @storageRestrictions(initializes: _nickNames)
    init(initialValue) {
      _nickNames = PersistentObjects._Slot(initialValue)
    }
    get {
      if _nickNames.isFault { _object.load(self, Person._firstProperty + 3) }
      return PersistentObjects._current(_nickNames)
    }
    set {
      _object.willChange(self, Person._firstProperty + 3, _nickNames)
      _nickNames.replace(newValue)
    }
    _modify {
      if _nickNames.isFault { _object.load(self, Person._firstProperty + 3) }
      _object.willChange(self, Person._firstProperty + 3, _nickNames)
      var lent = _object.lend(&_nickNames)
      defer {
        _object.takeBack(&lent, into: &_nickNames)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _nickNames: PersistentObjects._Slot<[String]>
  var isSelected = false
  static let indices: [Index<Person>] = [[\.firstName]]

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  static var _propertyCount: Swift.Int {
    4
  }

  static func _keyPaths<_Subclass: Person>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.firstName, \_Subclass.age, \_Subclass.home, \_Subclass.nickNames]
  }

  static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Person.self, className: "Person", table: "person",
    renamedFrom: nil, isFinal: true,
    superclass: nil,
    keyPaths: _keyPaths(of: Person.self), indices: Person.indices,
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("firstName", column: "first_name"), default: nil,
        get: { (object: Person) in object._firstName },
        set: { (object: Person, value) in object._firstName = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("age", column: "age"), default: { 0 },
        get: { (object: Person) in object._age },
        set: { (object: Person, value) in object._age = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("home", column: "home"), default: nil,
        get: { (object: Person) in object._home },
        set: { (object: Person, slot) in object._home.swap(&slot) }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("nickNames", column: "nick_names"), default: { [] },
        get: { (object: Person) in object._nickNames },
        set: { (object: Person, slot) in object._nickNames.swap(&slot) }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _firstName = try row.value(Person._firstProperty + 0)
    _age = try row.value(Person._firstProperty + 1)
    _home = try row.slot(Person._firstProperty + 2)
    _nickNames = try row.slot(Person._firstProperty + 3)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Person._firstProperty + 0, _firstName)
    try row.write(Person._firstProperty + 1, _age)
    try row.write(Person._firstProperty + 2, slot: _home)
    try row.write(Person._firstProperty + 3, slot: _nickNames)
  }

  init(
    firstName: String,
    age: Int = 0,
    home: Address? = nil,
    nickNames: [String] = []
  ) {
    self._firstName = firstName
    self._age = age
    self._home = PersistentObjects._Slot(home)
    self._nickNames = PersistentObjects._Slot(nickNames)
    _object.made(self)
  }

  /// The objects whose `firstName` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByFirstName(_ value: String) throws -> [Person] {
    try Person._find(Person._firstProperty + 0, value, in: Person._main)
  }

  /// The objects whose `firstName` equals a value.
  static func findByFirstName(_ value: String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Person._find(Person._firstProperty + 0, value, in: session)
  }

  /// The first object whose `firstName` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByFirstName(_ value: String) throws -> Person? {
    try Person._findFirst(Person._firstProperty + 0, value, in: Person._main)
  }

  /// The first object whose `firstName` equals a value, or nil.
  static func findFirstByFirstName(_ value: String, in session: PersistentObjects.Session) throws
    -> Person?
  {
    try Person._findFirst(Person._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `firstName` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByFirstName(_ value: String) throws -> Swift.Int {
    try Person._count(Person._firstProperty + 0, value, in: Person._main)
  }

  /// How many objects there are whose `firstName` equals a value.
  static func countByFirstName(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Person._count(Person._firstProperty + 0, value, in: session)
  }

  /// The objects whose `firstName` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByFirstName(matching pattern: Swift.String) throws -> [Person] {
    try Person._find(Person._firstProperty + 0, matching: pattern, in: Person._main)
  }

  /// The objects whose `firstName` matches a pattern with `%` and `_`.
  static func findByFirstName(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Person._find(Person._firstProperty + 0, matching: pattern, in: session)
  }

  /// The objects whose `age` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByAge(_ value: Int) throws -> [Person] {
    try Person._find(Person._firstProperty + 1, value, in: Person._main)
  }

  /// The objects whose `age` equals a value.
  static func findByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Person._find(Person._firstProperty + 1, value, in: session)
  }

  /// The first object whose `age` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByAge(_ value: Int) throws -> Person? {
    try Person._findFirst(Person._firstProperty + 1, value, in: Person._main)
  }

  /// The first object whose `age` equals a value, or nil.
  static func findFirstByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> Person?
  {
    try Person._findFirst(Person._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `age` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByAge(_ value: Int) throws -> Swift.Int {
    try Person._count(Person._firstProperty + 1, value, in: Person._main)
  }

  /// How many objects there are whose `age` equals a value.
  static func countByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Person._count(Person._firstProperty + 1, value, in: session)
  }

  /// The objects whose `home` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByHome(_ value: Address?) throws -> [Person] {
    try Person._find(Person._firstProperty + 2, value, in: Person._main)
  }

  /// The objects whose `home` equals a value.
  static func findByHome(_ value: Address?, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Person._find(Person._firstProperty + 2, value, in: session)
  }

  /// The first object whose `home` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByHome(_ value: Address?) throws -> Person? {
    try Person._findFirst(Person._firstProperty + 2, value, in: Person._main)
  }

  /// The first object whose `home` equals a value, or nil.
  static func findFirstByHome(_ value: Address?, in session: PersistentObjects.Session) throws
    -> Person?
  {
    try Person._findFirst(Person._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `home` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByHome(_ value: Address?) throws -> Swift.Int {
    try Person._count(Person._firstProperty + 2, value, in: Person._main)
  }

  /// How many objects there are whose `home` equals a value.
  static func countByHome(_ value: Address?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Person._count(Person._firstProperty + 2, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let pk: Swift.Int64?
    let firstName: String
    let age: Int
    let home: PersistentObjects.SnapshotField<Address?>
    let nickNames: [String]

    /// Takes the values of an object.
    init(_ object: Person) {
      self.pk = object.pk
      self.firstName = object.firstName
      self.age = object.age
      self.home = PersistentObjects._snapshotField(object.home)
      self.nickNames = object.nickNames
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Person: PersistentObjects.PersistentObject, Swift.Hashable {}
