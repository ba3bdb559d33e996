final class Book {
  var author: Author {
    get {
      if _author.isFault { _object.load(self, 0) }
      return PersistentObjects._current(&_author)
    }
    set {
      let related = _object.related(self, 0)
      _object.willChange(self, at: 0)
      _author.replace(newValue)
      if let related { _object.relate(self, 0, related) }
    }
    _modify {
      if _author.isFault { _object.load(self, 0) }
      let related = _object.related(self, 0)
      _object.willChange(self, at: 0)
      var lent = _object.lend(&_author)
      defer {
        _object.takeBack(&lent, into: &_author)
        if let related { _object.relate(self, 0, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var chapters: [Chapter] {
    get {
      if _chapters.isFault { _object.load(self, 1) }
      return PersistentObjects._current(&_chapters)
    }
    set {
      let related = _object.related(self, 1)
      _object.willChange(self, at: 1)
      _chapters.replace(newValue)
      if let related { _object.relate(self, 1, related) }
    }
    _modify {
      if _chapters.isFault { _object.load(self, 1) }
      let related = _object.related(self, 1)
      _object.willChange(self, at: 1)
      var lent = _object.lend(&_chapters)
      defer {
        _object.takeBack(&lent, into: &_chapters)
        if let related { _object.relate(self, 1, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var cover: Cover? {
    get {
      if _cover.isFault { _object.load(self, 2) }
      return PersistentObjects._current(&_cover)
    }
    set {
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      _cover.replace(newValue)
      if let related { _object.relate(self, 2, related) }
    }
    _modify {
      if _cover.isFault { _object.load(self, 2) }
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      var lent = _object.lend(&_cover)
      defer {
        _object.takeBack(&lent, into: &_cover)
        if let related { _object.relate(self, 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  @safe @exclusivity(unchecked)
  private var _author: PersistentObjects._Slot<Author>

  @safe @exclusivity(unchecked)
  private var _chapters: PersistentObjects._Slot<[Chapter]>

  @safe @exclusivity(unchecked)
  private var _cover: PersistentObjects._Slot<Cover?> = .init(nil)

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  static var _propertyCount: Swift.Int {
    3
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Book.author, \Book.chapters, \Book.cover]
  }

  @safe static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Book.self, className: "Book", table: "book",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
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
          "cover", default: nil,
          get: { (object: Book) in object._cover },
          set: { (object: Book, slot) in object._cover.swap(&slot) }),
      ])
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _author = try row.slot(0)
    _chapters = try row.slot(1)
    _cover = try row.slot(2)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, slot: &_author)
    try row.write(1, slot: &_chapters)
    try row.write(2, slot: &_cover)
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

  /// Finds the objects whose `author` equals a value.
  static var findByAuthor: PersistentObjects.Finder<Book, Author> {
    .init(at: 0)
  }

  /// Finds the first object whose `author` equals a value, or nil.
  static var findFirstByAuthor: PersistentObjects.FirstFinder<Book, Author> {
    .init(at: 0)
  }

  /// Counts the objects whose `author` equals a value.
  static var countByAuthor: PersistentObjects.CountFinder<Book, Author> {
    .init(at: 0)
  }

  /// Finds the objects whose `cover` equals a value.
  static var findByCover: PersistentObjects.Finder<Book, Cover?> {
    .init(at: 2)
  }

  /// Finds the first object whose `cover` equals a value, or nil.
  static var findFirstByCover: PersistentObjects.FirstFinder<Book, Cover?> {
    .init(at: 2)
  }

  /// Counts the objects whose `cover` equals a value.
  static var countByCover: PersistentObjects.CountFinder<Book, Cover?> {
    .init(at: 2)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
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

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.author,
        self.chapters,
        self.cover
      ) = try PersistentObjects._snapshotFields(of: Book.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Book.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.author)
      fields.encode(self.chapters)
      fields.encode(self.cover)
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

nonisolated extension Book: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
