final class Ticket: Named {
  var name {
    get { _name }
    set {
      _object.willChange(self, at: Ticket._Index.name)
      _name = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: Ticket._Index.name)
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }
  private var seat: Seat {
    get {
      if _seat.isFault { _object.load(self, Ticket._Index.seat) }
      return PersistentObjects._current(&_seat)
    }
    set {
      let related = _object.related(self, Ticket._Index.seat)
      _object.willChange(self, at: Ticket._Index.seat)
      _seat.replace(newValue)
      if let related { _object.relate(self, Ticket._Index.seat, related) }
    }
    _modify {
      if _seat.isFault { _object.load(self, Ticket._Index.seat) }
      let related = _object.related(self, Ticket._Index.seat)
      _object.willChange(self, at: Ticket._Index.seat)
      var lent = _object.lend(&_seat)
      defer {
        _object.takeBack(&lent, into: &_seat)
        if let related { _object.relate(self, Ticket._Index.seat, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  private var rows: [Int] {
    get {
      if _rows.isFault { _object.load(self, Ticket._Index.rows) }
      return PersistentObjects._current(&_rows)
    }
    set {
      _object.willChange(self, at: Ticket._Index.rows)
      _rows.replace(newValue)
    }
    _modify {
      if _rows.isFault { _object.load(self, Ticket._Index.rows) }
      _object.willChange(self, at: Ticket._Index.rows)
      var lent = _object.lend(&_rows)
      defer {
        _object.takeBack(&lent, into: &_rows)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  fileprivate var number {
    get { _number }
    set {
      _object.willChange(self, at: Ticket._Index.number)
      _number = newValue
    }
  }
  private var note: String? {
    @storageRestrictions(initializes: _note)
    init(initialValue) {
      _note = initialValue
    }
    get { _note }
    set {
      _object.willChange(self, at: Ticket._Index.note)
      _note = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: Ticket._Index.note)
      defer { _object.didChangeInPlace() }
      yield &_note
    }
  }
  var made: Date {
    get { _made }
    set {
      _object.willChange(self, at: Ticket._Index.made)
      _made = newValue
    }
  }
  var stubs: [Stub] {
    get {
      if _stubs.isFault { _object.load(self, Ticket._Index.stubs) }
      return PersistentObjects._current(&_stubs)
    }
    set {
      let related = _object.related(self, Ticket._Index.stubs)
      _object.willChange(self, at: Ticket._Index.stubs)
      _stubs.replace(newValue)
      if let related { _object.relate(self, Ticket._Index.stubs, related) }
    }
    _modify {
      if _stubs.isFault { _object.load(self, Ticket._Index.stubs) }
      let related = _object.related(self, Ticket._Index.stubs)
      _object.willChange(self, at: Ticket._Index.stubs)
      var lent = _object.lend(&_stubs)
      defer {
        _object.takeBack(&lent, into: &_stubs)
        if let related { _object.relate(self, Ticket._Index.stubs, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  private var version: Int {
    @storageRestrictions(initializes: _version)
    init(initialValue) {
      _version = initialValue
    }
    get { _version }
    set {
      _object.willChange(self, at: Ticket._Index.version)
      _version = newValue
    }
  }

  private var _name: String

  @safe @exclusivity(unchecked)
  private var _seat: PersistentObjects._Slot<Seat>

  @safe @exclusivity(unchecked)
  private var _rows: PersistentObjects._Slot<[Int]>

  @safe @exclusivity(unchecked)
  private var _number: Int

  private var _note: String? = nil

  @safe @exclusivity(unchecked)
  private var _made: Date

  @safe @exclusivity(unchecked)
  private var _stubs: PersistentObjects._Slot<[Stub]>

  @safe @exclusivity(unchecked)
  private var _version: Int

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private enum _Index {
    static var name: Swift.Int { 0 }
    static var seat: Swift.Int { 1 }
    static var rows: Swift.Int { 2 }
    static var number: Swift.Int { 3 }
    static var note: Swift.Int { 4 }
    static var made: Swift.Int { 5 }
    static var stubs: Swift.Int { 6 }
    static var version: Swift.Int { 7 }
  }

  static var _propertyCount: Swift.Int {
    8
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Ticket.name, \Ticket.seat, \Ticket.rows, \Ticket.number, \Ticket.note, \Ticket.made, \Ticket.stubs, \Ticket.version]
  }

  @safe static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Ticket.self, className: "Ticket", table: "ticket",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "name", default: { "a" }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("seat", column: "seat", default: .named), default: { .aisle },
          get: { (object: Ticket) in object._seat },
          set: { (object: Ticket, slot) in object._seat.swap(&slot) }),
        PersistentObjects._slotProperty(
          "rows", default: { [1] },
          get: { (object: Ticket) in object._rows },
          set: { (object: Ticket, slot) in object._rows.swap(&slot) }),
        PersistentObjects._property(
          Int.self, "number", default: { 7 }),
        PersistentObjects._property(
          String?.self, "note", default: nil),
        PersistentObjects._property(
          Date.self, PersistentObjects._PropertyDeclaration("made", column: "made", timestamp: .createdAt, default: .evaluated), default: { .now }),
        PersistentObjects._inverseProperty(
          "stubs", of: \Stub.ticket,
          get: { (object: Ticket) in object._stubs },
          set: { (object: Ticket, slot) in object._stubs.swap(&slot) }),
        PersistentObjects._property(
          Int.self, PersistentObjects._PropertyDeclaration("version", column: "version", isVersion: true), default: { 0 }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Ticket, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._name)
    case 3: exchange(&object._number)
    case 4: exchange(&object._note)
    case 5: exchange(&object._made)
    case 7: exchange(&object._version)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(0)
    _seat = try row.slot(1)
    _rows = try row.slot(2)
    _number = try row.value(3)
    _note = try row.optionalValue(4)
    _made = try row.value(5)
    _stubs = try row.slot(6)
    _version = try row.value(7)
    // A superclass must be persistent, too, or have an 'init' without parameters.
    #sourceLocation(file: "Fixture.swift", line: 1)
  }

  #sourceLocation()

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _name)
    try row.write(1, slot: &_seat)
    try row.write(2, slot: &_rows)
    try row.write(3, _number)
    try row.write(4, optional: _note)
    try row.write(5, _made)
    try row.write(7, _version)
  }

  @_nonoverride
  init(
    name: String = "a"
  ) {
    self._name = name
    self._seat = PersistentObjects._Slot<Seat>(.aisle)
    self._rows = PersistentObjects._Slot<[Int]>([1])
    self._number = 7
    self._made = .now
    self._stubs = PersistentObjects._Slot<[Stub]>([])
    // A superclass must be persistent, too, or have an 'init' without parameters.
    #sourceLocation(file: "Fixture.swift", line: 1)
  }

  #sourceLocation()

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  static var findByName: PersistentObjects.Finder<Ticket, String> {
    .init(at: 0)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  static var findFirstByName: PersistentObjects.FirstFinder<Ticket, String> {
    .init(at: 0)
  }

  /// Counts the objects whose `name` equals a value.
  static var countByName: PersistentObjects.CountFinder<Ticket, String> {
    .init(at: 0)
  }

  /// Finds the objects whose `seat` equals a value.
  private static var findBySeat: PersistentObjects.Finder<Ticket, Seat> {
    .init(at: 1)
  }

  /// Finds the first object whose `seat` equals a value, or nil.
  private static var findFirstBySeat: PersistentObjects.FirstFinder<Ticket, Seat> {
    .init(at: 1)
  }

  /// Counts the objects whose `seat` equals a value.
  private static var countBySeat: PersistentObjects.CountFinder<Ticket, Seat> {
    .init(at: 1)
  }

  /// Finds the objects whose `number` equals a value.
  fileprivate static var findByNumber: PersistentObjects.Finder<Ticket, Int> {
    .init(at: 3)
  }

  /// Finds the first object whose `number` equals a value, or nil.
  fileprivate static var findFirstByNumber: PersistentObjects.FirstFinder<Ticket, Int> {
    .init(at: 3)
  }

  /// Counts the objects whose `number` equals a value.
  fileprivate static var countByNumber: PersistentObjects.CountFinder<Ticket, Int> {
    .init(at: 3)
  }

  /// Finds the objects whose `note` equals a value, or matches a pattern with `%` and `_`.
  private static var findByNote: PersistentObjects.Finder<Ticket, String?> {
    .init(at: 4)
  }

  /// Finds the first object whose `note` equals a value, or nil.
  private static var findFirstByNote: PersistentObjects.FirstFinder<Ticket, String?> {
    .init(at: 4)
  }

  /// Counts the objects whose `note` equals a value.
  private static var countByNote: PersistentObjects.CountFinder<Ticket, String?> {
    .init(at: 4)
  }

  /// Finds the objects whose `made` equals a value.
  static var findByMade: PersistentObjects.Finder<Ticket, Date> {
    .init(at: 5)
  }

  /// Finds the first object whose `made` equals a value, or nil.
  static var findFirstByMade: PersistentObjects.FirstFinder<Ticket, Date> {
    .init(at: 5)
  }

  /// Counts the objects whose `made` equals a value.
  static var countByMade: PersistentObjects.CountFinder<Ticket, Date> {
    .init(at: 5)
  }

  /// Finds the objects whose `version` equals a value.
  private static var findByVersion: PersistentObjects.Finder<Ticket, Int> {
    .init(at: 7)
  }

  /// Finds the first object whose `version` equals a value, or nil.
  private static var findFirstByVersion: PersistentObjects.FirstFinder<Ticket, Int> {
    .init(at: 7)
  }

  /// Counts the objects whose `version` equals a value.
  private static var countByVersion: PersistentObjects.CountFinder<Ticket, Int> {
    .init(at: 7)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let name: String
    private let seat: PersistentObjects.SnapshotField<Seat>
    private let rows: [Int]
    fileprivate let number: Int
    private let note: String?
    let made: Date
    private let version: Int

    /// Takes the values of an object.
    init(_ object: Ticket) {
      self.pk = object.pk
      self.name = object.name
      self.seat = PersistentObjects._snapshotField(object.seat)
      self.rows = object.rows
      self.number = object.number
      self.note = object.note
      self.made = object.made
      self.version = object.version
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.name,
        self.seat,
        self.rows,
        self.number,
        self.note,
        self.made,
        self.version
      ) = try PersistentObjects._snapshotFields(of: Ticket.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Ticket.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.name)
      fields.encode(self.seat)
      fields.encode(self.rows)
      fields.encode(self.number)
      fields.encode(optional: self.note)
      fields.encode(self.made)
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

nonisolated extension Ticket: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
