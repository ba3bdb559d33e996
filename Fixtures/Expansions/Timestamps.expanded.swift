final class Note {
  var text: String {
    get { _text }
    set {
      _object.willChange(self, at: 0)
      _text = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 0)
      defer { _object.didChangeInPlace() }
      yield &_text
    }
  }
  var made: Date {
    @storageRestrictions(initializes: _made)
    init(initialValue) {
      _made = initialValue
    }
    get { _made }
    set {
      _object.willChange(self, at: 1)
      _made = newValue
    }
  }
  var changed: Date? {
    get { _changed }
    set {
      _object.willChange(self, at: 2)
      _changed = newValue
    }
  }
  var touched: Foundation.Date {
    @storageRestrictions(initializes: _touched)
    init(initialValue) {
      _touched = initialValue
    }
    get { _touched }
    set {
      _object.willChange(self, at: 3)
      _touched = newValue
    }
  }
  var first: Date {
    get { _first }
    set {
      _object.willChange(self, at: 4)
      _first = newValue
    }
  }

  private var _text: String

  @safe @exclusivity(unchecked)
  private var _made: Date = Date()

  @safe @exclusivity(unchecked)
  private var _changed: Date? = nil

  @safe @exclusivity(unchecked)
  private var _touched: Foundation.Date = Foundation.Date()

  @safe @exclusivity(unchecked)
  private var _first: Date

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  static var _propertyCount: Swift.Int {
    5
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Note.text, \Note.made, \Note.changed, \Note.touched, \Note.first]
  }

  @safe static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    #sourceLocation(file: "Fixture.swift", line: 5)
    let _described_touched = PersistentObjects._property(
      Foundation.Date.self, PersistentObjects._PropertyDeclaration("touched", column: "touched", timestamp: .updatedAt), codec: DateAsReal(), default: nil)
    #sourceLocation()
    return PersistentObjects.EntityDescription(
      Note.self, className: "Note", table: "note",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "text", default: nil),
        PersistentObjects._property(
          Date.self, PersistentObjects._PropertyDeclaration("made", column: "made", timestamp: .createdAt), default: nil),
        PersistentObjects._property(
          Date?.self, PersistentObjects._PropertyDeclaration("changed", column: .fixed("changed_at"), timestamp: .updatedAt), default: nil),
        _described_touched,
        PersistentObjects._property(
          Date.self, PersistentObjects._PropertyDeclaration("first", column: "first", renamedFrom: ["old"], timestamp: .createdAt, default: .evaluated), default: { .now }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Note, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._text)
    case 1: exchange(&object._made)
    case 2: exchange(&object._changed)
    case 3: exchange(&object._touched)
    case 4: exchange(&object._first)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _text = try row.value(0)
    _made = try row.value(1)
    _changed = try row.optionalValue(2)
    _touched = try row.value(3)
    _first = try row.value(4)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _text)
    try row.write(1, _made)
    try row.write(2, optional: _changed)
    try row.write(3, _touched)
    try row.write(4, _first)
  }

  init(
    text: String,
    changed: Date? = nil
  ) {
    self._text = text
    self._changed = changed
    self._first = .now
  }

  /// Finds the objects whose `text` equals a value, or matches a pattern with `%` and `_`.
  static var findByText: PersistentObjects.Finder<Note, String> {
    .init(at: 0)
  }

  /// Finds the first object whose `text` equals a value, or nil.
  static var findFirstByText: PersistentObjects.FirstFinder<Note, String> {
    .init(at: 0)
  }

  /// Counts the objects whose `text` equals a value.
  static var countByText: PersistentObjects.CountFinder<Note, String> {
    .init(at: 0)
  }

  /// Finds the objects whose `made` equals a value.
  static var findByMade: PersistentObjects.Finder<Note, Date> {
    .init(at: 1)
  }

  /// Finds the first object whose `made` equals a value, or nil.
  static var findFirstByMade: PersistentObjects.FirstFinder<Note, Date> {
    .init(at: 1)
  }

  /// Counts the objects whose `made` equals a value.
  static var countByMade: PersistentObjects.CountFinder<Note, Date> {
    .init(at: 1)
  }

  /// Finds the objects whose `changed` equals a value.
  static var findByChanged: PersistentObjects.Finder<Note, Date?> {
    .init(at: 2)
  }

  /// Finds the first object whose `changed` equals a value, or nil.
  static var findFirstByChanged: PersistentObjects.FirstFinder<Note, Date?> {
    .init(at: 2)
  }

  /// Counts the objects whose `changed` equals a value.
  static var countByChanged: PersistentObjects.CountFinder<Note, Date?> {
    .init(at: 2)
  }

  /// Finds the objects whose `touched` equals a value.
  static var findByTouched: PersistentObjects.Finder<Note, Foundation.Date> {
    .init(at: 3)
  }

  /// Finds the first object whose `touched` equals a value, or nil.
  static var findFirstByTouched: PersistentObjects.FirstFinder<Note, Foundation.Date> {
    .init(at: 3)
  }

  /// Counts the objects whose `touched` equals a value.
  static var countByTouched: PersistentObjects.CountFinder<Note, Foundation.Date> {
    .init(at: 3)
  }

  /// Finds the objects whose `first` equals a value.
  static var findByFirst: PersistentObjects.Finder<Note, Date> {
    .init(at: 4)
  }

  /// Finds the first object whose `first` equals a value, or nil.
  static var findFirstByFirst: PersistentObjects.FirstFinder<Note, Date> {
    .init(at: 4)
  }

  /// Counts the objects whose `first` equals a value.
  static var countByFirst: PersistentObjects.CountFinder<Note, Date> {
    .init(at: 4)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let text: String
    let made: Date
    let changed: Date?
    let touched: Foundation.Date
    let first: Date

    /// Takes the values of an object.
    init(_ object: Note) {
      self.pk = object.pk
      self.text = object.text
      self.made = object.made
      self.changed = object.changed
      self.touched = object.touched
      self.first = object.first
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.text,
        self.made,
        self.changed,
        self.touched,
        self.first
      ) = try PersistentObjects._snapshotFields(of: Note.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Note.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.text)
      fields.encode(self.made)
      fields.encode(optional: self.changed)
      fields.encode(self.touched)
      fields.encode(self.first)
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

nonisolated extension Note: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
