// inherits
class Person: Named, PersistentObject {
  var name: String {
    get { _name }
    set {
      _object.willChange(self, at: Person._Index.name)
      _name = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: Person._Index.name)
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

  @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Person.self, className: "Person", table: "person",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Person.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "name", default: nil),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Person, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._name)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(0)
    // A superclass must be persistent, too, or have an 'init' without parameters.
    #sourceLocation(file: "Fixture.swift", line: 2)
  }

  #sourceLocation()

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _name)
  }

  @_nonoverride
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
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `name` equals a value.
  static var countByName: PersistentObjects.CountFinder<Person, String> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
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
      (
        self.pk,
        self.name
      ) = try PersistentObjects._snapshotFields(of: Person.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Person.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.name)
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
