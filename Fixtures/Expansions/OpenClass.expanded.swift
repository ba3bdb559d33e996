open class Person {
  open var firstName: String {
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
  public private(set) var age: Int {
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
  package var note: String? {
    @storageRestrictions(initializes: _note)
    init(initialValue) {
      _note = initialValue
    }
    get { _note }
    set {
      if _object.notesChange(of: Person._Index.note) { _object.willChange(self, at: Person._Index.note, from: _note) }
      _note = newValue
    }
    _modify {
      if _object.notesChange(of: Person._Index.note) { _object.willChange(self, at: Person._Index.note, from: _note) }
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_note
    }
  }
  fileprivate var hidden: Double {
    @storageRestrictions(initializes: _hidden)
    init(initialValue) {
      _hidden = initialValue
    }
    get { _hidden }
    set {
      if _object.notesChange(of: Person._Index.hidden) { _object.willChange(self, at: Person._Index.hidden, from: _hidden) }
      _hidden = newValue
    }
  }
  private var secret: Secret {
    @storageRestrictions(initializes: _secret)
    init(initialValue) {
      _secret = PersistentObjects._Slot(initialValue)
    }
    get {
      if _secret.isFault { _object.load(self, Person._Index.secret) }
      return PersistentObjects._current(_secret)
    }
    set {
      let related = _object.related(self, Person._Index.secret)
      if _object.notesChange(of: Person._Index.secret) { _object.willChange(self, at: Person._Index.secret, from: _secret) }
      _secret.replace(newValue)
      if let related { _object.relate(self, Person._Index.secret, related) }
    }
    _modify {
      if _secret.isFault { _object.load(self, Person._Index.secret) }
      let related = _object.related(self, Person._Index.secret)
      if _object.notesChange(of: Person._Index.secret) { _object.willChange(self, at: Person._Index.secret, from: _secret) }
      var lent = _object.lend(&_secret)
      defer {
        _object.takeBack(&lent, into: &_secret)
        if let related { _object.relate(self, Person._Index.secret, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  private enum Secret: Int { case one, two 
}

  private var _firstName: String

  private var _age: Int

  private var _note: String? = nil

  private var _hidden: Double

  private var _secret: PersistentObjects._Slot<Secret>

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private enum _Index {
    static var firstName: Swift.Int { 0 }
    static var age: Swift.Int { 1 }
    static var note: Swift.Int { 2 }
    static var hidden: Swift.Int { 3 }
    static var secret: Swift.Int { 4 }
  }

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

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Person.self, className: "Person", table: "person",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Person.self), indices: [],
      properties: [
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("firstName", in: "first_name"), default: nil,
          get: { (object: Person) in object._firstName },
          set: { (object: Person, value) in object._firstName = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("age", in: "age"), default: { 0 },
          get: { (object: Person) in object._age },
          set: { (object: Person, value) in object._age = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("note", in: "note"), default: nil,
          get: { (object: Person) in object._note },
          set: { (object: Person, value) in object._note = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("hidden", in: "hidden"), default: nil,
          get: { (object: Person) in object._hidden },
          set: { (object: Person, value) in object._hidden = value }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("secret", in: "secret"), default: { .one },
          get: { (object: Person) in object._secret },
          set: { (object: Person, slot) in object._secret.swap(&slot) }),
      ])
  }

  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _firstName = try row.value(Person._Index.firstName)
    _age = try row.value(Person._Index.age)
    _note = try row.optionalValue(Person._Index.note)
    _hidden = try row.value(Person._Index.hidden)
    _secret = try row.slot(Person._Index.secret)
  }

  open func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Person._Index.firstName, _firstName)
    try row.write(Person._Index.age, _age)
    try row.write(Person._Index.note, optional: _note)
    try row.write(Person._Index.hidden, _hidden)
    try row.write(Person._Index.secret, slot: _secret)
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

  /// Finds the objects whose `firstName` equals a value, or matches a pattern with `%` and `_`.
  public static var findByFirstName: PersistentObjects.Finder<Person, String> {
    .init(Self.self, at: Person._Index.firstName)
  }

  /// Counts the objects whose `firstName` equals a value.
  public static var countByFirstName: PersistentObjects.CountFinder<Person, String> {
    .init(Self.self, at: Person._Index.firstName)
  }

  /// Finds the first object whose `firstName` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByFirstName(_ value: String) throws -> Self? {
    try Self._findFirst(at: Person._Index.firstName, value)
  }

  /// Finds the first object whose `firstName` equals a value, or nil.
  public static func findFirstByFirstName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Person._Index.firstName, value, in: session)
  }

  /// Finds the objects whose `age` equals a value.
  public static var findByAge: PersistentObjects.Finder<Person, Int> {
    .init(Self.self, at: Person._Index.age)
  }

  /// Counts the objects whose `age` equals a value.
  public static var countByAge: PersistentObjects.CountFinder<Person, Int> {
    .init(Self.self, at: Person._Index.age)
  }

  /// Finds the first object whose `age` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByAge(_ value: Int) throws -> Self? {
    try Self._findFirst(at: Person._Index.age, value)
  }

  /// Finds the first object whose `age` equals a value, or nil.
  public static func findFirstByAge(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Person._Index.age, value, in: session)
  }

  /// Finds the objects whose `note` equals a value, or matches a pattern with `%` and `_`.
  package static var findByNote: PersistentObjects.Finder<Person, String?> {
    .init(Self.self, at: Person._Index.note)
  }

  /// Counts the objects whose `note` equals a value.
  package static var countByNote: PersistentObjects.CountFinder<Person, String?> {
    .init(Self.self, at: Person._Index.note)
  }

  /// Finds the first object whose `note` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  package static func findFirstByNote(_ value: String?) throws -> Self? {
    try Self._findFirst(at: Person._Index.note, value)
  }

  /// Finds the first object whose `note` equals a value, or nil.
  package static func findFirstByNote(_ value: String?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Person._Index.note, value, in: session)
  }

  /// Finds the objects whose `hidden` equals a value.
  fileprivate static var findByHidden: PersistentObjects.Finder<Person, Double> {
    .init(Self.self, at: Person._Index.hidden)
  }

  /// Counts the objects whose `hidden` equals a value.
  fileprivate static var countByHidden: PersistentObjects.CountFinder<Person, Double> {
    .init(Self.self, at: Person._Index.hidden)
  }

  /// Finds the first object whose `hidden` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  fileprivate static func findFirstByHidden(_ value: Double) throws -> Self? {
    try Self._findFirst(at: Person._Index.hidden, value)
  }

  /// Finds the first object whose `hidden` equals a value, or nil.
  fileprivate static func findFirstByHidden(_ value: Double, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Person._Index.hidden, value, in: session)
  }

  /// Finds the objects whose `secret` equals a value.
  private static var findBySecret: PersistentObjects.Finder<Person, Secret> {
    .init(Self.self, at: Person._Index.secret)
  }

  /// Counts the objects whose `secret` equals a value.
  private static var countBySecret: PersistentObjects.CountFinder<Person, Secret> {
    .init(Self.self, at: Person._Index.secret)
  }

  /// Finds the first object whose `secret` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  private static func findFirstBySecret(_ value: Secret) throws -> Self? {
    try Self._findFirst(at: Person._Index.secret, value)
  }

  /// Finds the first object whose `secret` equals a value, or nil.
  private static func findFirstBySecret(_ value: Secret, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Person._Index.secret, value, in: session)
  }

  /// The values of an object at one time.
  public struct Snapshot: PersistentObjects.ObjectSnapshot {
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

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    public init(from decoder: any Swift.Decoder) throws {
      var fields = try PersistentObjects._SnapshotDecoder(decoder)
      let field0: Swift.Optional<Swift.Int64?> = fields.optional("pk")
      let field1: Swift.Optional<String> = fields.value("firstName")
      let field2: Swift.Optional<Int> = fields.value("age")
      let field3: Swift.Optional<String?> = fields.optional("note")
      let field4: Swift.Optional<Double> = fields.value("hidden")
      let field5: Swift.Optional<PersistentObjects.SnapshotField<Secret>> = fields.value("secret")
      try fields.finish()
      self.pk = field0!
      self.firstName = field1!
      self.age = field2!
      self.note = field3!
      self.hidden = field4!
      self.secret = field5!
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    public func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(encoder)
      fields.encode(optional: self.pk, as: "pk")
      fields.encode(self.firstName, as: "firstName")
      fields.encode(self.age, as: "age")
      fields.encode(optional: self.note, as: "note")
      fields.encode(self.hidden, as: "hidden")
      fields.encode(self.secret, as: "secret")
      try fields.finish()
    }
  }

  /// The object's values, to be used outside of its session.
  public var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Person: PersistentObjects.PersistentObject, Swift.Hashable {}
