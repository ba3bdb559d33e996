class Canvas {
  var title: String {
    get { _title }
    set {
      _object.willChange(self, at: 0)
      _title = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 0)
      defer { _object.didChangeInPlace() }
      yield &_title
    }
  }
  var snapshot: String { title }

  private var _title: String

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  class var _propertyCount: Swift.Int {
    1
  }

  static func _keyPaths<_Subclass: Canvas>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.title]
  }

  @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Canvas.self, className: "Canvas", table: "canvas",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Canvas.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "title", default: nil),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Canvas, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._title)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _title = try row.value(0)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _title)
  }

  init(
    title: String
  ) {
    self._title = title
  }

  /// Finds the objects whose `title` equals a value, or matches a pattern with `%` and `_`.
  static var findByTitle: PersistentObjects.Finder<Canvas, String> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `title` equals a value.
  static var countByTitle: PersistentObjects.CountFinder<Canvas, String> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `title` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByTitle(_ value: String) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `title` equals a value, or nil.
  static func findFirstByTitle(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let title: String

    /// Takes the values of an object.
    init(_ object: Canvas) {
      self.pk = object.pk
      self.title = object.title
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.title
      ) = try PersistentObjects._snapshotFields(of: Canvas.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Canvas.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.title)
      try fields.finish()
    }
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
class Photo {
  var title: String {
    get { _title }
    set {
      _object.willChange(self, at: 0)
      _title = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 0)
      defer { _object.didChangeInPlace() }
      yield &_title
    }
  }
  func snapshot() -> String { title }

  private var _title: String

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  class var _propertyCount: Swift.Int {
    1
  }

  static func _keyPaths<_Subclass: Photo>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.title]
  }

  @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Photo.self, className: "Photo", table: "photo",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Photo.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "title", default: nil),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Photo, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._title)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _title = try row.value(0)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _title)
  }

  init(
    title: String
  ) {
    self._title = title
  }

  /// Finds the objects whose `title` equals a value, or matches a pattern with `%` and `_`.
  static var findByTitle: PersistentObjects.Finder<Photo, String> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `title` equals a value.
  static var countByTitle: PersistentObjects.CountFinder<Photo, String> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `title` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByTitle(_ value: String) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `title` equals a value, or nil.
  static func findFirstByTitle(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let title: String

    /// Takes the values of an object.
    init(_ object: Photo) {
      self.pk = object.pk
      self.title = object.title
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.title
      ) = try PersistentObjects._snapshotFields(of: Photo.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Photo.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.title)
      try fields.finish()
    }
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
class Sketch {
  var title: String {
    get { _title }
    set {
      _object.willChange(self, at: 0)
      _title = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 0)
      defer { _object.didChangeInPlace() }
      yield &_title
    }
  }
  func snapshot(of part: Int) -> String { title }
  static func snapshot() -> String { "" }

  private var _title: String

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  class var _propertyCount: Swift.Int {
    1
  }

  static func _keyPaths<_Subclass: Sketch>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.title]
  }

  @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Sketch.self, className: "Sketch", table: "sketch",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Sketch.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "title", default: nil),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Sketch, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._title)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _title = try row.value(0)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _title)
  }

  init(
    title: String
  ) {
    self._title = title
  }

  /// Finds the objects whose `title` equals a value, or matches a pattern with `%` and `_`.
  static var findByTitle: PersistentObjects.Finder<Sketch, String> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `title` equals a value.
  static var countByTitle: PersistentObjects.CountFinder<Sketch, String> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `title` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByTitle(_ value: String) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `title` equals a value, or nil.
  static func findFirstByTitle(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let title: String

    /// Takes the values of an object.
    init(_ object: Sketch) {
      self.pk = object.pk
      self.title = object.title
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.title
      ) = try PersistentObjects._snapshotFields(of: Sketch.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Sketch.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.title)
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

nonisolated extension Canvas: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}

nonisolated extension Photo: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}

nonisolated extension Sketch: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
