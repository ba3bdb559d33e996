open class Person {
  open var firstName: String {
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
  public private(set) var age: Int {
    get { _age }
    set {
      _object.willChange(self, at: 1)
      _age = newValue
    }
  }
  package var note: String? {
    get { _note }
    set {
      _object.willChange(self, at: 2)
      _note = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 2)
      defer { _object.didChangeInPlace() }
      yield &_note
    }
  }
  fileprivate var hidden: Double {
    get { _hidden }
    set {
      _object.willChange(self, at: 3)
      _hidden = newValue
    }
  }
  private var secret: Secret {
    get {
      if _secret.isFault { _object.load(self, 4) }
      return PersistentObjects._current(&_secret)
    }
    set {
      let related = _object.related(self, 4)
      _object.willChange(self, at: 4)
      _secret.replace(newValue)
      if let related { _object.relate(self, 4, related) }
    }
    _modify {
      if _secret.isFault { _object.load(self, 4) }
      let related = _object.related(self, 4)
      _object.willChange(self, at: 4)
      var lent = _object.lend(&_secret)
      defer {
        _object.takeBack(&lent, into: &_secret)
        if let related { _object.relate(self, 4, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  private enum Secret: Int { case one, two 
}

  private var _firstName: String

  @safe @exclusivity(unchecked)
  private var _age: Int

  private var _note: String? = nil

  @safe @exclusivity(unchecked)
  private var _hidden: Double

  @safe @exclusivity(unchecked)
  private var _secret: PersistentObjects._Slot<Secret>

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  open class var _propertyCount: Swift.Int {
    5
  }

  public static func _keyPaths<_Subclass: Person>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.firstName, \_Subclass.age, \_Subclass.note, \_Subclass.hidden, \_Subclass.secret]
  }

  @safe open class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Person.self, className: "Person", table: "person",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Person.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, PersistentObjects._PropertyDeclaration("firstName", in: "first_name"), default: nil),
        PersistentObjects._property(
          Int.self, "age", default: { 0 }),
        PersistentObjects._property(
          String?.self, "note", default: nil),
        PersistentObjects._property(
          Double.self, "hidden", default: nil),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("secret", column: "secret", default: .named), default: { .one },
          get: { (object: Person) in object._secret },
          set: { (object: Person, slot) in object._secret.swap(&slot) }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Person, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._firstName)
    case 1: exchange(&object._age)
    case 2: exchange(&object._note)
    case 3: exchange(&object._hidden)
    default: break
    }
  }

  @_disfavoredOverload
  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _firstName = try row.value(0)
    _age = try row.value(1)
    _note = try row.optionalValue(2)
    _hidden = try row.value(3)
    _secret = try row.slot(4)
  }

  open func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _firstName)
    try row.write(1, _age)
    try row.write(2, optional: _note)
    try row.write(3, _hidden)
    try row.write(4, slot: &_secret)
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
    self._secret = PersistentObjects._Slot<Secret>(.one)
  }

  /// Finds the objects whose `firstName` equals a value, or matches a pattern with `%` and `_`.
  public static var findByFirstName: PersistentObjects.Finder<Person, String> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `firstName` equals a value.
  public static var countByFirstName: PersistentObjects.CountFinder<Person, String> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `firstName` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByFirstName(_ value: String) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `firstName` equals a value, or nil.
  public static func findFirstByFirstName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// Finds the objects whose `age` equals a value.
  public static var findByAge: PersistentObjects.Finder<Person, Int> {
    .init(Self.self, at: 1)
  }

  /// Counts the objects whose `age` equals a value.
  public static var countByAge: PersistentObjects.CountFinder<Person, Int> {
    .init(Self.self, at: 1)
  }

  /// Finds the first object whose `age` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByAge(_ value: Int) throws -> Self? {
    try Self._findFirst(at: 1, value)
  }

  /// Finds the first object whose `age` equals a value, or nil.
  public static func findFirstByAge(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 1, value, in: session)
  }

  /// Finds the objects whose `note` equals a value, or matches a pattern with `%` and `_`.
  package static var findByNote: PersistentObjects.Finder<Person, String?> {
    .init(Self.self, at: 2)
  }

  /// Counts the objects whose `note` equals a value.
  package static var countByNote: PersistentObjects.CountFinder<Person, String?> {
    .init(Self.self, at: 2)
  }

  /// Finds the first object whose `note` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  package static func findFirstByNote(_ value: String?) throws -> Self? {
    try Self._findFirst(at: 2, value)
  }

  /// Finds the first object whose `note` equals a value, or nil.
  package static func findFirstByNote(_ value: String?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 2, value, in: session)
  }

  /// Finds the objects whose `hidden` equals a value.
  fileprivate static var findByHidden: PersistentObjects.Finder<Person, Double> {
    .init(Self.self, at: 3)
  }

  /// Counts the objects whose `hidden` equals a value.
  fileprivate static var countByHidden: PersistentObjects.CountFinder<Person, Double> {
    .init(Self.self, at: 3)
  }

  /// Finds the first object whose `hidden` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  fileprivate static func findFirstByHidden(_ value: Double) throws -> Self? {
    try Self._findFirst(at: 3, value)
  }

  /// Finds the first object whose `hidden` equals a value, or nil.
  fileprivate static func findFirstByHidden(_ value: Double, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 3, value, in: session)
  }

  /// Finds the objects whose `secret` equals a value.
  private static var findBySecret: PersistentObjects.Finder<Person, Secret> {
    .init(Self.self, at: 4)
  }

  /// Counts the objects whose `secret` equals a value.
  private static var countBySecret: PersistentObjects.CountFinder<Person, Secret> {
    .init(Self.self, at: 4)
  }

  /// Finds the first object whose `secret` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  private static func findFirstBySecret(_ value: Secret) throws -> Self? {
    try Self._findFirst(at: 4, value)
  }

  /// Finds the first object whose `secret` equals a value, or nil.
  private static func findFirstBySecret(_ value: Secret, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 4, value, in: session)
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
      (
        self.pk,
        self.firstName,
        self.age,
        self.note,
        self.hidden,
        self.secret
      ) = try PersistentObjects._snapshotFields(of: Person.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    public func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Person.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.firstName)
      fields.encode(self.age)
      fields.encode(optional: self.note)
      fields.encode(self.hidden)
      fields.encode(self.secret)
      try fields.finish()
    }
  }

  /// The object's values, for use outside its session.
  public var snapshot: Snapshot {
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
