class Defaults {
  var count {
    @storageRestrictions(initializes: count_storage)
    init(initialValue) {
      count_storage = initialValue
    }
    get { count_storage }
    set {
      _object.willChange(self, Defaults._firstProperty + 0, count_storage)
      count_storage = newValue
    }
  }

  private var count_storage: Int
  var factor {
    @storageRestrictions(initializes: _factor)
    init(initialValue) {
      _factor = initialValue
    }
    get { _factor }
    set {
      _object.willChange(self, Defaults._firstProperty + 1, _factor)
      _factor = newValue
    }
  }

  private var _factor: Double
  var name {
    @storageRestrictions(initializes: _name)
    init(initialValue) {
      _name = initialValue
    }
    get { _name }
    set {
      _object.willChange(self, Defaults._firstProperty + 2, _name)
      _name = newValue
    }
    _modify {
      _object.willChange(self, Defaults._firstProperty + 2, _name)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }

  private var _name: String
  var isOn {
    @storageRestrictions(initializes: _isOn)
    init(initialValue) {
      _isOn = initialValue
    }
    get { _isOn }
    set {
      _object.willChange(self, Defaults._firstProperty + 3, _isOn)
      _isOn = newValue
    }
  }

  private var _isOn: Bool
  var made {
    @storageRestrictions(initializes: _made)
    init(initialValue) {
      _made = initialValue
    }
    get { _made }
    set {
      _object.willChange(self, Defaults._firstProperty + 4, _made)
      _made = newValue
    }
  }

  private var _made: Date
  var tags {
    @storageRestrictions(initializes: _tags)
    init(initialValue) {
      _tags = PersistentObjects._Slot(initialValue)
    }
    get {
      if _tags.isFault { _object.load(self, Defaults._firstProperty + 5) }
      return PersistentObjects._current(_tags)
    }
    set {
      _object.willChange(self, Defaults._firstProperty + 5, _tags)
      _tags.replace(newValue)
    }
    _modify {
      if _tags.isFault { _object.load(self, Defaults._firstProperty + 5) }
      _object.willChange(self, Defaults._firstProperty + 5, _tags)
      var lent = _object.lend(&_tags)
      defer {
        _object.takeBack(&lent, into: &_tags)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _tags: PersistentObjects._Slot<[String]>
  var scores {
    @storageRestrictions(initializes: _scores)
    init(initialValue) {
      _scores = PersistentObjects._Slot(initialValue)
    }
    get {
      if _scores.isFault { _object.load(self, Defaults._firstProperty + 6) }
      return PersistentObjects._current(_scores)
    }
    set {
      _object.willChange(self, Defaults._firstProperty + 6, _scores)
      _scores.replace(newValue)
    }
    _modify {
      if _scores.isFault { _object.load(self, Defaults._firstProperty + 6) }
      _object.willChange(self, Defaults._firstProperty + 6, _scores)
      var lent = _object.lend(&_scores)
      defer {
        _object.takeBack(&lent, into: &_scores)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _scores: PersistentObjects._Slot<[String: [Int]]>
  var point {
    @storageRestrictions(initializes: _point)
    init(initialValue) {
      _point = PersistentObjects._Slot(initialValue)
    }
    get {
      if _point.isFault { _object.load(self, Defaults._firstProperty + 7) }
      return PersistentObjects._current(_point)
    }
    set {
      let related = _object.related(self, Defaults._firstProperty + 7)
      _object.willChange(self, Defaults._firstProperty + 7, _point)
      _point.replace(newValue)
      if let related { _object.relate(self, Defaults._firstProperty + 7, related) }
    }
    _modify {
      if _point.isFault { _object.load(self, Defaults._firstProperty + 7) }
      let related = _object.related(self, Defaults._firstProperty + 7)
      _object.willChange(self, Defaults._firstProperty + 7, _point)
      var lent = _object.lend(&_point)
      defer {
        _object.takeBack(&lent, into: &_point)
        if let related { _object.relate(self, Defaults._firstProperty + 7, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _point: PersistentObjects._Slot<Point>
  var page {
    @storageRestrictions(initializes: _page)
    init(initialValue) {
      _page = initialValue
    }
    get { _page }
    set {
      _object.willChange(self, Defaults._firstProperty + 8, _page)
      _page = newValue
    }
    _modify {
      _object.willChange(self, Defaults._firstProperty + 8, _page)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_page
    }
  }

  private var _page: URL

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  class var _propertyCount: Swift.Int {
    9
  }

  static func _keyPaths<_Subclass: Defaults>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.count, \_Subclass.factor, \_Subclass.name, \_Subclass.isOn, \_Subclass.made, \_Subclass.tags, \_Subclass.scores, \_Subclass.point, \_Subclass.page]
  }

  class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Defaults.self, className: "Defaults", table: "defaults",
    renamedFrom: nil, isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: Defaults.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("count", column: "count"), default: { 0 },
        get: { (object: Defaults) in object.count_storage },
        set: { (object: Defaults, value) in object.count_storage = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("factor", column: "factor"), default: { -1.5 },
        get: { (object: Defaults) in object._factor },
        set: { (object: Defaults, value) in object._factor = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("name", column: "name"), default: { "\(1)" },
        get: { (object: Defaults) in object._name },
        set: { (object: Defaults, value) in object._name = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("isOn", column: "is_on"), default: { true },
        get: { (object: Defaults) in object._isOn },
        set: { (object: Defaults, value) in object._isOn = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("made", column: "made"), default: { Date() },
        get: { (object: Defaults) in object._made },
        set: { (object: Defaults, value) in object._made = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("tags", column: "tags"), default: { [String]() },
        get: { (object: Defaults) in object._tags },
        set: { (object: Defaults, slot) in object._tags.swap(&slot) }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("scores", column: "scores"), default: { [String: [Int]]() },
        get: { (object: Defaults) in object._scores },
        set: { (object: Defaults, slot) in object._scores.swap(&slot) }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("point", column: "point"), default: { Point(x: 1, y: 2) },
        get: { (object: Defaults) in object._point },
        set: { (object: Defaults, slot) in object._point.swap(&slot) }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("page", column: "page"), default: { URL(string: "https://swift.org")! },
        get: { (object: Defaults) in object._page },
        set: { (object: Defaults, value) in object._page = value }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    count_storage = try row.value(Defaults._firstProperty + 0)
    _factor = try row.value(Defaults._firstProperty + 1)
    _name = try row.value(Defaults._firstProperty + 2)
    _isOn = try row.value(Defaults._firstProperty + 3)
    _made = try row.value(Defaults._firstProperty + 4)
    _tags = try row.slot(Defaults._firstProperty + 5)
    _scores = try row.slot(Defaults._firstProperty + 6)
    _point = try row.slot(Defaults._firstProperty + 7)
    _page = try row.value(Defaults._firstProperty + 8)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Defaults._firstProperty + 0, count_storage)
    try row.write(Defaults._firstProperty + 1, _factor)
    try row.write(Defaults._firstProperty + 2, _name)
    try row.write(Defaults._firstProperty + 3, _isOn)
    try row.write(Defaults._firstProperty + 4, _made)
    try row.write(Defaults._firstProperty + 5, slot: _tags)
    try row.write(Defaults._firstProperty + 6, slot: _scores)
    try row.write(Defaults._firstProperty + 7, slot: _point)
    try row.write(Defaults._firstProperty + 8, _page)
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
    self.count_storage = count
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

  /// The objects whose `count` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByCount(_ value: Int) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `count` equals a value.
  static func findByCount(_ value: Int, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 0, value, in: session)
  }

  /// The first object whose `count` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByCount(_ value: Int) throws -> Self? {
    try Self._findFirst(Defaults._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `count` equals a value, or nil.
  static func findFirstByCount(_ value: Int, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Defaults._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `count` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByCount(_ value: Int) throws -> Swift.Int {
    try Self._count(Defaults._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `count` equals a value.
  static func countByCount(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Defaults._firstProperty + 0, value, in: session)
  }

  /// The objects whose `factor` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByFactor(_ value: Double) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 1, value, in: Self._main)
  }

  /// The objects whose `factor` equals a value.
  static func findByFactor(_ value: Double, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 1, value, in: session)
  }

  /// The first object whose `factor` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByFactor(_ value: Double) throws -> Self? {
    try Self._findFirst(Defaults._firstProperty + 1, value, in: Self._main)
  }

  /// The first object whose `factor` equals a value, or nil.
  static func findFirstByFactor(_ value: Double, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Defaults._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `factor` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByFactor(_ value: Double) throws -> Swift.Int {
    try Self._count(Defaults._firstProperty + 1, value, in: Self._main)
  }

  /// How many objects there are whose `factor` equals a value.
  static func countByFactor(_ value: Double, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Defaults._firstProperty + 1, value, in: session)
  }

  /// The objects whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByName(_ value: String) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 2, value, in: Self._main)
  }

  /// The objects whose `name` equals a value.
  static func findByName(_ value: String, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 2, value, in: session)
  }

  /// The first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(Defaults._firstProperty + 2, value, in: Self._main)
  }

  /// The first object whose `name` equals a value, or nil.
  static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Defaults._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByName(_ value: String) throws -> Swift.Int {
    try Self._count(Defaults._firstProperty + 2, value, in: Self._main)
  }

  /// How many objects there are whose `name` equals a value.
  static func countByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Defaults._firstProperty + 2, value, in: session)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByName(matching pattern: Swift.String) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 2, matching: pattern, in: Self._main)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`.
  static func findByName(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 2, matching: pattern, in: session)
  }

  /// The objects whose `isOn` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByIsOn(_ value: Bool) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 3, value, in: Self._main)
  }

  /// The objects whose `isOn` equals a value.
  static func findByIsOn(_ value: Bool, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 3, value, in: session)
  }

  /// The first object whose `isOn` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByIsOn(_ value: Bool) throws -> Self? {
    try Self._findFirst(Defaults._firstProperty + 3, value, in: Self._main)
  }

  /// The first object whose `isOn` equals a value, or nil.
  static func findFirstByIsOn(_ value: Bool, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Defaults._firstProperty + 3, value, in: session)
  }

  /// How many objects there are whose `isOn` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByIsOn(_ value: Bool) throws -> Swift.Int {
    try Self._count(Defaults._firstProperty + 3, value, in: Self._main)
  }

  /// How many objects there are whose `isOn` equals a value.
  static func countByIsOn(_ value: Bool, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Defaults._firstProperty + 3, value, in: session)
  }

  /// The objects whose `made` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByMade(_ value: Date) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 4, value, in: Self._main)
  }

  /// The objects whose `made` equals a value.
  static func findByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 4, value, in: session)
  }

  /// The first object whose `made` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByMade(_ value: Date) throws -> Self? {
    try Self._findFirst(Defaults._firstProperty + 4, value, in: Self._main)
  }

  /// The first object whose `made` equals a value, or nil.
  static func findFirstByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Defaults._firstProperty + 4, value, in: session)
  }

  /// How many objects there are whose `made` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByMade(_ value: Date) throws -> Swift.Int {
    try Self._count(Defaults._firstProperty + 4, value, in: Self._main)
  }

  /// How many objects there are whose `made` equals a value.
  static func countByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Defaults._firstProperty + 4, value, in: session)
  }

  /// The objects whose `point` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByPoint(_ value: Point) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 7, value, in: Self._main)
  }

  /// The objects whose `point` equals a value.
  static func findByPoint(_ value: Point, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 7, value, in: session)
  }

  /// The first object whose `point` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPoint(_ value: Point) throws -> Self? {
    try Self._findFirst(Defaults._firstProperty + 7, value, in: Self._main)
  }

  /// The first object whose `point` equals a value, or nil.
  static func findFirstByPoint(_ value: Point, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Defaults._firstProperty + 7, value, in: session)
  }

  /// How many objects there are whose `point` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByPoint(_ value: Point) throws -> Swift.Int {
    try Self._count(Defaults._firstProperty + 7, value, in: Self._main)
  }

  /// How many objects there are whose `point` equals a value.
  static func countByPoint(_ value: Point, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Defaults._firstProperty + 7, value, in: session)
  }

  /// The objects whose `page` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByPage(_ value: URL) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 8, value, in: Self._main)
  }

  /// The objects whose `page` equals a value.
  static func findByPage(_ value: URL, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 8, value, in: session)
  }

  /// The first object whose `page` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPage(_ value: URL) throws -> Self? {
    try Self._findFirst(Defaults._firstProperty + 8, value, in: Self._main)
  }

  /// The first object whose `page` equals a value, or nil.
  static func findFirstByPage(_ value: URL, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Defaults._firstProperty + 8, value, in: session)
  }

  /// How many objects there are whose `page` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByPage(_ value: URL) throws -> Swift.Int {
    try Self._count(Defaults._firstProperty + 8, value, in: Self._main)
  }

  /// How many objects there are whose `page` equals a value.
  static func countByPage(_ value: URL, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Defaults._firstProperty + 8, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
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
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Defaults: PersistentObjects.PersistentObject, Swift.Hashable {}
