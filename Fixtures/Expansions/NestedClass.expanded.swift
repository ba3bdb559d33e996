enum Shop {
  struct Inner {
    class Order {
      var total: Decimal {
        @storageRestrictions(initializes: _total)
        init(initialValue) {
          _total = initialValue
        }
        get { _total }
        set {
          _object.willChange(self, Order._firstProperty + 0, _total)
          _total = newValue
        }
        _modify {
          _object.willChange(self, Order._firstProperty + 0, _total)
          _object.willChangeInPlace()
          defer { _object.didChangeInPlace() }
          yield &_total
        }
      }

      private var _total: Decimal
      var lines: [Line] {
        @storageRestrictions(initializes: _lines)
        init(initialValue) {
          _lines = PersistentObjects._Slot(initialValue)
        }
        get {
          if _lines.isFault { _object.load(self, Order._firstProperty + 1) }
          return PersistentObjects._current(_lines)
        }
        set {
          let related = _object.related(self, Order._firstProperty + 1)
          _object.willChange(self, Order._firstProperty + 1, _lines)
          _lines.replace(newValue)
          if let related { _object.relate(self, Order._firstProperty + 1, related) }
        }
        _modify {
          if _lines.isFault { _object.load(self, Order._firstProperty + 1) }
          let related = _object.related(self, Order._firstProperty + 1)
          _object.willChange(self, Order._firstProperty + 1, _lines)
          var lent = _object.lend(&_lines)
          defer {
            _object.takeBack(&lent, into: &_lines)
            if let related { _object.relate(self, Order._firstProperty + 1, related) }
          }
          PersistentObjects._materialize(&lent)
          yield &lent.loaded
        }
      }

      private var _lines: PersistentObjects._Slot<[Line]>

      let _object = PersistentObjects._ObjectState()

      deinit { _object.leaveSession() }

      private static var _firstProperty: Swift.Int { 0 }

      class var _propertyCount: Swift.Int {
        2
      }

      static func _keyPaths<_Subclass: Order>(
        of subclass: _Subclass.Type
      ) -> [Swift.AnyKeyPath] {
        [\_Subclass.total, \_Subclass.lines]
      }

      class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
        .passUnretained(_ownEntity)
      }

      private static let _ownEntity = PersistentObjects.EntityDescription(
        Order.self, className: "Shop.Inner.Order", table: "order",
        renamedFrom: nil, isFinal: false,
        superclass: nil,
        keyPaths: _keyPaths(of: Order.self), indices: [],
        properties: [
          PersistentObjects._property(
            PersistentObjects._PropertyDeclaration("total", column: "total"), default: nil,
            get: { (object: Order) in object._total },
            set: { (object: Order, value) in object._total = value }),
          PersistentObjects._slotProperty(
            PersistentObjects._PropertyDeclaration("lines", column: "lines"), default: nil,
            get: { (object: Order) in object._lines },
            set: { (object: Order, slot) in object._lines.swap(&slot) }),
        ])

      required init(
        _loading row: inout PersistentObjects._RowReader
      ) throws {
        _total = try row.value(Order._firstProperty + 0)
        _lines = try row.slot(Order._firstProperty + 1)
      }

      func _store(
        into row: inout PersistentObjects._RowWriter
      ) throws {
        try row.write(Order._firstProperty + 0, _total)
        try row.write(Order._firstProperty + 1, slot: _lines)
      }

      init(
        total: Decimal,
        lines: [Line]
      ) {
        self._total = total
        self._lines = PersistentObjects._Slot(lines)
        _object.made(self)
      }

      /// The objects whose `total` equals a value, in the main actor's session.
      @Swift.MainActor
      static func findByTotal(_ value: Decimal) throws -> [Order] {
        try Self._find(Order._firstProperty + 0, value, in: Self._main)
      }

      /// The objects whose `total` equals a value.
      static func findByTotal(_ value: Decimal, in session: PersistentObjects.Session) throws
        -> [Order]
      {
        try Self._find(Order._firstProperty + 0, value, in: session)
      }

      /// The first object whose `total` equals a value, or nil, in the main actor's session.
      @Swift.MainActor
      static func findFirstByTotal(_ value: Decimal) throws -> Self? {
        try Self._findFirst(Order._firstProperty + 0, value, in: Self._main)
      }

      /// The first object whose `total` equals a value, or nil.
      static func findFirstByTotal(_ value: Decimal, in session: PersistentObjects.Session) throws
        -> Self?
      {
        try Self._findFirst(Order._firstProperty + 0, value, in: session)
      }

      /// How many objects there are whose `total` equals a value, in the main actor's session.
      @Swift.MainActor
      static func countByTotal(_ value: Decimal) throws -> Swift.Int {
        try Self._count(Order._firstProperty + 0, value, in: Self._main)
      }

      /// How many objects there are whose `total` equals a value.
      static func countByTotal(_ value: Decimal, in session: PersistentObjects.Session) throws
        -> Swift.Int
      {
        try Self._count(Order._firstProperty + 0, value, in: session)
      }

      /// The values of an object at one time.
      struct Snapshot: Swift.Sendable, Swift.Codable {
        let pk: Swift.Int64?
        let total: Decimal
        let lines: PersistentObjects.SnapshotField<[Line]>

        /// Takes the values of an object.
        init(_ object: Order) {
          self.pk = object.pk
          self.total = object.total
          self.lines = PersistentObjects._snapshotField(object.lines)
        }
      }

      /// The object's values, to be used outside of its session.
      var snapshot: Snapshot {
        Snapshot(self)
      }
    }
  }
}

