open class Person {
  open var firstName: String {
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
  public private(set) var age: Int {
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
  package var note: String? {
    @storageRestrictions(initializes: _note)
    init(initialValue) {
      _note = initialValue
    }
    get { _note }
    set {
      _object.willChange(self, Person._firstProperty + 2, _note)
      _note = newValue
    }
    _modify {
      _object.willChange(self, Person._firstProperty + 2, _note)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_note
    }
  }

  private var _note: String? = nil
  fileprivate var hidden: Double {
    @storageRestrictions(initializes: _hidden)
    init(initialValue) {
      _hidden = initialValue
    }
    get { _hidden }
    set {
      _object.willChange(self, Person._firstProperty + 3, _hidden)
      _hidden = newValue
    }
  }

  private var _hidden: Double
  private var secret: Secret {
    @storageRestrictions(initializes: _secret)
    init(initialValue) {
      _secret = PersistentObjects._Slot(initialValue)
    }
    get {
      if _secret.isFault { _object.load(self, Person._firstProperty + 4) }
      return PersistentObjects._current(_secret)
    }
    set {
      let related = _object.related(self, Person._firstProperty + 4)
      _object.willChange(self, Person._firstProperty + 4, _secret)
      _secret.replace(newValue)
      if let related { _object.relate(self, Person._firstProperty + 4, related) }
    }
    _modify {
      if _secret.isFault { _object.load(self, Person._firstProperty + 4) }
      let related = _object.related(self, Person._firstProperty + 4)
      _object.willChange(self, Person._firstProperty + 4, _secret)
      var lent = _object.lend(&_secret)
      defer {
        _object.takeBack(&lent, into: &_secret)
        if let related { _object.relate(self, Person._firstProperty + 4, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _secret: PersistentObjects._Slot<Secret>
  private enum Secret: Int { case one, two 
}

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  open class var _propertyCount: Swift.Int {
    5
  }

  public static func _keyPaths<_Subclass: Person>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.firstName, \_Subclass.age, \_Subclass.note, \_Subclass.hidden, \_Subclass.secret]
  }

  open class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Person.self, className: "Person", table: "person",
    renamedFrom: nil, isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: Person.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("firstName", column: "first_name"), default: nil,
        get: { (object: Person) in object._firstName },
        set: { (object: Person, value) in object._firstName = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("age", column: "age"), default: { 0 },
        get: { (object: Person) in object._age },
        set: { (object: Person, value) in object._age = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("note", column: "note"), default: nil,
        get: { (object: Person) in object._note },
        set: { (object: Person, value) in object._note = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("hidden", column: "hidden"), default: nil,
        get: { (object: Person) in object._hidden },
        set: { (object: Person, value) in object._hidden = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("secret", column: "secret"), default: { .one },
        get: { (object: Person) in object._secret },
        set: { (object: Person, slot) in object._secret.swap(&slot) }),
    ])

  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _firstName = try row.value(Person._firstProperty + 0)
    _age = try row.value(Person._firstProperty + 1)
    _note = try row.optionalValue(Person._firstProperty + 2)
    _hidden = try row.value(Person._firstProperty + 3)
    _secret = try row.slot(Person._firstProperty + 4)
  }

  open func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Person._firstProperty + 0, _firstName)
    try row.write(Person._firstProperty + 1, _age)
    try row.write(Person._firstProperty + 2, optional: _note)
    try row.write(Person._firstProperty + 3, _hidden)
    try row.write(Person._firstProperty + 4, slot: _secret)
  }

  public init(
    firstName: String,
    age: Int = 0,
    note: String? = nil,
    hidden: Double
  ) {
    self._firstName = firstName
    self._age = age
    self._note = note
    self._hidden = hidden
  }

  /// The objects whose `firstName` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func findByFirstName(_ value: String) throws -> [Person] {
    try Self._find(Person._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `firstName` equals a value.
  public static func findByFirstName(_ value: String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 0, value, in: session)
  }

  /// The first object whose `firstName` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByFirstName(_ value: String) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `firstName` equals a value, or nil.
  public static func findFirstByFirstName(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `firstName` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByFirstName(_ value: String) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `firstName` equals a value.
  public static func countByFirstName(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 0, value, in: session)
  }

  /// The objects whose `firstName` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  public static func findByFirstName(matching pattern: Swift.String) throws -> [Person] {
    try Self._find(Person._firstProperty + 0, matching: pattern, in: Self._main)
  }

  /// The objects whose `firstName` matches a pattern with `%` and `_`.
  public static func findByFirstName(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 0, matching: pattern, in: session)
  }

  /// The objects whose `age` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func findByAge(_ value: Int) throws -> [Person] {
    try Self._find(Person._firstProperty + 1, value, in: Self._main)
  }

