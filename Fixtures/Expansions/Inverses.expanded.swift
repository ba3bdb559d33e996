public final class Customer {
  public var name: String {
    @storageRestrictions(initializes: _name)
    init(initialValue) {
      _name = initialValue
    }
    get { _name }
    set {
      _object.willChange(self, Customer._firstProperty + 0, _name)
      _name = newValue
    }
    _modify {
      _object.willChange(self, Customer._firstProperty + 0, _name)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }

  private var _name: String
  public var orders: [Order] {
    @storageRestrictions(initializes: _orders)
    init(initialValue) {
      _orders = PersistentObjects._Slot(initialValue)
    }
    get {
      if _orders.isFault { _object.load(self, Customer._firstProperty + 1) }
      return PersistentObjects._current(_orders)
    }
    set {
      let related = _object.related(self, Customer._firstProperty + 1)
      _object.willChange(self, Customer._firstProperty + 1, _orders)
      _orders.replace(newValue)
      if let related { _object.relate(self, Customer._firstProperty + 1, related) }
    }
    _modify {
      if _orders.isFault { _object.load(self, Customer._firstProperty + 1) }
      let related = _object.related(self, Customer._firstProperty + 1)
      _object.willChange(self, Customer._firstProperty + 1, _orders)
      var lent = _object.lend(&_orders)
      defer {
        _object.takeBack(&lent, into: &_orders)
        if let related { _object.relate(self, Customer._firstProperty + 1, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _orders: PersistentObjects._Slot<[Order]>
  var card: Card? {
    @storageRestrictions(initializes: _card)
    init(initialValue) {
      _card = PersistentObjects._Slot(initialValue)
    }
    get {
      if _card.isFault { _object.load(self, Customer._firstProperty + 2) }
      return PersistentObjects._current(_card)
    }
    set {
      let related = _object.related(self, Customer._firstProperty + 2)
      _object.willChange(self, Customer._firstProperty + 2, _card)
      _card.replace(newValue)
      if let related { _object.relate(self, Customer._firstProperty + 2, related) }
    }
    _modify {
      if _card.isFault { _object.load(self, Customer._firstProperty + 2) }
      let related = _object.related(self, Customer._firstProperty + 2)
      _object.willChange(self, Customer._firstProperty + 2, _card)
      var lent = _object.lend(&_card)
      defer {
        _object.takeBack(&lent, into: &_card)
        if let related { _object.relate(self, Customer._firstProperty + 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _card: PersistentObjects._Slot<Card?> = .init(nil)
  var clubs: Set<Club> {
    @storageRestrictions(initializes: _clubs)
    init(initialValue) {
      _clubs = PersistentObjects._Slot(initialValue)
    }
    get {
      if _clubs.isFault { _object.load(self, Customer._firstProperty + 3) }
      return PersistentObjects._current(_clubs)
    }
    set {
      let related = _object.related(self, Customer._firstProperty + 3)
      _object.willChange(self, Customer._firstProperty + 3, _clubs)
      _clubs.replace(newValue)
      if let related { _object.relate(self, Customer._firstProperty + 3, related) }
    }
    _modify {
      if _clubs.isFault { _object.load(self, Customer._firstProperty + 3) }
      let related = _object.related(self, Customer._firstProperty + 3)
      _object.willChange(self, Customer._firstProperty + 3, _clubs)
      var lent = _object.lend(&_clubs)
      defer {
        _object.takeBack(&lent, into: &_clubs)
        if let related { _object.relate(self, Customer._firstProperty + 3, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _clubs: PersistentObjects._Slot<Set<Club>>

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  public static var _propertyCount: Swift.Int {
    4
  }

  public static func _keyPaths<_Subclass: Customer>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.name, \_Subclass.orders, \_Subclass.card, \_Subclass.clubs]
  }

  public static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Customer.self, className: "Customer", table: "customer",
    renamedFrom: nil, isFinal: true,
    superclass: nil,
    keyPaths: _keyPaths(of: Customer.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("name", column: "name"), default: nil,
        get: { (object: Customer) in object._name },
        set: { (object: Customer, value) in object._name = value }),
      PersistentObjects._inverseProperty(
        PersistentObjects._PropertyDeclaration("orders", column: "orders"), of: \Order.customer,
        get: { (object: Customer) in object._orders },
        set: { (object: Customer, slot) in object._orders.swap(&slot) }),
      PersistentObjects._inverseProperty(
        PersistentObjects._PropertyDeclaration("card", column: "card"), of: \Card.owner,
        get: { (object: Customer) in object._card },
        set: { (object: Customer, slot) in object._card.swap(&slot) }),
      PersistentObjects._inverseProperty(
        PersistentObjects._PropertyDeclaration("clubs", column: "clubs"), of: \Club.members,
        get: { (object: Customer) in object._clubs },
        set: { (object: Customer, slot) in object._clubs.swap(&slot) }),
    ])

  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(Customer._firstProperty + 0)
    _orders = try row.slot(Customer._firstProperty + 1)
    _card = try row.slot(Customer._firstProperty + 2)
    _clubs = try row.slot(Customer._firstProperty + 3)
  }

  public func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Customer._firstProperty + 0, _name)
  }

  public init(
    name: String
  ) {
    self._name = name
  }

  /// The objects whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func findByName(_ value: String) throws -> [Customer] {
    try Customer._find(Customer._firstProperty + 0, value, in: Customer._main)
  }

  /// The objects whose `name` equals a value.
  public static func findByName(_ value: String, in session: PersistentObjects.Session) throws
    -> [Customer]
  {
    try Customer._find(Customer._firstProperty + 0, value, in: session)
  }

  /// The first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByName(_ value: String) throws -> Customer? {
    try Customer._findFirst(Customer._firstProperty + 0, value, in: Customer._main)
  }

  /// The first object whose `name` equals a value, or nil.
  public static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Customer?
  {
    try Customer._findFirst(Customer._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByName(_ value: String) throws -> Swift.Int {
    try Customer._count(Customer._firstProperty + 0, value, in: Customer._main)
  }

  /// How many objects there are whose `name` equals a value.
  public static func countByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Customer._count(Customer._firstProperty + 0, value, in: session)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  public static func findByName(matching pattern: Swift.String) throws -> [Customer] {
    try Customer._find(Customer._firstProperty + 0, matching: pattern, in: Customer._main)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`.
  public static func findByName(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Customer]
  {
    try Customer._find(Customer._firstProperty + 0, matching: pattern, in: session)
  }

  /// The values of an object at one time.
  public struct Snapshot: Swift.Sendable, Swift.Codable {
    public let pk: Swift.Int64?
    public let name: String

    /// Takes the values of an object.
    public init(_ object: Customer) {
      self.pk = object.pk
      self.name = object.name
    }
  }

  /// The object's values, to be used outside of its session.
  public var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Customer: PersistentObjects.PersistentObject, Swift.Hashable {}
