class Person {
  var name: String {
    @storageRestrictions(initializes: _name)
    init(initialValue) {
      _name = initialValue
    }
    get { _name }
    set {
      _object.willChange(self, Person._firstProperty + 0, _name)
      _name = newValue
    }
    _modify {
      _object.willChange(self, Person._firstProperty + 0, _name)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }

  private var _name: String
  private static let rules: [Rule<Person>] = [.notEmpty(\.name)]
  func willSave() throws {}
  func didLoad() { print("loaded") }
  func didSave(_ count: Int) {}
  static func didRevert() {}

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  class var _propertyCount: Swift.Int {
    1
  }

  static func _keyPaths<_Subclass: Person>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.name]
  }

  class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Person.self, className: "Person", table: "person",
    renamedFrom: nil, isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: Person.self), indices: [], rules: Person.rules,
    hooks: [
      .init(.willSave) { try $0.willSave() },
      .init(.didLoad) { $0.didLoad() },
    ],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("name", column: "name"), default: nil,
        get: { (object: Person) in object._name },
        set: { (object: Person, value) in object._name = value }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(Person._firstProperty + 0)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Person._firstProperty + 0, _name)
  }

  init(
    name: String
  ) {
    self._name = name
  }

  /// The objects whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByName(_ value: String) throws -> [Person] {
    try Self._find(Person._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `name` equals a value.
  static func findByName(_ value: String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 0, value, in: session)
  }

  /// The first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(Person._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `name` equals a value, or nil.
  static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Person._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByName(_ value: String) throws -> Swift.Int {
    try Self._count(Person._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `name` equals a value.
  static func countByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Person._firstProperty + 0, value, in: session)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByName(matching pattern: Swift.String) throws -> [Person] {
    try Self._find(Person._firstProperty + 0, matching: pattern, in: Self._main)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`.
  static func findByName(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Person]
  {
    try Self._find(Person._firstProperty + 0, matching: pattern, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let pk: Swift.Int64?
    let name: String

    /// Takes the values of an object.
    init(_ object: Person) {
      self.pk = object.pk
      self.name = object.name
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Person: PersistentObjects.PersistentObject, Swift.Hashable {}
