// inherits
final class Board: Canvas {
  var size {
    @storageRestrictions(initializes: _size)
    init(initialValue) {
      _size = initialValue
    }
    get { _size }
    set {
      _object.willChange(self, at: Board._Index.size)
      _size = newValue
    }
  }
  override var snapshot: String { "board" }
  init() { super.init(title: "") }

  @safe @exclusivity(unchecked)
  private var _size: Int

  deinit { _object.leaveSession() }

  private enum _Index {
    static var size: Swift.Int { Canvas._propertyCount }
  }

  override static var _propertyCount: Swift.Int {
    Canvas._propertyCount + 1
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    Canvas._keyPaths(of: Board.self) + [\Board.size as Swift.KeyPath<Board, Int>]
  }

  @safe override static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Board.self, className: "Board", table: "board",
      renamedFrom: nil, isFinal: true,
      superclass: Canvas._entity,
      keyPaths: _keyPaths(), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          Int.self, "size", default: { 1 }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Board, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._size)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _size = try row.value(Board._Index.size)
    try super.init(_loading: &row)
  }

  override func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try super._store(into: &row)
    try row.write(Board._Index.size, _size)
  }

  /// Finds the objects whose `size` equals a value.
  @_nonoverride
  static var findBySize: PersistentObjects.Finder<Board, Int> {
    .init(at: Board._Index.size)
  }

  /// Finds the first object whose `size` equals a value, or nil.
  @_nonoverride
  static var findFirstBySize: PersistentObjects.FirstFinder<Board, Int> {
    .init(at: Board._Index.size)
  }

  /// Counts the objects whose `size` equals a value.
  @_nonoverride
  static var countBySize: PersistentObjects.CountFinder<Board, Int> {
    .init(at: Board._Index.size)
  }

  /// The values of an object at one time.
  @dynamicMemberLookup
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let inherited: Canvas.Snapshot
    let size: Int

    /// Takes the values of an object.
    init(_ object: Board) {
      self.inherited = Canvas.Snapshot(object)
      self.size = object.size
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.inherited,
        self.size
      ) = try PersistentObjects._snapshotFields(of: Board.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Board.self, to: encoder)
      fields.encode(self.inherited)
      fields.encode(self.size)
      try fields.finish()
    }

    /// A value that the superclass declares.
    subscript<_Value>(
      dynamicMember keyPath: Swift.KeyPath<Canvas.Snapshot, _Value>
    ) -> _Value {
      inherited[keyPath: keyPath]
    }
  }

  /// The object's values, for use outside its session.
  var boardSnapshot: Snapshot {
    Snapshot(self)
  }
}
final class Wall: Canvas {
  var size {
    @storageRestrictions(initializes: _size)
    init(initialValue) {
      _size = initialValue
    }
    get { _size }
    set {
      _object.willChange(self, at: Wall._Index.size)
      _size = newValue
    }
  }
  func wallSnapshot() -> String { "wall" }
  init() { super.init(title: "") }

  @safe @exclusivity(unchecked)
  private var _size: Int

  deinit { _object.leaveSession() }

  private enum _Index {
    static var size: Swift.Int { Canvas._propertyCount }
  }

  override static var _propertyCount: Swift.Int {
    Canvas._propertyCount + 1
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    Canvas._keyPaths(of: Wall.self) + [\Wall.size as Swift.KeyPath<Wall, Int>]
  }

  @safe override static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Wall.self, className: "Wall", table: "wall",
      renamedFrom: nil, isFinal: true,
      superclass: Canvas._entity,
      keyPaths: _keyPaths(), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          Int.self, "size", default: { 1 }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Wall, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._size)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _size = try row.value(Wall._Index.size)
    try super.init(_loading: &row)
  }

  override func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try super._store(into: &row)
    try row.write(Wall._Index.size, _size)
  }

  /// Finds the objects whose `size` equals a value.
  @_nonoverride
  static var findBySize: PersistentObjects.Finder<Wall, Int> {
    .init(at: Wall._Index.size)
  }

  /// Finds the first object whose `size` equals a value, or nil.
  @_nonoverride
  static var findFirstBySize: PersistentObjects.FirstFinder<Wall, Int> {
    .init(at: Wall._Index.size)
  }

  /// Counts the objects whose `size` equals a value.
  @_nonoverride
  static var countBySize: PersistentObjects.CountFinder<Wall, Int> {
    .init(at: Wall._Index.size)
  }

  /// The values of an object at one time.
  @dynamicMemberLookup
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let inherited: Canvas.Snapshot
    let size: Int

    /// Takes the values of an object.
    init(_ object: Wall) {
      self.inherited = Canvas.Snapshot(object)
      self.size = object.size
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.inherited,
        self.size
      ) = try PersistentObjects._snapshotFields(of: Wall.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Wall.self, to: encoder)
      fields.encode(self.inherited)
      fields.encode(self.size)
      try fields.finish()
    }

    /// A value that the superclass declares.
    subscript<_Value>(
      dynamicMember keyPath: Swift.KeyPath<Canvas.Snapshot, _Value>
    ) -> _Value {
      inherited[keyPath: keyPath]
    }
  }
}
