final class Person {
  var firstName: String {
    @storageRestrictions(initializes: _firstName)
    init(initialValue) {
      _firstName = initialValue
    }
    get { _firstName }
    set {
      if _object.notesChange(of: Person._Index.firstName) { _object.willChange(self, at: Person._Index.firstName, from: _firstName) }
      _firstName = newValue
    }
    _modify {
      if _object.notesChange(of: Person._Index.firstName) { _object.willChange(self, at: Person._Index.firstName, from: _firstName) }
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_firstName
    }
  }
  var age: Int {
    @storageRestrictions(initializes: _age)
    init(initialValue) {
      _age = initialValue
    }
    get { _age }
    set {
      if _object.notesChange(of: Person._Index.age) { _object.willChange(self, at: Person._Index.age, from: _age) }
      _age = newValue
    }
  }
  var home: Address? {
    @storageRestrictions(initializes: _home)
    init(initialValue) {
      _home = PersistentObjects._Slot(initialValue)
    }
    get {
      if _home.isFault { _object.load(self, Person._Index.home) }
      return PersistentObjects._current(_home)
    }
    set {
      let related = _object.related(self, Person._Index.home)
      if _object.notesChange(of: Person._Index.home) { _object.willChange(self, at: Person._Index.home, from: _home) }
      _home.replace(newValue)
      if let related { _object.relate(self, Person._Index.home, related) }
    }
    _modify {
      if _home.isFault { _object.load(self, Person._Index.home) }
      let related = _object.related(self, Person._Index.home)
      if _object.notesChange(of: Person._Index.home) { _object.willChange(self, at: Person._Index.home, from: _home) }
      var lent = _object.lend(&_home)
      defer {
        _object.takeBack(&lent, into: &_home)
        if let related { _object.relate(self, Person._Index.home, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var nickNames: [String] {
    @storageRestrictions(initializes: _nickNames)
    init(initialValue) {
      _nickNames = PersistentObjects._Slot(initialValue)
    }
    get {
      if _nickNames.isFault { _object.load(self, Person._Index.nickNames) }
      return PersistentObjects._current(_nickNames)
    }
    set {
      if _object.notesChange(of: Person._Index.nickNames) { _object.willChange(self, at: Person._Index.nickNames, from: _nickNames) }
      _nickNames.replace(newValue)
    }
    _modify {
      if _nickNames.isFault { _object.load(self, Person._Index.nickNames) }
      if _object.notesChange(of: Person._Index.nickNames) { _object.willChange(self, at: Person._Index.nickNames, from: _nickNames) }
      var lent = _object.lend(&_nickNames)
      defer {
        _object.takeBack(&lent, into: &_nickNames)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var isSelected = false
  static let indices: [Index<Person>] = [[\.firstName]]

  private var _firstName: String

  private var _age: Int

  private var _home: PersistentObjects._Slot<Address?> = .init(nil)

  private var _nickNames: PersistentObjects._Slot<[String]>

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private enum _Index {
    static var firstName: Swift.Int { 0 }
    static var age: Swift.Int { 1 }
    static var home: Swift.Int { 2 }
    static var nickNames: Swift.Int { 3 }
  }

  static var _propertyCount: Swift.Int {
    4
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Person.firstName, \Person.age, \Person.home, \Person.nickNames]
  }

  static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Person.self, className: "Person", table: "person",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: Person.indices,
      properties: [
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("firstName", in: "first_name"), default: nil,
          get: { (object: Person) in object._firstName },
          set: { (object: Person, value) in object._firstName = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("age", in: "age"), default: { 0 },
          get: { (object: Person) in object._age },
          set: { (object: Person, value) in object._age = value }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("home", in: "home"), default: nil,
          get: { (object: Person) in object._home },
          set: { (object: Person, slot) in object._home.swap(&slot) }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("nickNames", in: "nick_names"), default: { [] },
          get: { (object: Person) in object._nickNames },
          set: { (object: Person, slot) in object._nickNames.swap(&slot) }),
      ])
  }

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _firstName = try row.value(Person._Index.firstName)
    _age = try row.value(Person._Index.age)
    _home = try row.slot(Person._Index.home)
    _nickNames = try row.slot(Person._Index.nickNames)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Person._Index.firstName, _firstName)
    try row.write(Person._Index.age, _age)
    try row.write(Person._Index.home, slot: _home)
    try row.write(Person._Index.nickNames, slot: _nickNames)
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

  /// Finds the objects whose `firstName` equals a value, or matches a pattern with `%` and `_`.
  static var findByFirstName: PersistentObjects.Finder<Person, String> {
    .init(at: Person._Index.firstName)
  }

  /// Finds the first object whose `firstName` equals a value, or nil.
  static var findFirstByFirstName: PersistentObjects.FirstFinder<Person, String> {
    .init(at: Person._Index.firstName)
  }

  /// Counts the objects whose `firstName` equals a value.
  static var countByFirstName: PersistentObjects.CountFinder<Person, String> {
    .init(at: Person._Index.firstName)
  }

  /// Finds the objects whose `age` equals a value.
  static var findByAge: PersistentObjects.Finder<Person, Int> {
    .init(at: Person._Index.age)
  }

  /// Finds the first object whose `age` equals a value, or nil.
  static var findFirstByAge: PersistentObjects.FirstFinder<Person, Int> {
    .init(at: Person._Index.age)
  }

  /// Counts the objects whose `age` equals a value.
  static var countByAge: PersistentObjects.CountFinder<Person, Int> {
    .init(at: Person._Index.age)
  }

  /// Finds the objects whose `home` equals a value.
  static var findByHome: PersistentObjects.Finder<Person, Address?> {
    .init(at: Person._Index.home)
  }

  /// Finds the first object whose `home` equals a value, or nil.
  static var findFirstByHome: PersistentObjects.FirstFinder<Person, Address?> {
    .init(at: Person._Index.home)
  }

  /// Counts the objects whose `home` equals a value.
  static var countByHome: PersistentObjects.CountFinder<Person, Address?> {
    .init(at: Person._Index.home)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
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

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      var fields = try PersistentObjects._SnapshotDecoder(decoder)
      let field0: Swift.Optional<Swift.Int64?> = fields.optional("pk")
      let field1: Swift.Optional<String> = fields.value("firstName")
      let field2: Swift.Optional<Int> = fields.value("age")
      let field3: Swift.Optional<PersistentObjects.SnapshotField<Address?>> = fields.value("home")
      let field4: Swift.Optional<[String]> = fields.value("nickNames")
      try fields.finish()
      self.pk = field0!
      self.firstName = field1!
      self.age = field2!
      self.home = field3!
      self.nickNames = field4!
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(encoder)
      fields.encode(optional: self.pk, as: "pk")
      fields.encode(self.firstName, as: "firstName")
      fields.encode(self.age, as: "age")
      fields.encode(self.home, as: "home")
      fields.encode(self.nickNames, as: "nickNames")
      try fields.finish()
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Person: PersistentObjects.PersistentObject, Swift.Hashable {}