public extension Shop {
  class Line {
    public var count: Int {
      @storageRestrictions(initializes: count_storage)
      init(initialValue) {
        count_storage = initialValue
      }
      get { count_storage }
      set {
        _object.willChange(self, Line._firstProperty + 0, count_storage)
        count_storage = newValue
      }
    }

    private var count_storage: Int

    public let _object = PersistentObjects._ObjectState()

    deinit { _object.leaveSession() }

    private static var _firstProperty: Swift.Int { 0 }

    public class var _propertyCount: Swift.Int {
      1
    }

    public static func _keyPaths<_Subclass: Line>(
      of subclass: _Subclass.Type
    ) -> [Swift.AnyKeyPath] {
      [\_Subclass.count]
    }

    public class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
      .passUnretained(_ownEntity)
    }

    private static let _ownEntity = PersistentObjects.EntityDescription(
      Line.self, className: "Shop.Line", table: "line",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Line.self), indices: [],
      properties: [
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("count", column: "count"), default: nil,
          get: { (object: Line) in object.count_storage },
          set: { (object: Line, value) in object.count_storage = value }),
      ])

    public required init(
      _loading row: inout PersistentObjects._RowReader
    ) throws {
      count_storage = try row.value(Line._firstProperty + 0)
    }

    public func _store(
      into row: inout PersistentObjects._RowWriter
    ) throws {
      try row.write(Line._firstProperty + 0, count_storage)
    }

    public init(
      count: Int
    ) {
      self.count_storage = count
    }

    /// The objects whose `count` equals a value, in the main actor's session.
    @Swift.MainActor
    public static func findByCount(_ value: Int) throws -> [Line] {
      try Self._find(Line._firstProperty + 0, value, in: Self._main)
    }

    /// The objects whose `count` equals a value.
    public static func findByCount(_ value: Int, in session: PersistentObjects.Session) throws
      -> [Line]
    {
      try Self._find(Line._firstProperty + 0, value, in: session)
    }

    /// The first object whose `count` equals a value, or nil, in the main actor's session.
    @Swift.MainActor
    public static func findFirstByCount(_ value: Int) throws -> Self? {
      try Self._findFirst(Line._firstProperty + 0, value, in: Self._main)
    }

    /// The first object whose `count` equals a value, or nil.
    public static func findFirstByCount(_ value: Int, in session: PersistentObjects.Session) throws
      -> Self?
    {
      try Self._findFirst(Line._firstProperty + 0, value, in: session)
    }

    /// How many objects there are whose `count` equals a value, in the main actor's session.
    @Swift.MainActor
    public static func countByCount(_ value: Int) throws -> Swift.Int {
      try Self._count(Line._firstProperty + 0, value, in: Self._main)
    }

    /// How many objects there are whose `count` equals a value.
    public static func countByCount(_ value: Int, in session: PersistentObjects.Session) throws
      -> Swift.Int
    {
      try Self._count(Line._firstProperty + 0, value, in: session)
    }

    /// The values of an object at one time.
    public struct Snapshot: Swift.Sendable, Swift.Codable {
      public let pk: Swift.Int64?
      public let count: Int

      /// Takes the values of an object.
      public init(_ object: Line) {
        self.pk = object.pk
        self.count = object.count
      }
    }

    /// The object's values, to be used outside of its session.
    public var snapshot: Snapshot {
      Snapshot(self)
    }
  }
}

nonisolated extension Shop.Inner.Order: PersistentObjects.PersistentObject, Swift.Hashable {}

nonisolated extension Shop.Line: PersistentObjects.PersistentObject, Swift.Hashable {}
