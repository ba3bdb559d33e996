public final class Customer {
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
  public var orders: [Order] {
    get {
      if _orders.isFault { _object.load(self, 1) }
      return PersistentObjects._current(&_orders)
    }
    set {
      let related = _object.related(self, 1)
      _object.willChange(self, at: 1)
      _orders.replace(newValue)
      if let related { _object.relate(self, 1, related) }
    }
    _modify {
      if _orders.isFault { _object.load(self, 1) }
      let related = _object.related(self, 1)
      _object.willChange(self, at: 1)
      var lent = _object.lend(&_orders)
      defer {
        _object.takeBack(&lent, into: &_orders)
        if let related { _object.relate(self, 1, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var card: Card? {
    @storageRestrictions(initializes: _card)
    init(initialValue) {
      _card = PersistentObjects._Slot(initialValue)
    }
    get {
      if _card.isFault { _object.load(self, 2) }
      return PersistentObjects._current(&_card)
    }
    set {
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      _card.replace(newValue)
      if let related { _object.relate(self, 2, related) }
    }
    _modify {
      if _card.isFault { _object.load(self, 2) }
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      var lent = _object.lend(&_card)
      defer {
        _object.takeBack(&lent, into: &_card)
        if let related { _object.relate(self, 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var clubs: Set<Club> {
    @storageRestrictions(initializes: _clubs)
    init(initialValue) {
      _clubs = PersistentObjects._Slot(initialValue)
    }
    get {
      if _clubs.isFault { _object.load(self, 3) }
      return PersistentObjects._current(&_clubs)
    }
    set {
      let related = _object.related(self, 3)
      _object.willChange(self, at: 3)
      _clubs.replace(newValue)
      if let related { _object.relate(self, 3, related) }
    }
    _modify {
      if _clubs.isFault { _object.load(self, 3) }
      let related = _object.related(self, 3)
      _object.willChange(self, at: 3)
      var lent = _object.lend(&_clubs)
      defer {
        _object.takeBack(&lent, into: &_clubs)
        if let related { _object.relate(self, 3, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _name: String

  @safe @exclusivity(unchecked)
  private var _orders: PersistentObjects._Slot<[Order]>

  @safe @exclusivity(unchecked)
  private var _card: PersistentObjects._Slot<Card?> = .init(nil)

  @safe @exclusivity(unchecked)
  private var _clubs: PersistentObjects._Slot<Set<Club>> = .init([])

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  public static var _propertyCount: Swift.Int {
    4
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Customer.name, \Customer.orders, \Customer.card, \Customer.clubs]
  }

  @safe public static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Customer.self, className: "Customer", table: "customer",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "name", default: nil),
        PersistentObjects._inverseProperty(
          "orders", of: \Order.customer,
          get: { (object: Customer) in object._orders },
          set: { (object: Customer, slot) in object._orders.swap(&slot) }),
        PersistentObjects._inverseProperty(
          "card", of: \Card.owner,
          get: { (object: Customer) in object._card },
          set: { (object: Customer, slot) in object._card.swap(&slot) }),
        PersistentObjects._inverseProperty(
          "clubs", of: \Club.members,
          get: { (object: Customer) in object._clubs },
          set: { (object: Customer, slot) in object._clubs.swap(&slot) }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Customer, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._name)
    default: break
    }
  }

  @_disfavoredOverload
  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(0)
    _orders = try row.slot(1)
    _card = try row.slot(2)
    _clubs = try row.slot(3)
  }

  public func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _name)
  }

  public init(
    name: String
  ) {
    self._name = name
    self._orders = PersistentObjects._Slot<[Order]>([])
  }

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  public static var findByName: PersistentObjects.Finder<Customer, String> {
    .init(at: 0)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  public static var findFirstByName: PersistentObjects.FirstFinder<Customer, String> {
    .init(at: 0)
  }

  /// Counts the objects whose `name` equals a value.
  public static var countByName: PersistentObjects.CountFinder<Customer, String> {
    .init(at: 0)
  }

  /// The values of an object at one time.
  public struct Snapshot: PersistentObjects.ObjectSnapshot {
    public let pk: Swift.Int64?
    public let name: String

    /// Takes the values of an object.
    public init(_ object: Customer) {
      self.pk = object.pk
      self.name = object.name
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    public init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.name
      ) = try PersistentObjects._snapshotFields(of: Customer.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    public func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Customer.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.name)
      try fields.finish()
    }
  }

  /// The object's values, for use outside its session.
  public var snapshot: Snapshot {
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

nonisolated extension Customer: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
