final class Ledger {
  var name: String {
    get { _name }
    set {
      _object.willChange(self, at: 0)
      _name = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 0)
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
      _object.willChange(self, at: 1)
      _version = newValue
    }
  }

  private var _name: String

  @safe @exclusivity(unchecked)
  private var _version: Int = Int()

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  static var _propertyCount: Swift.Int {
    2
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Ledger.name, \Ledger.version]
  }

  @safe static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Ledger.self, className: "Ledger", table: "ledger",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "name", default: nil),
        PersistentObjects._property(
          Int.self, PersistentObjects._PropertyDeclaration("version", column: "version", isVersion: true), default: { 0 }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Ledger, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._name)
    case 1: exchange(&object._version)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(0)
    _version = try row.value(1)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _name)
    try row.write(1, _version)
  }

  init(
    name: String
  ) {
    self._name = name
  }

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  static var findByName: PersistentObjects.Finder<Ledger, String> {
    .init(at: 0)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  static var findFirstByName: PersistentObjects.FirstFinder<Ledger, String> {
    .init(at: 0)
  }

  /// Counts the objects whose `name` equals a value.
  static var countByName: PersistentObjects.CountFinder<Ledger, String> {
    .init(at: 0)
  }

  /// Finds the objects whose `version` equals a value.
  static var findByVersion: PersistentObjects.Finder<Ledger, Int> {
    .init(at: 1)
  }

  /// Finds the first object whose `version` equals a value, or nil.
  static var findFirstByVersion: PersistentObjects.FirstFinder<Ledger, Int> {
    .init(at: 1)
  }

  /// Counts the objects whose `version` equals a value.
  static var countByVersion: PersistentObjects.CountFinder<Ledger, Int> {
    .init(at: 1)
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
      (
        self.pk,
        self.name,
        self.version
      ) = try PersistentObjects._snapshotFields(of: Ledger.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Ledger.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.name)
      fields.encode(self.version)
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
  private static var indices: Swift.Never { Swift.fatalError() }  // declare this in the class, not in an extension: '@Persistent' sees only the class
}
public class Voucher {
  public var name: String {
    get { _name }
    set {
      _object.willChange(self, at: 0)
      _name = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 0)
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
      _object.willChange(self, at: 1)
      _count = newValue
    }
  }

  private var _name: String

  @safe @exclusivity(unchecked)
  private var _count: Swift.Int64

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  public class var _propertyCount: Swift.Int {
    2
  }

  public static func _keyPaths<_Subclass: Voucher>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.name, \_Subclass.count]
  }

  @safe public class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Voucher.self, className: "Voucher", table: "voucher",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Voucher.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "name", default: nil),
        PersistentObjects._property(
          Swift.Int64.self, PersistentObjects._PropertyDeclaration("count", column: .fixed("revision"), renamedFrom: ["rev"], isVersion: true), default: { 0 }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Voucher, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._name)
    case 1: exchange(&object._count)
    default: break
    }
  }

  @_disfavoredOverload
  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(0)
    _count = try row.value(1)
  }

  public func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _name)
    try row.write(1, _count)
  }

  public init(
    name: String
  ) {
    self._name = name
  }

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  public static var findByName: PersistentObjects.Finder<Voucher, String> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `name` equals a value.
  public static var countByName: PersistentObjects.CountFinder<Voucher, String> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  public static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// Finds the objects whose `count` equals a value.
  public static var findByCount: PersistentObjects.Finder<Voucher, Swift.Int64> {
    .init(Self.self, at: 1)
  }

  /// Counts the objects whose `count` equals a value.
  public static var countByCount: PersistentObjects.CountFinder<Voucher, Swift.Int64> {
    .init(Self.self, at: 1)
  }

  /// Finds the first object whose `count` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByCount(_ value: Swift.Int64) throws -> Self? {
    try Self._findFirst(at: 1, value)
  }

  /// Finds the first object whose `count` equals a value, or nil.
  public static func findFirstByCount(_ value: Swift.Int64, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 1, value, in: session)
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
      (
        self.pk,
        self.name,
        self.count
      ) = try PersistentObjects._snapshotFields(of: Voucher.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    public func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Voucher.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.name)
      fields.encode(self.count)
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

nonisolated extension Ledger: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}

nonisolated extension Voucher: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