  /// The objects whose `age` equals a value.
  public static func findByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 1, value, in: session)
  }

  /// The first object whose `age` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByAge(_ value: Int) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 1, value, in: Self._main)
  }

  /// The first object whose `age` equals a value, or nil.
  public static func findFirstByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `age` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByAge(_ value: Int) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 1, value, in: Self._main)
  }

  /// How many objects there are whose `age` equals a value.
  public static func countByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 1, value, in: session)
  }

  /// The objects whose `note` equals a value, in the main actor's session.
  @Swift.MainActor
  package static func findByNote(_ value: String?) throws -> [Person] {
    try Self._find(Person._firstProperty + 2, value, in: Self._main)
  }

  /// The objects whose `note` equals a value.
  package static func findByNote(_ value: String?, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 2, value, in: session)
  }

  /// The first object whose `note` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  package static func findFirstByNote(_ value: String?) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 2, value, in: Self._main)
  }

  /// The first object whose `note` equals a value, or nil.
  package static func findFirstByNote(_ value: String?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `note` equals a value, in the main actor's session.
  @Swift.MainActor
  package static func countByNote(_ value: String?) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 2, value, in: Self._main)
  }

  /// How many objects there are whose `note` equals a value.
  package static func countByNote(_ value: String?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 2, value, in: session)
  }

  /// The objects whose `note` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  package static func findByNote(matching pattern: Swift.String) throws -> [Person] {
    try Self._find(Person._firstProperty + 2, matching: pattern, in: Self._main)
  }

  /// The objects whose `note` matches a pattern with `%` and `_`.
  package static func findByNote(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 2, matching: pattern, in: session)
  }

  /// The objects whose `hidden` equals a value, in the main actor's session.
  @Swift.MainActor
  fileprivate static func findByHidden(_ value: Double) throws -> [Person] {
    try Self._find(Person._firstProperty + 3, value, in: Self._main)
  }

  /// The objects whose `hidden` equals a value.
  fileprivate static func findByHidden(_ value: Double, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 3, value, in: session)
  }

  /// The first object whose `hidden` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  fileprivate static func findFirstByHidden(_ value: Double) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 3, value, in: Self._main)
  }

  /// The first object whose `hidden` equals a value, or nil.
  fileprivate static func findFirstByHidden(_ value: Double, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 3, value, in: session)
  }

  /// How many objects there are whose `hidden` equals a value, in the main actor's session.
  @Swift.MainActor
  fileprivate static func countByHidden(_ value: Double) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 3, value, in: Self._main)
  }

  /// How many objects there are whose `hidden` equals a value.
  fileprivate static func countByHidden(_ value: Double, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 3, value, in: session)
  }

  /// The objects whose `secret` equals a value, in the main actor's session.
  @Swift.MainActor
  private static func findBySecret(_ value: Secret) throws -> [Person] {
    try Self._find(Person._firstProperty + 4, value, in: Self._main)
  }

  /// The objects whose `secret` equals a value.
  private static func findBySecret(_ value: Secret, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 4, value, in: session)
  }

  /// The first object whose `secret` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  private static func findFirstBySecret(_ value: Secret) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 4, value, in: Self._main)
  }

  /// The first object whose `secret` equals a value, or nil.
  private static func findFirstBySecret(_ value: Secret, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 4, value, in: session)
  }

  /// How many objects there are whose `secret` equals a value, in the main actor's session.
  @Swift.MainActor
  private static func countBySecret(_ value: Secret) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 4, value, in: Self._main)
  }

  /// How many objects there are whose `secret` equals a value.
  private static func countBySecret(_ value: Secret, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 4, value, in: session)
  }

  /// The values of an object at one time.
  public struct Snapshot: Swift.Sendable, Swift.Codable {
    public let pk: Swift.Int64?
    public let firstName: String
    public let age: Int
    package let note: String?
    fileprivate let hidden: Double
    private let secret: PersistentObjects.SnapshotField<Secret>

    /// Takes the values of an object.
    public init(_ object: Person) {
      self.pk = object.pk
      self.firstName = object.firstName
      self.age = object.age
      self.note = object.note
      self.hidden = object.hidden
      self.secret = PersistentObjects._snapshotField(object.secret)
    }
  }

  /// The object's values, to be used outside of its session.
  public var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Person: PersistentObjects.PersistentObject, Swift.Hashable {}
