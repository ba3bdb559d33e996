final class Book {
  var author: Author {
    @storageRestrictions(initializes: _author)
    init(initialValue) {
      _author = PersistentObjects._Slot(initialValue)
    }
    get {
      if _author.isFault { _object.load(self, Book._firstProperty + 0) }
      return PersistentObjects._current(_author)
    }
    set {
      let related = _object.related(self, Book._firstProperty + 0)
      _object.willChange(self, Book._firstProperty + 0, _author)
      _author.replace(newValue)
      if let related { _object.relate(self, Book._firstProperty + 0, related) }
    }
    _modify {
      if _author.isFault { _object.load(self, Book._firstProperty + 0) }
      let related = _object.related(self, Book._firstProperty + 0)
      _object.willChange(self, Book._firstProperty + 0, _author)
      var lent = _object.lend(&_author)
      defer {
        _object.takeBack(&lent, into: &_author)
        if let related { _object.relate(self, Book._firstProperty + 0, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _author: PersistentObjects._Slot<Author>
  var chapters: [Chapter] {
    @storageRestrictions(initializes: _chapters)
    init(initialValue) {
      _chapters = PersistentObjects._Slot(initialValue)
    }
    get {
      if _chapters.isFault { _object.load(self, Book._firstProperty + 1) }
      return PersistentObjects._current(_chapters)
    }
    set {
      let related = _object.related(self, Book._firstProperty + 1)
      _object.willChange(self, Book._firstProperty + 1, _chapters)
      _chapters.replace(newValue)
      if let related { _object.relate(self, Book._firstProperty + 1, related) }
    }
    _modify {
      if _chapters.isFault { _object.load(self, Book._firstProperty + 1) }
      let related = _object.related(self, Book._firstProperty + 1)
      _object.willChange(self, Book._firstProperty + 1, _chapters)
      var lent = _object.lend(&_chapters)
      defer {
        _object.takeBack(&lent, into: &_chapters)
        if let related { _object.relate(self, Book._firstProperty + 1, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _chapters: PersistentObjects._Slot<[Chapter]>
  var cover: Cover? {
    @storageRestrictions(initializes: _cover)
    init(initialValue) {
      _cover = PersistentObjects._Slot(initialValue)
    }
    get {
      if _cover.isFault { _object.load(self, Book._firstProperty + 2) }
      return PersistentObjects._current(_cover)
    }
    set {
      let related = _object.related(self, Book._firstProperty + 2)
      _object.willChange(self, Book._firstProperty + 2, _cover)
      _cover.replace(newValue)
      if let related { _object.relate(self, Book._firstProperty + 2, related) }
    }
    _modify {
      if _cover.isFault { _object.load(self, Book._firstProperty + 2) }
      let related = _object.related(self, Book._firstProperty + 2)
      _object.willChange(self, Book._firstProperty + 2, _cover)
      var lent = _object.lend(&_cover)
      defer {
        _object.takeBack(&lent, into: &_cover)
        if let related { _object.relate(self, Book._firstProperty + 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _cover: PersistentObjects._Slot<Cover?> = .init(nil)

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  static var _propertyCount: Swift.Int {
    3
  }

  static func _keyPaths<_Subclass: Book>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.author, \_Subclass.chapters, \_Subclass.cover]
  }

  static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Book.self, className: "Book", table: "book",
    renamedFrom: nil, isFinal: true,
    superclass: nil,
    keyPaths: _keyPaths(of: Book.self), indices: [],
    properties: [
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("author", column: "author", onDelete: .cascade), default: nil,
        get: { (object: Book) in object._author },
        set: { (object: Book, slot) in object._author.swap(&slot) }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("chapters", column: .fixed("pages"), onDelete: DeleteRule.restrict, deletesTargets: true), default: { [] },
        get: { (object: Book) in object._chapters },
        set: { (object: Book, slot) in object._chapters.swap(&slot) }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("cover", column: "cover"), default: nil,
        get: { (object: Book) in object._cover },
        set: { (object: Book, slot) in object._cover.swap(&slot) }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _author = try row.slot(Book._firstProperty + 0)
    _chapters = try row.slot(Book._firstProperty + 1)
    _cover = try row.slot(Book._firstProperty + 2)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Book._firstProperty + 0, slot: _author)
    try row.write(Book._firstProperty + 1, slot: _chapters)
    try row.write(Book._firstProperty + 2, slot: _cover)
  }

  init(
    author: Author,
    chapters: [Chapter] = [],
    cover: Cover? = nil
  ) {
    self._author = PersistentObjects._Slot(author)
    self._chapters = PersistentObjects._Slot(chapters)
    self._cover = PersistentObjects._Slot(cover)
    _object.made(self)
  }

  /// The objects whose `author` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByAuthor(_ value: Author) throws -> [Book] {
    try Book._find(Book._firstProperty + 0, value, in: Book._main)
  }

  /// The objects whose `author` equals a value.
  static func findByAuthor(_ value: Author, in session: PersistentObjects.Session) throws
    -> [Book]
  {
    try Book._find(Book._firstProperty + 0, value, in: session)
  }

  /// The first object whose `author` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByAuthor(_ value: Author) throws -> Book? {
    try Book._findFirst(Book._firstProperty + 0, value, in: Book._main)
  }

  /// The first object whose `author` equals a value, or nil.
  static func findFirstByAuthor(_ value: Author, in session: PersistentObjects.Session) throws
    -> Book?
  {
    try Book._findFirst(Book._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `author` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByAuthor(_ value: Author) throws -> Swift.Int {
    try Book._count(Book._firstProperty + 0, value, in: Book._main)
  }

  /// How many objects there are whose `author` equals a value.
  static func countByAuthor(_ value: Author, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Book._count(Book._firstProperty + 0, value, in: session)
  }

  /// The objects whose `cover` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByCover(_ value: Cover?) throws -> [Book] {
    try Book._find(Book._firstProperty + 2, value, in: Book._main)
  }

  /// The objects whose `cover` equals a value.
  static func findByCover(_ value: Cover?, in session: PersistentObjects.Session) throws
    -> [Book]
  {
    try Book._find(Book._firstProperty + 2, value, in: session)
  }

  /// The first object whose `cover` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByCover(_ value: Cover?) throws -> Book? {
    try Book._findFirst(Book._firstProperty + 2, value, in: Book._main)
  }

  /// The first object whose `cover` equals a value, or nil.
  static func findFirstByCover(_ value: Cover?, in session: PersistentObjects.Session) throws
    -> Book?
  {
    try Book._findFirst(Book._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `cover` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByCover(_ value: Cover?) throws -> Swift.Int {
    try Book._count(Book._firstProperty + 2, value, in: Book._main)
  }

  /// How many objects there are whose `cover` equals a value.
  static func countByCover(_ value: Cover?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Book._count(Book._firstProperty + 2, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let pk: Swift.Int64?
    let author: PersistentObjects.SnapshotField<Author>
    let chapters: PersistentObjects.SnapshotField<[Chapter]>
    let cover: PersistentObjects.SnapshotField<Cover?>

    /// Takes the values of an object.
    init(_ object: Book) {
      self.pk = object.pk
      self.author = PersistentObjects._snapshotField(object.author)
      self.chapters = PersistentObjects._snapshotField(object.chapters)
      self.cover = PersistentObjects._snapshotField(object.cover)
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Book: PersistentObjects.PersistentObject, Swift.Hashable {}
