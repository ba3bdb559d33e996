class Defaults {
  var count {
    get { _count }
    set {
      _object.willChange(self, at: 0)
      _count = newValue
    }
  }
  var factor {
    get { _factor }
    set {
      _object.willChange(self, at: 1)
      _factor = newValue
    }
  }
  var name {
    get { _name }
    set {
      _object.willChange(self, at: 2)
      _name = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 2)
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }
  var isOn {
    get { _isOn }
    set {
      _object.willChange(self, at: 3)
      _isOn = newValue
    }
  }
  var made {
    get { _made }
    set {
      _object.willChange(self, at: 4)
      _made = newValue
    }
  }
  var tags {
    get {
      if _tags.isFault { _object.load(self, 5) }
      return PersistentObjects._current(&_tags)
    }
    set {
      _object.willChange(self, at: 5)
      _tags.replace(newValue)
    }
    _modify {
      if _tags.isFault { _object.load(self, 5) }
      _object.willChange(self, at: 5)
      var lent = _object.lend(&_tags)
      defer {
        _object.takeBack(&lent, into: &_tags)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var scores {
    get {
      if _scores.isFault { _object.load(self, 6) }
      return PersistentObjects._current(&_scores)
    }
    set {
      _object.willChange(self, at: 6)
      _scores.replace(newValue)
    }
    _modify {
      if _scores.isFault { _object.load(self, 6) }
      _object.willChange(self, at: 6)
      var lent = _object.lend(&_scores)
      defer {
        _object.takeBack(&lent, into: &_scores)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var point {
    get {
      if _point.isFault { _object.load(self, 7) }
      return PersistentObjects._current(&_point)
    }
    set {
      let related = _object.related(self, 7)
      _object.willChange(self, at: 7)
      _point.replace(newValue)
      if let related { _object.relate(self, 7, related) }
    }
    _modify {
      if _point.isFault { _object.load(self, 7) }
      let related = _object.related(self, 7)
      _object.willChange(self, at: 7)
      var lent = _object.lend(&_point)
      defer {
        _object.takeBack(&lent, into: &_point)
        if let related { _object.relate(self, 7, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var page {
    get { _page }
    set {
      _object.willChange(self, at: 8)
      _page = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 8)
      defer { _object.didChangeInPlace() }
      yield &_page
    }
  }

  @safe @exclusivity(unchecked)
  private var _count: Int

  @safe @exclusivity(unchecked)
  private var _factor: Double

  private var _name: String

  @safe @exclusivity(unchecked)
  private var _isOn: Bool

  @safe @exclusivity(unchecked)
  private var _made: Date

  @safe @exclusivity(unchecked)
  private var _tags: PersistentObjects._Slot<[String]>

  @safe @exclusivity(unchecked)
  private var _scores: PersistentObjects._Slot<[String: [Int]]>

  @safe @exclusivity(unchecked)
  private var _point: PersistentObjects._Slot<Point>

  private var _page: URL

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  class var _propertyCount: Swift.Int {
    9
  }

  static func _keyPaths<_Subclass: Defaults>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.count, \_Subclass.factor, \_Subclass.name, \_Subclass.isOn, \_Subclass.made, \_Subclass.tags, \_Subclass.scores, \_Subclass.point, \_Subclass.page]
  }

  @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Defaults.self, className: "Defaults", table: "defaults",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Defaults.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          Int.self, "count", default: { 0 }),
        PersistentObjects._property(
          Double.self, "factor", default: { -1.5 }),
        PersistentObjects._property(
          String.self, PersistentObjects._PropertyDeclaration("name", column: "name", default: .evaluated), default: { "\(1)" }),
        PersistentObjects._property(
          Bool.self, PersistentObjects._PropertyDeclaration("isOn", in: "is_on"), default: { true }),
        PersistentObjects._property(
          Date.self, PersistentObjects._PropertyDeclaration("made", column: "made", default: .evaluated), default: { Date() }),
        PersistentObjects._slotProperty(
          "tags", default: { [String]() },
          get: { (object: Defaults) in object._tags },
          set: { (object: Defaults, slot) in object._tags.swap(&slot) }),
        PersistentObjects._slotProperty(
          "scores", default: { [String: [Int]]() },
          get: { (object: Defaults) in object._scores },
          set: { (object: Defaults, slot) in object._scores.swap(&slot) }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("point", column: "point", default: .evaluated), default: { Point(x: 1, y: 2) },
          get: { (object: Defaults) in object._point },
          set: { (object: Defaults, slot) in object._point.swap(&slot) }),
        PersistentObjects._property(
          URL.self, PersistentObjects._PropertyDeclaration("page", column: "page", default: .evaluated), default: { URL(string: "https://swift.org")! }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Defaults, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._count)
    case 1: exchange(&object._factor)
    case 2: exchange(&object._name)
    case 3: exchange(&object._isOn)
    case 4: exchange(&object._made)
    case 8: exchange(&object._page)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _count = try row.value(0)
    _factor = try row.value(1)
    _name = try row.value(2)
    _isOn = try row.value(3)
    _made = try row.value(4)
    _tags = try row.slot(5)
    _scores = try row.slot(6)
    _point = try row.slot(7)
    _page = try row.value(8)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _count)
    try row.write(1, _factor)
    try row.write(2, _name)
    try row.write(3, _isOn)
    try row.write(4, _made)
    try row.write(5, slot: &_tags)
    try row.write(6, slot: &_scores)
    try row.write(7, slot: &_point)
    try row.write(8, _page)
  }

  init(
    count: Int = 0,
    factor: Double = -1.5,
    name: String = "\(1)",
    isOn: Bool = true,
    made: Date = Date(),
    tags: [String] = [String](),
    scores: [String: [Int]] = [String: [Int]](),
    point: Point = Point(x: 1, y: 2),
    page: URL = URL(string: "https://swift.org")!
  ) {
    self._count = count
    self._factor = factor
    self._name = name
    self._isOn = isOn
    self._made = made
    self._tags = PersistentObjects._Slot(tags)
    self._scores = PersistentObjects._Slot(scores)
    self._point = PersistentObjects._Slot(point)
    self._page = page
    _object.made(self)
  }

  /// Finds the objects whose `count` equals a value.
  static var findByCount: PersistentObjects.Finder<Defaults, Int> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `count` equals a value.
  static var countByCount: PersistentObjects.CountFinder<Defaults, Int> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `count` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByCount(_ value: Int) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `count` equals a value, or nil.
  static func findFirstByCount(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// Finds the objects whose `factor` equals a value.
  static var findByFactor: PersistentObjects.Finder<Defaults, Double> {
    .init(Self.self, at: 1)
  }

  /// Counts the objects whose `factor` equals a value.
  static var countByFactor: PersistentObjects.CountFinder<Defaults, Double> {
    .init(Self.self, at: 1)
  }

  /// Finds the first object whose `factor` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByFactor(_ value: Double) throws -> Self? {
    try Self._findFirst(at: 1, value)
  }

  /// Finds the first object whose `factor` equals a value, or nil.
  static func findFirstByFactor(_ value: Double, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 1, value, in: session)
  }

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  static var findByName: PersistentObjects.Finder<Defaults, String> {
    .init(Self.self, at: 2)
  }

  /// Counts the objects whose `name` equals a value.
  static var countByName: PersistentObjects.CountFinder<Defaults, String> {
    .init(Self.self, at: 2)
  }

  /// Finds the first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(at: 2, value)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 2, value, in: session)
  }

  /// Finds the objects whose `isOn` equals a value.
  static var findByIsOn: PersistentObjects.Finder<Defaults, Bool> {
    .init(Self.self, at: 3)
  }

  /// Counts the objects whose `isOn` equals a value.
  static var countByIsOn: PersistentObjects.CountFinder<Defaults, Bool> {
    .init(Self.self, at: 3)
  }

  /// Finds the first object whose `isOn` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByIsOn(_ value: Bool) throws -> Self? {
    try Self._findFirst(at: 3, value)
  }

  /// Finds the first object whose `isOn` equals a value, or nil.
  static func findFirstByIsOn(_ value: Bool, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 3, value, in: session)
  }

  /// Finds the objects whose `made` equals a value.
  static var findByMade: PersistentObjects.Finder<Defaults, Date> {
    .init(Self.self, at: 4)
  }

  /// Counts the objects whose `made` equals a value.
  static var countByMade: PersistentObjects.CountFinder<Defaults, Date> {
    .init(Self.self, at: 4)
  }

  /// Finds the first object whose `made` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByMade(_ value: Date) throws -> Self? {
    try Self._findFirst(at: 4, value)
  }

  /// Finds the first object whose `made` equals a value, or nil.
  static func findFirstByMade(_ value: Date, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 4, value, in: session)
  }

  /// Finds the objects whose `point` equals a value.
  static var findByPoint: PersistentObjects.Finder<Defaults, Point> {
    .init(Self.self, at: 7)
  }

  /// Counts the objects whose `point` equals a value.
  static var countByPoint: PersistentObjects.CountFinder<Defaults, Point> {
    .init(Self.self, at: 7)
  }

  /// Finds the first object whose `point` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPoint(_ value: Point) throws -> Self? {
    try Self._findFirst(at: 7, value)
  }

  /// Finds the first object whose `point` equals a value, or nil.
  static func findFirstByPoint(_ value: Point, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 7, value, in: session)
  }

  /// Finds the objects whose `page` equals a value.
  static var findByPage: PersistentObjects.Finder<Defaults, URL> {
    .init(Self.self, at: 8)
  }

  /// Counts the objects whose `page` equals a value.
  static var countByPage: PersistentObjects.CountFinder<Defaults, URL> {
    .init(Self.self, at: 8)
  }

  /// Finds the first object whose `page` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPage(_ value: URL) throws -> Self? {
    try Self._findFirst(at: 8, value)
  }

  /// Finds the first object whose `page` equals a value, or nil.
  static func findFirstByPage(_ value: URL, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 8, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let count: Int
    let factor: Double
    let name: String
    let isOn: Bool
    let made: Date
    let tags: [String]
    let scores: [String: [Int]]
    let point: PersistentObjects.SnapshotField<Point>
    let page: URL

    /// Takes the values of an object.
    init(_ object: Defaults) {
      self.pk = object.pk
      self.count = object.count
      self.factor = object.factor
      self.name = object.name
      self.isOn = object.isOn
      self.made = object.made
      self.tags = object.tags
      self.scores = object.scores
      self.point = PersistentObjects._snapshotField(object.point)
      self.page = object.page
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.count,
        self.factor,
        self.name,
        self.isOn,
        self.made,
        self.tags,
        self.scores,
        self.point,
        self.page
      ) = try PersistentObjects._snapshotFields(of: Defaults.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Defaults.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.count)
      fields.encode(self.factor)
      fields.encode(self.name)
      fields.encode(self.isOn)
      fields.encode(self.made)
      fields.encode(self.tags)
      fields.encode(self.scores)
      fields.encode(self.point)
      fields.encode(self.page)
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

nonisolated extension Defaults: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
