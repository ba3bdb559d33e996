final class Ledger {
  var name: String {
    @storageRestrictions(initializes: _name)
    init(initialValue) {
      _name = initialValue
    }
    get { _name }
    set {
      _object.willChange(self, Ledger._firstProperty + 0, _name)
      _name = newValue
    }
    _modify {
      _object.willChange(self, Ledger._firstProperty + 0, _name)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }

  private var _name: String
  var version: Int {
    @storageRestrictions(initializes: _version)
    init(initialValue) {
      _version = initialValue
    }
    get { _version }
    set {
      _object.willChange(self, Ledger._firstProperty + 1, _version)
      _version = newValue
    }
  }

  private var _version: Int

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  static var _propertyCount: Swift.Int {
    2
  }

  static func _keyPaths<_Subclass: Ledger>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.name, \_Subclass.version]
  }

  static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Ledger.self, className: "Ledger", table: "ledger",
    renamedFrom: nil, isFinal: true,
    superclass: nil,
    keyPaths: _keyPaths(of: Ledger.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("name", column: "name"), default: nil,
        get: { (object: Ledger) in object._name },
        set: { (object: Ledger, value) in object._name = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("version", column: "version", isVersion: true), default: { 0 },
        get: { (object: Ledger) in object._version },
        set: { (object: Ledger, value) in object._version = value }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(Ledger._firstProperty + 0)
    _version = try row.value(Ledger._firstProperty + 1)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Ledger._firstProperty + 0, _name)
    try row.write(Ledger._firstProperty + 1, _version)
  }

  init(
    name: String
  ) {
    self._name = name
  }

  /// The objects whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByName(_ value: String) throws -> [Ledger] {
    try Ledger._find(Ledger._firstProperty + 0, value, in: Ledger._main)
  }

  /// The objects whose `name` equals a value.
  static func findByName(_ value: String, in session: PersistentObjects.Session) throws
    -> [Ledger]
  {
    try Ledger._find(Ledger._firstProperty + 0, value, in: session)
  }

  /// The first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByName(_ value: String) throws -> Ledger? {
    try Ledger._findFirst(Ledger._firstProperty + 0, value, in: Ledger._main)
  }

  /// The first object whose `name` equals a value, or nil.
  static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Ledger?
  {
    try Ledger._findFirst(Ledger._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByName(_ value: String) throws -> Swift.Int {
    try Ledger._count(Ledger._firstProperty + 0, value, in: Ledger._main)
  }

  /// How many objects there are whose `name` equals a value.
  static func countByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Ledger._count(Ledger._firstProperty + 0, value, in: session)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByName(matching pattern: Swift.String) throws -> [Ledger] {
    try Ledger._find(Ledger._firstProperty + 0, matching: pattern, in: Ledger._main)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`.
  static func findByName(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Ledger]
  {
    try Ledger._find(Ledger._firstProperty + 0, matching: pattern, in: session)
  }

  /// The objects whose `version` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByVersion(_ value: Int) throws -> [Ledger] {
    try Ledger._find(Ledger._firstProperty + 1, value, in: Ledger._main)
  }

  /// The objects whose `version` equals a value.
  static func findByVersion(_ value: Int, in session: PersistentObjects.Session) throws
    -> [Ledger]
  {
    try Ledger._find(Ledger._firstProperty + 1, value, in: session)
  }

  /// The first object whose `version` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByVersion(_ value: Int) throws -> Ledger? {
    try Ledger._findFirst(Ledger._firstProperty + 1, value, in: Ledger._main)
  }

  /// The first object whose `version` equals a value, or nil.
  static func findFirstByVersion(_ value: Int, in session: PersistentObjects.Session) throws
    -> Ledger?
  {
    try Ledger._findFirst(Ledger._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `version` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByVersion(_ value: Int) throws -> Swift.Int {
    try Ledger._count(Ledger._firstProperty + 1, value, in: Ledger._main)
  }

  /// How many objects there are whose `version` equals a value.
  static func countByVersion(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Ledger._count(Ledger._firstProperty + 1, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let pk: Swift.Int64?
    let name: String
    let version: Int

    /// Takes the values of an object.
    init(_ object: Ledger) {
      self.pk = object.pk
      self.name = object.name
      self.version = object.version
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
      _object.willChange(self, Voucher._firstProperty + 0, _name)
      _name = newValue
    }
    _modify {
      _object.willChange(self, Voucher._firstProperty + 0, _name)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }

  private var _name: String
  public private(set) var count: Swift.Int64 {
    @storageRestrictions(initializes: count_storage)
    init(initialValue) {
      count_storage = initialValue
    }
    get { count_storage }
    set {
      _object.willChange(self, Voucher._firstProperty + 1, count_storage)
      count_storage = newValue
    }
  }

  private var count_storage: Swift.Int64

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

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

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Voucher.self, className: "Voucher", table: "voucher",
    renamedFrom: nil, isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: Voucher.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("name", column: "name"), default: nil,
        get: { (object: Voucher) in object._name },
        set: { (object: Voucher, value) in object._name = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("count", column: .fixed("revision"), renamedFrom: "rev", isVersion: true), default: { 0 },
        get: { (object: Voucher) in object.count_storage },
        set: { (object: Voucher, value) in object.count_storage = value }),
    ])

  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(Voucher._firstProperty + 0)
    count_storage = try row.value(Voucher._firstProperty + 1)
  }

  public func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Voucher._firstProperty + 0, _name)
    try row.write(Voucher._firstProperty + 1, count_storage)
  }

  public init(
    name: String
  ) {
    self._name = name
  }

  /// The objects whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func findByName(_ value: String) throws -> [Voucher] {
    try Self._find(Voucher._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `name` equals a value.
  public static func findByName(_ value: String, in session: PersistentObjects.Session) throws
    -> [Voucher]
  {
    try Self._find(Voucher._firstProperty + 0, value, in: session)
  }

  /// The first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(Voucher._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `name` equals a value, or nil.
  public static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Voucher._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByName(_ value: String) throws -> Swift.Int {
    try Self._count(Voucher._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `name` equals a value.
  public static func countByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Voucher._firstProperty + 0, value, in: session)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  public static func findByName(matching pattern: Swift.String) throws -> [Voucher] {
    try Self._find(Voucher._firstProperty + 0, matching: pattern, in: Self._main)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`.
  public static func findByName(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Voucher]
  {
    try Self._find(Voucher._firstProperty + 0, matching: pattern, in: session)
  }

  /// The objects whose `count` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func findByCount(_ value: Swift.Int64) throws -> [Voucher] {
    try Self._find(Voucher._firstProperty + 1, value, in: Self._main)
  }

  /// The objects whose `count` equals a value.
  public static func findByCount(_ value: Swift.Int64, in session: PersistentObjects.Session) throws
    -> [Voucher]
  {
    try Self._find(Voucher._firstProperty + 1, value, in: session)
  }

  /// The first object whose `count` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByCount(_ value: Swift.Int64) throws -> Self? {
    try Self._findFirst(Voucher._firstProperty + 1, value, in: Self._main)
  }

  /// The first object whose `count` equals a value, or nil.
  public static func findFirstByCount(_ value: Swift.Int64, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Voucher._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `count` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByCount(_ value: Swift.Int64) throws -> Swift.Int {
    try Self._count(Voucher._firstProperty + 1, value, in: Self._main)
  }

  /// How many objects there are whose `count` equals a value.
  public static func countByCount(_ value: Swift.Int64, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Voucher._firstProperty + 1, value, in: session)
  }

  /// The values of an object at one time.
  public struct Snapshot: Swift.Sendable, Swift.Codable {
    public let pk: Swift.Int64?
    public let name: String
    public let count: Swift.Int64

    /// Takes the values of an object.
    public init(_ object: Voucher) {
      self.pk = object.pk
      self.name = object.name
      self.count = object.count
    }
  }

  /// The object's values, to be used outside of its session.
  public var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Ledger: PersistentObjects.PersistentObject, Swift.Hashable {}

nonisolated extension Voucher: PersistentObjects.PersistentObject, Swift.Hashable {}
