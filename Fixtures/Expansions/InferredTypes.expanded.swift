class Defaults {
  @PersistentObjects._Persisted(0)
  var count = 0
  @PersistentObjects._Persisted(1)
  var factor = -1.5
  @PersistentObjects._Persisted(2)
  var name = "\(1)"
  @PersistentObjects._Persisted(3)
  var isOn = true
  @PersistentObjects._Persisted(4)
  var made = Date()
  @PersistentObjects._Persisted(5)
  var tags = [String]()
  @PersistentObjects._Persisted(6)
  var scores = [String: [Int]]()
  @PersistentObjects._Persisted(7)
  var point = Point(x: 1, y: 2)
  @PersistentObjects._Persisted(8)
  var page = URL(string: "https://swift.org")!

  let _object = PersistentObjects._ObjectState()

  private static var _firstProperty: Int {
    0
  }

  class var _propertyCount: Int {
    9
  }

  static func _keyPaths<Root: Defaults>(
    of root: Root.Type
  ) -> [Swift.AnyKeyPath] {
    [\Root.count, \Root.factor, \Root.name, \Root.isOn, \Root.made, \Root.tags, \Root.scores, \Root.point, \Root.page]
  }

  class var _entity: PersistentObjects.EntityDescription {
    _ownEntity
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Defaults.self, className: "Defaults", table: "defaults",
    renamedFrom: nil, isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: Defaults.self), indices: [],
    properties: [
      PersistentObjects._property("count", column: "count", renamedFrom: nil, default: {
          0
        }, get: { (object: Defaults) in
          object._count
        }, set: { (object: Defaults, value) in
          object._count = value
        }),
      PersistentObjects._property("factor", column: "factor", renamedFrom: nil, default: {
          -1.5
        }, get: { (object: Defaults) in
          object._factor
        }, set: { (object: Defaults, value) in
          object._factor = value
        }),
      PersistentObjects._property("name", column: "name", renamedFrom: nil, default: {
          "\(1)"
        }, get: { (object: Defaults) in
          object._name
        }, set: { (object: Defaults, value) in
          object._name = value
        }),
      PersistentObjects._property("isOn", column: "is_on", renamedFrom: nil, default: {
          true
        }, get: { (object: Defaults) in
          object._isOn
        }, set: { (object: Defaults, value) in
          object._isOn = value
        }),
      PersistentObjects._property("made", column: "made", renamedFrom: nil, default: {
          Date()
        }, get: { (object: Defaults) in
          object._made
        }, set: { (object: Defaults, value) in
          object._made = value
        }),
      PersistentObjects._slotProperty("tags", column: "tags", renamedFrom: nil, default: {
          [String]()
        }, get: { (object: Defaults) in
          object._tags
        }, set: { (object: Defaults, value) in
          object._tags = value
        }),
      PersistentObjects._slotProperty("scores", column: "scores", renamedFrom: nil, default: {
          [String: [Int]]()
        }, get: { (object: Defaults) in
          object._scores
        }, set: { (object: Defaults, value) in
          object._scores = value
        }),
      PersistentObjects._slotProperty("point", column: "point", renamedFrom: nil, default: {
          Point(x: 1, y: 2)
        }, get: { (object: Defaults) in
          object._point
        }, set: { (object: Defaults, value) in
          object._point = value
        }),
      PersistentObjects._property("page", column: "page", renamedFrom: nil, default: {
          URL(string: "https://swift.org")!
        }, get: { (object: Defaults) in
          object._page
        }, set: { (object: Defaults, value) in
          object._page = value
        }),
    ])

  required init(
    _loading row: borrowing PersistentObjects._RowReader
  ) throws {
    _count = try row.value(Defaults._firstProperty + 0)
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
    into row: borrowing PersistentObjects._RowWriter
  ) throws {
    try row.write(Defaults._firstProperty + 0, _count)
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
    self._count = count
    self._factor = factor
    self._name = name
    self._isOn = isOn
    self._made = made
    self._tags = PersistentObjects._Slot(tags)
    self._scores = PersistentObjects._Slot(scores)
    self._point = PersistentObjects._Slot(point)
    self._page = page
  }

  /// The objects whose `count` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByCount(_ value: Int) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 0, value, in: .main)
  }

  /// The objects whose `count` equals a value.
  static func findByCount(_ value: Int, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 0, value, in: session)
  }

  /// The objects whose `factor` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByFactor(_ value: Double) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 1, value, in: .main)
  }

  /// The objects whose `factor` equals a value.
  static func findByFactor(_ value: Double, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 1, value, in: session)
  }

  /// The objects whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByName(_ value: String) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 2, value, in: .main)
  }

  /// The objects whose `name` equals a value.
  static func findByName(_ value: String, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 2, value, in: session)
  }

  /// The objects whose `isOn` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByIsOn(_ value: Bool) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 3, value, in: .main)
  }

  /// The objects whose `isOn` equals a value.
  static func findByIsOn(_ value: Bool, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 3, value, in: session)
  }

  /// The objects whose `made` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByMade(_ value: Date) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 4, value, in: .main)
  }

  /// The objects whose `made` equals a value.
  static func findByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 4, value, in: session)
  }

  /// The objects whose `point` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByPoint(_ value: Point) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 7, value, in: .main)
  }

  /// The objects whose `point` equals a value.
  static func findByPoint(_ value: Point, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 7, value, in: session)
  }

  /// The objects whose `page` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByPage(_ value: URL) throws -> [Defaults] {
    try Self._find(Defaults._firstProperty + 8, value, in: .main)
  }

  /// The objects whose `page` equals a value.
  static func findByPage(_ value: URL, in session: PersistentObjects.Session) throws
    -> [Defaults]
  {
    try Self._find(Defaults._firstProperty + 8, value, in: session)
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

nonisolated extension Defaults: PersistentObjects.PersistentObject {
}
