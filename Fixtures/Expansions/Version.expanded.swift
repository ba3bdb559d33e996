final class Ledger {
  var name: String {
    @storageRestrictions(initializes: _name)
    init(initialValue) {
      _name = initialValue
    }
    get { _name }
    set {
      if _object.notesChange(of: Ledger._Index.name) { _object.willChange(self, at: Ledger._Index.name, from: _name) }
      _name = newValue
    }
    _modify {
      if _object.notesChange(of: Ledger._Index.name) { _object.willChange(self, at: Ledger._Index.name, from: _name) }
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }
  var version: Int {
    @storageRestrictions(initializes: _version)
    init(initialValue) {
      _version = initialValue
    }
    get { _version }
    set {
      if _object.notesChange(of: Ledger._Index.version) { _object.willChange(self, at: Ledger._Index.version, from: _version) }
      _version = newValue
    }
  }

  private var _name: String

  private var _version: Int = Int()

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private enum _Index {
    static var name: Swift.Int { 0 }
    static var version: Swift.Int { 1 }
  }

  static var _propertyCount: Swift.Int {
    2
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Ledger.name, \Ledger.version]
  }

  static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Ledger.self, className: "Ledger", table: "ledger",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
      properties: [
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("name", in: "name"), default: nil,
          get: { (object: Ledger) in object._name },
          set: { (object: Ledger, value) in object._name = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("version", column: "version", isVersion: true), default: { 0 },
          get: { (object: Ledger) in object._version },
          set: { (object: Ledger, value) in object._version = value }),
      ])
  }

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(Ledger._Index.name)
    _version = try row.value(Ledger._Index.version)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Ledger._Index.name, _name)
    try row.write(Ledger._Index.version, _version)
  }

  init(
    name: String
  ) {
    self._name = name
  }

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  static var findByName: PersistentObjects.Finder<Ledger, String> {
    .init(at: Ledger._Index.name)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  static var findFirstByName: PersistentObjects.FirstFinder<Ledger, String> {
    .init(at: Ledger._Index.name)
  }

  /// Counts the objects whose `name` equals a value.
  static var countByName: PersistentObjects.CountFinder<Ledger, String> {
    .init(at: Ledger._Index.name)
  }

  /// Finds the objects whose `version` equals a value.
  static var findByVersion: PersistentObjects.Finder<Ledger, Int> {
    .init(at: Ledger._Index.version)
  }

  /// Finds the first object whose `version` equals a value, or nil.
  static var findFirstByVersion: PersistentObjects.FirstFinder<Ledger, Int> {
    .init(at: Ledger._Index.version)
  }

  /// Counts the objects whose `version` equals a value.
  static var countByVersion: PersistentObjects.CountFinder<Ledger, Int> {
    .init(at: Ledger._Index.version)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let name: String
    let version: Int

    /// Takes the values of an object.
    init(_ object: Ledger) {
      self.pk = object.pk
      self.name = object.name
      self.version = object.version
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      var fields = try PersistentObjects._SnapshotDecoder(decoder)
      let field0: Swift.Optional<Swift.Int64?> = fields.optional("pk")
      let field1: Swift.Optional<String> = fields.value("name")
      let field2: Swift.Optional<Int> = fields.value("version")
      try fields.finish()
      self.pk = field0!
      self.name = field1!
      self.version = field2!
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(encoder)
      fields.encode(optional: self.pk, as: "pk")
      fields.encode(self.name, as: "name")
      fields.encode(self.version, as: "version")
      try fields.finish()
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}
public class Voucher {
  public var name: String {
    @storageRestrictions(initializes: _name)
    init(initialValue) {
      _name = initialValue
    }
    get { _name }
    set {
      if _object.notesChange(of: Voucher._Index.name) { _object.willChange(self, at: Voucher._Index.name, from: _name) }
      _name = newValue
    }
    _modify {
      if _object.notesChange(of: Voucher._Index.name) { _object.willChange(self, at: Voucher._Index.name, from: _name) }
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }
  public private(set) var count: Swift.Int64 {
    @storageRestrictions(initializes: _count)
    init(initialValue) {
      _count = initialValue
    }
    get { _count }
    set {
      if _object.notesChange(of: Voucher._Index.count) { _object.willChange(self, at: Voucher._Index.count, from: _count) }
      _count = newValue
    }
  }

  private var _name: String

  private var _count: Swift.Int64

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private enum _Index {
    static var name: Swift.Int { 0 }
    static var count: Swift.Int { 1 }
  }

  public class var _propertyCount: Swift.Int {
    2
  }

  public static func _keyPaths<_Subclass: Voucher>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.name, \_Subclass.count]
  }

  public class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Voucher.self, className: "Voucher", table: "voucher",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Voucher.self), indices: [],
      properties: [
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("name", in: "name"), default: nil,
          get: { (object: Voucher) in object._name },
          set: { (object: Voucher, value) in object._name = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("count", column: .fixed("revision"), renamedFrom: "rev", isVersion: true), default: { 0 },
          get: { (object: Voucher) in object._count },
          set: { (object: Voucher, value) in object._count = value }),
      ])
  }

  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(Voucher._Index.name)
    _count = try row.value(Voucher._Index.count)
  }

  public func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Voucher._Index.name, _name)
    try row.write(Voucher._Index.count, _count)
  }

  public init(
    name: String
  ) {
    self._name = name
  }

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  public static var findByName: PersistentObjects.Finder<Voucher, String> {
    .init(Self.self, at: Voucher._Index.name)
  }

  /// Counts the objects whose `name` equals a value.
  public static var countByName: PersistentObjects.CountFinder<Voucher, String> {
    .init(Self.self, at: Voucher._Index.name)
  }

  /// Finds the first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(at: Voucher._Index.name, value)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  public static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Voucher._Index.name, value, in: session)
  }

  /// Finds the objects whose `count` equals a value.
  public static var findByCount: PersistentObjects.Finder<Voucher, Swift.Int64> {
    .init(Self.self, at: Voucher._Index.count)
  }

  /// Counts the objects whose `count` equals a value.
  public static var countByCount: PersistentObjects.CountFinder<Voucher, Swift.Int64> {
    .init(Self.self, at: Voucher._Index.count)
  }

  /// Finds the first object whose `count` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByCount(_ value: Swift.Int64) throws -> Self? {
    try Self._findFirst(at: Voucher._Index.count, value)
  }

  /// Finds the first object whose `count` equals a value, or nil.
  public static func findFirstByCount(_ value: Swift.Int64, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Voucher._Index.count, value, in: session)
  }

  /// The values of an object at one time.
  public struct Snapshot: PersistentObjects.ObjectSnapshot {
    public let pk: Swift.Int64?
    public let name: String
    public let count: Swift.Int64

    /// Takes the values of an object.
    public init(_ object: Voucher) {
      self.pk = object.pk
      self.name = object.name
      self.count = object.count
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    public init(from decoder: any Swift.Decoder) throws {
      var fields = try PersistentObjects._SnapshotDecoder(decoder)
      let field0: Swift.Optional<Swift.Int64?> = fields.optional("pk")
      let field1: Swift.Optional<String> = fields.value("name")
      let field2: Swift.Optional<Swift.Int64> = fields.value("count")
      try fields.finish()
      self.pk = field0!
      self.name = field1!
      self.count = field2!
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    public func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(encoder)
      fields.encode(optional: self.pk, as: "pk")
      fields.encode(self.name, as: "name")
      fields.encode(self.count, as: "count")
      try fields.finish()
    }
  }

  /// The object's values, to be used outside of its session.
  public var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Ledger: PersistentObjects.PersistentObject, Swift.Hashable {}

nonisolated extension Voucher: PersistentObjects.PersistentObject, Swift.Hashable {}
