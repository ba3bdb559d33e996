// inherits
class Person: Named, PersistentObject {
  var name: String {
    @storageRestrictions(initializes: _name)
    init(initialValue) {
      _name = initialValue
    }
    get { _name }
    set {
      if _object.notesChange(of: Person._Index.name) { _object.willChange(self, at: Person._Index.name, from: _name) }
      _name = newValue
    }
    _modify {
      if _object.notesChange(of: Person._Index.name) { _object.willChange(self, at: Person._Index.name, from: _name) }
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }

  private var _name: String

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private enum _Index {
    static var name: Swift.Int { 0 }
  }

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

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Person.self, className: "Person", table: "person",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Person.self), indices: [],
      properties: [
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("name", in: "name"), default: nil,
          get: { (object: Person) in object._name },
          set: { (object: Person, value) in object._name = value }),
      ])
  }

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(Person._Index.name)
    // A superclass must be persistent, too, or have an 'init' without parameters.
    #sourceLocation(file: "Fixture.swift", line: 2)
  }

  #sourceLocation()

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Person._Index.name, _name)
  }

  init(
    name: String
  ) {
    self._name = name
    // A superclass must be persistent, too, or have an 'init' without parameters.
    #sourceLocation(file: "Fixture.swift", line: 2)
  }

  #sourceLocation()

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  static var findByName: PersistentObjects.Finder<Person, String> {
    .init(Self.self, at: Person._Index.name)
  }

  /// Counts the objects whose `name` equals a value.
  static var countByName: PersistentObjects.CountFinder<Person, String> {
    .init(Self.self, at: Person._Index.name)
  }

  /// Finds the first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(at: Person._Index.name, value)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Person._Index.name, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let name: String

    /// Takes the values of an object.
    init(_ object: Person) {
      self.pk = object.pk
      self.name = object.name
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      var fields = try PersistentObjects._SnapshotDecoder(decoder)
      let field0: Swift.Optional<Swift.Int64?> = fields.optional("pk")
      let field1: Swift.Optional<String> = fields.value("name")
      try fields.finish()
      self.pk = field0!
      self.name = field1!
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(encoder)
      fields.encode(optional: self.pk, as: "pk")
      fields.encode(self.name, as: "name")
      try fields.finish()
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}
