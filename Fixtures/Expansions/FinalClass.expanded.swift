final class Person {
  static let age = 18
  var firstName: String {
    get { _firstName }
    set {
      _object.willChange(self, at: 0)
      _firstName = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 0)
      defer { _object.didChangeInPlace() }
      yield &_firstName
    }
  }
  var age: Int {
    get { _age }
    set {
      _object.willChange(self, at: 1)
      _age = newValue
    }
  }
  var home: Address? {
    get {
      if _home.isFault { _object.load(self, 2) }
      return PersistentObjects._current(&_home)
    }
    set {
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      _home.replace(newValue)
      if let related { _object.relate(self, 2, related) }
    }
    _modify {
      if _home.isFault { _object.load(self, 2) }
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      var lent = _object.lend(&_home)
      defer {
        _object.takeBack(&lent, into: &_home)
        if let related { _object.relate(self, 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var nickNames: [String] {
    get {
      if _nickNames.isFault { _object.load(self, 3) }
      return PersistentObjects._current(&_nickNames)
    }
    set {
      _object.willChange(self, at: 3)
      _nickNames.replace(newValue)
    }
    _modify {
      if _nickNames.isFault { _object.load(self, 3) }
      _object.willChange(self, at: 3)
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

  @safe @exclusivity(unchecked)
  private var _age: Int

  @safe @exclusivity(unchecked)
  private var _home: PersistentObjects._Slot<Address?> = .init(nil)

  @safe @exclusivity(unchecked)
  private var _nickNames: PersistentObjects._Slot<[String]>

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  static var _propertyCount: Swift.Int {
    4
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Person.firstName, \Person.age, \Person.home, \Person.nickNames]
  }

  @safe static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Person.self, className: "Person", table: "person",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: Person.indices,
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, PersistentObjects._PropertyDeclaration("firstName", in: "first_name"), default: nil),
        PersistentObjects._property(
          Int.self, "age", default: { 0 }),
        PersistentObjects._slotProperty(
          "home", default: nil,
          get: { (object: Person) in object._home },
          set: { (object: Person, slot) in object._home.swap(&slot) }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("nickNames", in: "nick_names"), default: { [] },
          get: { (object: Person) in object._nickNames },
          set: { (object: Person, slot) in object._nickNames.swap(&slot) }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Person, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._firstName)
    case 1: exchange(&object._age)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _firstName = try row.value(0)
    _age = try row.value(1)
    _home = try row.slot(2)
    _nickNames = try row.slot(3)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _firstName)
    try row.write(1, _age)
    try row.write(2, slot: &_home)
    try row.write(3, slot: &_nickNames)
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
    .init(at: 0)
  }

  /// Finds the first object whose `firstName` equals a value, or nil.
  static var findFirstByFirstName: PersistentObjects.FirstFinder<Person, String> {
    .init(at: 0)
  }

  /// Counts the objects whose `firstName` equals a value.
  static var countByFirstName: PersistentObjects.CountFinder<Person, String> {
    .init(at: 0)
  }

  /// Finds the objects whose `age` equals a value.
  static var findByAge: PersistentObjects.Finder<Person, Int> {
    .init(at: 1)
  }

  /// Finds the first object whose `age` equals a value, or nil.
  static var findFirstByAge: PersistentObjects.FirstFinder<Person, Int> {
    .init(at: 1)
  }

  /// Counts the objects whose `age` equals a value.
  static var countByAge: PersistentObjects.CountFinder<Person, Int> {
    .init(at: 1)
  }

  /// Finds the objects whose `home` equals a value.
  static var findByHome: PersistentObjects.Finder<Person, Address?> {
    .init(at: 2)
  }

  /// Finds the first object whose `home` equals a value, or nil.
  static var findFirstByHome: PersistentObjects.FirstFinder<Person, Address?> {
    .init(at: 2)
  }

  /// Counts the objects whose `home` equals a value.
  static var countByHome: PersistentObjects.CountFinder<Person, Address?> {
    .init(at: 2)
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
      (
        self.pk,
        self.firstName,
        self.age,
        self.home,
        self.nickNames
      ) = try PersistentObjects._snapshotFields(of: Person.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Person.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.firstName)
      fields.encode(self.age)
      fields.encode(self.home)
      fields.encode(self.nickNames)
      try fields.finish()
    }
  }

  /// The object's values, for use outside its session.
  var snapshot: Snapshot {
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
}

nonisolated extension Person: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
