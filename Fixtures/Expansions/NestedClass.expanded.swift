enum Shop {
  struct Inner {
    class Order {
      var total: Decimal {
        get { _total }
        set {
          _object.willChange(self, at: 0)
          _total = newValue
        }
        _modify {
          _object.willChangeInPlace(self, at: 0)
          defer { _object.didChangeInPlace() }
          yield &_total
        }
      }
      var lines: [Line] {
        get {
          if _lines.isFault { _object.load(self, 1) }
          return PersistentObjects._current(&_lines)
        }
        set {
          let related = _object.related(self, 1)
          _object.willChange(self, at: 1)
          _lines.replace(newValue)
          if let related { _object.relate(self, 1, related) }
        }
        _modify {
          if _lines.isFault { _object.load(self, 1) }
          let related = _object.related(self, 1)
          _object.willChange(self, at: 1)
          var lent = _object.lend(&_lines)
          defer {
            _object.takeBack(&lent, into: &_lines)
            if let related { _object.relate(self, 1, related) }
          }
          PersistentObjects._materialize(&lent)
          yield &lent.loaded
        }
      }

      private var _total: Decimal

      @safe @exclusivity(unchecked)
      private var _lines: PersistentObjects._Slot<[Line]>

      let _object = PersistentObjects._ObjectState()

      deinit { _object.leaveSession() }

      class var _propertyCount: Swift.Int {
        2
      }

      static func _keyPaths<_Subclass: Order>(
        of subclass: _Subclass.Type
      ) -> [Swift.AnyKeyPath] {
        [\_Subclass.total, \_Subclass.lines]
      }

      @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
        unsafe .passUnretained(_ownEntity)
      }

      private static let _ownEntity = _makeEntity()

      private static func _makeEntity() -> PersistentObjects.EntityDescription {
        PersistentObjects.EntityDescription(
          Order.self, className: "Shop.Inner.Order", table: "order",
          renamedFrom: nil, isFinal: false,
          superclass: nil,
          keyPaths: _keyPaths(of: Order.self), indices: [],
          exchange: _exchangeValue,
          properties: [
            PersistentObjects._property(
              Decimal.self, "total", default: nil),
            PersistentObjects._slotProperty(
              "lines", default: nil,
              get: { (object: Order) in object._lines },
              set: { (object: Order, slot) in object._lines.swap(&slot) }),
          ])
      }

      @Sendable private static func _exchangeValue(
        _ object: Order, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
      ) {
        switch position {
        case 0: exchange(&object._total)
        default: break
        }
      }

      @_disfavoredOverload
      required init(
        _loading row: inout PersistentObjects._RowReader
      ) throws {
        _total = try row.value(0)
        _lines = try row.slot(1)
      }

      func _store(
        into row: inout PersistentObjects._RowWriter
      ) throws {
        try row.write(0, _total)
        try row.write(1, slot: &_lines)
      }

      init(
        total: Decimal,
        lines: [Line]
      ) {
        self._total = total
        self._lines = PersistentObjects._Slot(lines)
        _object.made(self)
      }

      /// Finds the objects whose `total` equals a value.
      static var findByTotal: PersistentObjects.Finder<Order, Decimal> {
        .init(Self.self, at: 0)
      }

      /// Counts the objects whose `total` equals a value.
      static var countByTotal: PersistentObjects.CountFinder<Order, Decimal> {
        .init(Self.self, at: 0)
      }

      /// Finds the first object whose `total` equals a value, or nil, in the main actor's session.
      @Swift.MainActor
      static func findFirstByTotal(_ value: Decimal) throws -> Self? {
        try Self._findFirst(at: 0, value)
      }

      /// Finds the first object whose `total` equals a value, or nil.
      static func findFirstByTotal(_ value: Decimal, in session: PersistentObjects.Session) throws -> Self? {
        try Self._findFirst(at: 0, value, in: session)
      }

      /// The values of an object at one time.
      struct Snapshot: PersistentObjects.ObjectSnapshot {
        let pk: Swift.Int64?
        let total: Decimal
        let lines: PersistentObjects.SnapshotField<[Line]>

        /// Takes the values of an object.
        init(_ object: Order) {
          self.pk = object.pk
          self.total = object.total
          self.lines = PersistentObjects._snapshotField(object.lines)
        }

        /// Decodes the values, each by the name of its property.
        @_optimize(none)
        init(from decoder: any Swift.Decoder) throws {
          (
            self.pk,
            self.total,
            self.lines
          ) = try PersistentObjects._snapshotFields(of: Order.self, from: decoder)
        }

        /// Encodes the values, each by the name of its property.
        @_optimize(none)
        func encode(to encoder: any Swift.Encoder) throws {
          var fields = PersistentObjects._SnapshotEncoder(of: Order.self, to: encoder)
          fields.encode(optional: self.pk)
          fields.encode(self.total)
          fields.encode(self.lines)
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
  }
}

public extension Shop {
  class Line {
    public var count: Int {
      get { _count }
      set {
        _object.willChange(self, at: 0)
        _count = newValue
      }
    }

    @safe @exclusivity(unchecked)
    private var _count: Int

    public let _object = PersistentObjects._ObjectState()

    deinit { _object.leaveSession() }

    public class var _propertyCount: Swift.Int {
      1
    }

    public static func _keyPaths<_Subclass: Line>(
      of subclass: _Subclass.Type
    ) -> [Swift.AnyKeyPath] {
      [\_Subclass.count]
    }

    @safe public class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
      unsafe .passUnretained(_ownEntity)
    }

    private static let _ownEntity = _makeEntity()

    @_optimize(none)
    private static func _makeEntity() -> PersistentObjects.EntityDescription {
      PersistentObjects.EntityDescription(
        Line.self, className: "Shop.Line", table: "line",
        renamedFrom: nil, isFinal: false,
        superclass: nil,
        keyPaths: _keyPaths(of: Line.self), indices: [],
        exchange: _exchangeValue,
        properties: [
          PersistentObjects._property(
            Int.self, "count", default: nil),
        ])
    }

    @Sendable private static func _exchangeValue(
      _ object: Line, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
    ) {
      switch position {
      case 0: exchange(&object._count)
      default: break
      }
    }

    @_disfavoredOverload
    public required init(
      _loading row: inout PersistentObjects._RowReader
    ) throws {
      _count = try row.value(0)
    }

    public func _store(
      into row: inout PersistentObjects._RowWriter
    ) throws {
      try row.write(0, _count)
    }

    public init(
      count: Int
    ) {
      self._count = count
    }

    /// Finds the objects whose `count` equals a value.
    public static var findByCount: PersistentObjects.Finder<Line, Int> {
      .init(Self.self, at: 0)
    }

    /// Counts the objects whose `count` equals a value.
    public static var countByCount: PersistentObjects.CountFinder<Line, Int> {
      .init(Self.self, at: 0)
    }

    /// Finds the first object whose `count` equals a value, or nil, in the main actor's session.
    @Swift.MainActor
    public static func findFirstByCount(_ value: Int) throws -> Self? {
      try Self._findFirst(at: 0, value)
    }

    /// Finds the first object whose `count` equals a value, or nil.
    public static func findFirstByCount(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
      try Self._findFirst(at: 0, value, in: session)
    }

    /// The values of an object at one time.
    public struct Snapshot: PersistentObjects.ObjectSnapshot {
      public let pk: Swift.Int64?
      public let count: Int

      /// Takes the values of an object.
      public init(_ object: Line) {
        self.pk = object.pk
        self.count = object.count
      }

      /// Decodes the values, each by the name of its property.
      @_optimize(none)
      public init(from decoder: any Swift.Decoder) throws {
        (
          self.pk,
          self.count
        ) = try PersistentObjects._snapshotFields(of: Line.self, from: decoder)
      }

      /// Encodes the values, each by the name of its property.
      @_optimize(none)
      public func encode(to encoder: any Swift.Encoder) throws {
        var fields = PersistentObjects._SnapshotEncoder(of: Line.self, to: encoder)
        fields.encode(optional: self.pk)
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
}

nonisolated extension Shop.Inner.Order: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}

nonisolated extension Shop.Line: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
