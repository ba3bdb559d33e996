class Defaults {
  var count {
    @storageRestrictions(initializes: _count)
    init(initialValue) {
      _count = initialValue
    }
    get { _count }
    set {
      if _object.notesChange(of: Defaults._Index.count) { _object.willChange(self, at: Defaults._Index.count, from: _count) }
      _count = newValue
    }
  }
  var factor {
    @storageRestrictions(initializes: _factor)
    init(initialValue) {
      _factor = initialValue
    }
    get { _factor }
    set {
      if _object.notesChange(of: Defaults._Index.factor) { _object.willChange(self, at: Defaults._Index.factor, from: _factor) }
      _factor = newValue
    }
  }
  var name {
    @storageRestrictions(initializes: _name)
    init(initialValue) {
      _name = initialValue
    }
    get { _name }
    set {
      if _object.notesChange(of: Defaults._Index.name) { _object.willChange(self, at: Defaults._Index.name, from: _name) }
      _name = newValue
    }
    _modify {
      if _object.notesChange(of: Defaults._Index.name) { _object.willChange(self, at: Defaults._Index.name, from: _name) }
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }
  var isOn {
    @storageRestrictions(initializes: _isOn)
    init(initialValue) {
      _isOn = initialValue
    }
    get { _isOn }
    set {
      if _object.notesChange(of: Defaults._Index.isOn) { _object.willChange(self, at: Defaults._Index.isOn, from: _isOn) }
      _isOn = newValue
    }
  }
  var made {
    @storageRestrictions(initializes: _made)
    init(initialValue) {
      _made = initialValue
    }
    get { _made }
    set {
      if _object.notesChange(of: Defaults._Index.made) { _object.willChange(self, at: Defaults._Index.made, from: _made) }
      _made = newValue
    }
  }
  var tags {
    @storageRestrictions(initializes: _tags)
    init(initialValue) {
      _tags = PersistentObjects._Slot(initialValue)
    }
    get {
      if _tags.isFault { _object.load(self, Defaults._Index.tags) }
      return PersistentObjects._current(_tags)
    }
    set {
      if _object.notesChange(of: Defaults._Index.tags) { _object.willChange(self, at: Defaults._Index.tags, from: _tags) }
      _tags.replace(newValue)
    }
    _modify {
      if _tags.isFault { _object.load(self, Defaults._Index.tags) }
      if _object.notesChange(of: Defaults._Index.tags) { _object.willChange(self, at: Defaults._Index.tags, from: _tags) }
      var lent = _object.lend(&_tags)
      defer {
        _object.takeBack(&lent, into: &_tags)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var scores {
    @storageRestrictions(initializes: _scores)
    init(initialValue) {
      _scores = PersistentObjects._Slot(initialValue)
    }
    get {
      if _scores.isFault { _object.load(self, Defaults._Index.scores) }
      return PersistentObjects._current(_scores)
    }
    set {
      if _object.notesChange(of: Defaults._Index.scores) { _object.willChange(self, at: Defaults._Index.scores, from: _scores) }
      _scores.replace(newValue)
    }
    _modify {
      if _scores.isFault { _object.load(self, Defaults._Index.scores) }
      if _object.notesChange(of: Defaults._Index.scores) { _object.willChange(self, at: Defaults._Index.scores, from: _scores) }
      var lent = _object.lend(&_scores)
      defer {
        _object.takeBack(&lent, into: &_scores)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var point {
    @storageRestrictions(initializes: _point)
    init(initialValue) {
      _point = PersistentObjects._Slot(initialValue)
    }
    get {
      if _point.isFault { _object.load(self, Defaults._Index.point) }
      return PersistentObjects._current(_point)
    }
    set {
      let related = _object.related(self, Defaults._Index.point)
      if _object.notesChange(of: Defaults._Index.point) { _object.willChange(self, at: Defaults._Index.point, from: _point) }
      _point.replace(newValue)
      if let related { _object.relate(self, Defaults._Index.point, related) }
    }
    _modify {
      if _point.isFault { _object.load(self, Defaults._Index.point) }
      let related = _object.related(self, Defaults._Index.point)
      if _object.notesChange(of: Defaults._Index.point) { _object.willChange(self, at: Defaults._Index.point, from: _point) }
      var lent = _object.lend(&_point)
      defer {
        _object.takeBack(&lent, into: &_point)
        if let related { _object.relate(self, Defaults._Index.point, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var page {
    @storageRestrictions(initializes: _page)
    init(initialValue) {
      _page = initialValue
    }
    get { _page }
    set {
      if _object.notesChange(of: Defaults._Index.page) { _object.willChange(self, at: Defaults._Index.page, from: _page) }
      _page = newValue
    }
    _modify {
      if _object.notesChange(of: Defaults._Index.page) { _object.willChange(self, at: Defaults._Index.page, from: _page) }
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_page
    }
  }

  private var _count: Int

  private var _factor: Double

  private var _name: String

  private var _isOn: Bool

  private var _made: Date

  private var _tags: PersistentObjects._Slot<[String]>

  private var _scores: PersistentObjects._Slot<[String: [Int]]>

  private var _point: PersistentObjects._Slot<Point>

  private var _page: URL

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private enum _Index {
    static var count: Swift.Int { 0 }
    static var factor: Swift.Int { 1 }
    static var name: Swift.Int { 2 }
    static var isOn: Swift.Int { 3 }
    static var made: Swift.Int { 4 }
    static var tags: Swift.Int { 5 }
    static var scores: Swift.Int { 6 }
    static var point: Swift.Int { 7 }
    static var page: Swift.Int { 8 }
  }

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

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Defaults.self, className: "Defaults", table: "defaults",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Defaults.self), indices: [],
      properties: [
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("count", in: "count"), default: { 0 },
          get: { (object: Defaults) in object._count },
          set: { (object: Defaults, value) in object._count = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("factor", in: "factor"), default: { -1.5 },
          get: { (object: Defaults) in object._factor },
          set: { (object: Defaults, value) in object._factor = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("name", in: "name"), default: { "\(1)" },
          get: { (object: Defaults) in object._name },
          set: { (object: Defaults, value) in object._name = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("isOn", in: "is_on"), default: { true },
          get: { (object: Defaults) in object._isOn },
          set: { (object: Defaults, value) in object._isOn = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("made", in: "made"), default: { Date() },
          get: { (object: Defaults) in object._made },
          set: { (object: Defaults, value) in object._made = value }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("tags", in: "tags"), default: { [String]() },
          get: { (object: Defaults) in object._tags },
          set: { (object: Defaults, slot) in object._tags.swap(&slot) }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("scores", in: "scores"), default: { [String: [Int]]() },
          get: { (object: Defaults) in object._scores },
          set: { (object: Defaults, slot) in object._scores.swap(&slot) }),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("point", in: "point"), default: { Point(x: 1, y: 2) },
          get: { (object: Defaults) in object._point },
          set: { (object: Defaults, slot) in object._point.swap(&slot) }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("page", in: "page"), default: { URL(string: "https://swift.org")! },
          get: { (object: Defaults) in object._page },
          set: { (object: Defaults, value) in object._page = value }),
      ])
  }

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _count = try row.value(Defaults._Index.count)
    _factor = try row.value(Defaults._Index.factor)
    _name = try row.value(Defaults._Index.name)
    _isOn = try row.value(Defaults._Index.isOn)
    _made = try row.value(Defaults._Index.made)
    _tags = try row.slot(Defaults._Index.tags)
    _scores = try row.slot(Defaults._Index.scores)
    _point = try row.slot(Defaults._Index.point)
    _page = try row.value(Defaults._Index.page)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Defaults._Index.count, _count)
    try row.write(Defaults._Index.factor, _factor)
    try row.write(Defaults._Index.name, _name)
    try row.write(Defaults._Index.isOn, _isOn)
    try row.write(Defaults._Index.made, _made)
    try row.write(Defaults._Index.tags, slot: _tags)
    try row.write(Defaults._Index.scores, slot: _scores)
    try row.write(Defaults._Index.point, slot: _point)
    try row.write(Defaults._Index.page, _page)
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
    .init(Self.self, at: Defaults._Index.count)
  }

  /// Counts the objects whose `count` equals a value.
  static var countByCount: PersistentObjects.CountFinder<Defaults, Int> {
    .init(Self.self, at: Defaults._Index.count)
  }

  /// Finds the first object whose `count` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByCount(_ value: Int) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.count, value)
  }

  /// Finds the first object whose `count` equals a value, or nil.
  static func findFirstByCount(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.count, value, in: session)
  }

  /// Finds the objects whose `factor` equals a value.
  static var findByFactor: PersistentObjects.Finder<Defaults, Double> {
    .init(Self.self, at: Defaults._Index.factor)
  }

  /// Counts the objects whose `factor` equals a value.
  static var countByFactor: PersistentObjects.CountFinder<Defaults, Double> {
    .init(Self.self, at: Defaults._Index.factor)
  }

  /// Finds the first object whose `factor` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByFactor(_ value: Double) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.factor, value)
  }

  /// Finds the first object whose `factor` equals a value, or nil.
  static func findFirstByFactor(_ value: Double, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.factor, value, in: session)
  }

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  static var findByName: PersistentObjects.Finder<Defaults, String> {
    .init(Self.self, at: Defaults._Index.name)
  }

  /// Counts the objects whose `name` equals a value.
  static var countByName: PersistentObjects.CountFinder<Defaults, String> {
    .init(Self.self, at: Defaults._Index.name)
  }

  /// Finds the first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.name, value)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.name, value, in: session)
  }

  /// Finds the objects whose `isOn` equals a value.
  static var findByIsOn: PersistentObjects.Finder<Defaults, Bool> {
    .init(Self.self, at: Defaults._Index.isOn)
  }

  /// Counts the objects whose `isOn` equals a value.
  static var countByIsOn: PersistentObjects.CountFinder<Defaults, Bool> {
    .init(Self.self, at: Defaults._Index.isOn)
  }

  /// Finds the first object whose `isOn` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByIsOn(_ value: Bool) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.isOn, value)
  }

  /// Finds the first object whose `isOn` equals a value, or nil.
  static func findFirstByIsOn(_ value: Bool, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.isOn, value, in: session)
  }

  /// Finds the objects whose `made` equals a value.
  static var findByMade: PersistentObjects.Finder<Defaults, Date> {
    .init(Self.self, at: Defaults._Index.made)
  }

  /// Counts the objects whose `made` equals a value.
  static var countByMade: PersistentObjects.CountFinder<Defaults, Date> {
    .init(Self.self, at: Defaults._Index.made)
  }

  /// Finds the first object whose `made` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByMade(_ value: Date) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.made, value)
  }

  /// Finds the first object whose `made` equals a value, or nil.
  static func findFirstByMade(_ value: Date, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.made, value, in: session)
  }

  /// Finds the objects whose `point` equals a value.
  static var findByPoint: PersistentObjects.Finder<Defaults, Point> {
    .init(Self.self, at: Defaults._Index.point)
  }

  /// Counts the objects whose `point` equals a value.
  static var countByPoint: PersistentObjects.CountFinder<Defaults, Point> {
    .init(Self.self, at: Defaults._Index.point)
  }

  /// Finds the first object whose `point` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPoint(_ value: Point) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.point, value)
  }

  /// Finds the first object whose `point` equals a value, or nil.
  static func findFirstByPoint(_ value: Point, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.point, value, in: session)
  }

  /// Finds the objects whose `page` equals a value.
  static var findByPage: PersistentObjects.Finder<Defaults, URL> {
    .init(Self.self, at: Defaults._Index.page)
  }

  /// Counts the objects whose `page` equals a value.
  static var countByPage: PersistentObjects.CountFinder<Defaults, URL> {
    .init(Self.self, at: Defaults._Index.page)
  }

  /// Finds the first object whose `page` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByPage(_ value: URL) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.page, value)
  }

  /// Finds the first object whose `page` equals a value, or nil.
  static func findFirstByPage(_ value: URL, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Defaults._Index.page, value, in: session)
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
      var fields = try PersistentObjects._SnapshotDecoder(decoder)
      let field0: Swift.Optional<Swift.Int64?> = fields.optional("pk")
      let field1: Swift.Optional<Int> = fields.value("count")
      let field2: Swift.Optional<Double> = fields.value("factor")
      let field3: Swift.Optional<String> = fields.value("name")
      let field4: Swift.Optional<Bool> = fields.value("isOn")
      let field5: Swift.Optional<Date> = fields.value("made")
      let field6: Swift.Optional<[String]> = fields.value("tags")
      let field7: Swift.Optional<[String: [Int]]> = fields.value("scores")
      let field8: Swift.Optional<PersistentObjects.SnapshotField<Point>> = fields.value("point")
      let field9: Swift.Optional<URL> = fields.value("page")
      try fields.finish()
      self.pk = field0!
      self.count = field1!
      self.factor = field2!
      self.name = field3!
      self.isOn = field4!
      self.made = field5!
      self.tags = field6!
      self.scores = field7!
      self.point = field8!
      self.page = field9!
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(encoder)
      fields.encode(optional: self.pk, as: "pk")
      fields.encode(self.count, as: "count")
      fields.encode(self.factor, as: "factor")
      fields.encode(self.name, as: "name")
      fields.encode(self.isOn, as: "isOn")
      fields.encode(self.made, as: "made")
      fields.encode(self.tags, as: "tags")
      fields.encode(self.scores, as: "scores")
      fields.encode(self.point, as: "point")
      fields.encode(self.page, as: "page")
      try fields.finish()
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Defaults: PersistentObjects.PersistentObject, Swift.Hashable {}
