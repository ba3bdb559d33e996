final class Note {
  var text: String {
    @storageRestrictions(initializes: _text)
    init(initialValue) {
      _text = initialValue
    }
    get { _text }
    set {
      if _object.notesChange(of: Note._Index.text) { _object.willChange(self, at: Note._Index.text, from: _text) }
      _text = newValue
    }
    _modify {
      if _object.notesChange(of: Note._Index.text) { _object.willChange(self, at: Note._Index.text, from: _text) }
      _object.willChangeInPlace()
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
      if _object.notesChange(of: Note._Index.made) { _object.willChange(self, at: Note._Index.made, from: _made) }
      _made = newValue
    }
  }
  var changed: Date? {
    @storageRestrictions(initializes: _changed)
    init(initialValue) {
      _changed = initialValue
    }
    get { _changed }
    set {
      if _object.notesChange(of: Note._Index.changed) { _object.willChange(self, at: Note._Index.changed, from: _changed) }
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
      if _object.notesChange(of: Note._Index.touched) { _object.willChange(self, at: Note._Index.touched, from: _touched) }
      _touched = newValue
    }
  }
  var first: Date {
    @storageRestrictions(initializes: _first)
    init(initialValue) {
      _first = initialValue
    }
    get { _first }
    set {
      if _object.notesChange(of: Note._Index.first) { _object.willChange(self, at: Note._Index.first, from: _first) }
      _first = newValue
    }
  }

  private var _text: String

  private var _made: Date = Date()

  private var _changed: Date? = nil

  private var _touched: Foundation.Date = Foundation.Date()

  private var _first: Date

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private enum _Index {
    static var text: Swift.Int { 0 }
    static var made: Swift.Int { 1 }
    static var changed: Swift.Int { 2 }
    static var touched: Swift.Int { 3 }
    static var first: Swift.Int { 4 }
  }

  static var _propertyCount: Swift.Int {
    5
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Note.text, \Note.made, \Note.changed, \Note.touched, \Note.first]
  }

  static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Note.self, className: "Note", table: "note",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
      properties: [
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("text", in: "text"), default: nil,
          get: { (object: Note) in object._text },
          set: { (object: Note, value) in object._text = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("made", column: "made", timestamp: .createdAt), default: nil,
          get: { (object: Note) in object._made },
          set: { (object: Note, value) in object._made = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("changed", column: .fixed("changed_at"), timestamp: .updatedAt), default: nil,
          get: { (object: Note) in object._changed },
          set: { (object: Note, value) in object._changed = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("touched", column: "touched", timestamp: .updatedAt), codec: DateAsReal(), default: nil,
          get: { (object: Note) in object._touched },
          set: { (object: Note, value) in object._touched = value }),
        PersistentObjects._property(
          PersistentObjects._PropertyDeclaration("first", column: "first", renamedFrom: "old", timestamp: .createdAt), default: { .now },
          get: { (object: Note) in object._first },
          set: { (object: Note, value) in object._first = value }),
      ])
  }

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _text = try row.value(Note._Index.text)
    _made = try row.value(Note._Index.made)
    _changed = try row.optionalValue(Note._Index.changed)
    _touched = try row.value(Note._Index.touched)
    _first = try row.value(Note._Index.first)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Note._Index.text, _text)
    try row.write(Note._Index.made, _made)
    try row.write(Note._Index.changed, optional: _changed)
    try row.write(Note._Index.touched, _touched)
    try row.write(Note._Index.first, _first)
  }

  init(
    text: String,
    changed: Date? = nil
  ) {
    self._text = text
    self._changed = changed
  }

  /// Finds the objects whose `text` equals a value, or matches a pattern with `%` and `_`.
  static var findByText: PersistentObjects.Finder<Note, String> {
    .init(at: Note._Index.text)
  }

  /// Finds the first object whose `text` equals a value, or nil.
  static var findFirstByText: PersistentObjects.FirstFinder<Note, String> {
    .init(at: Note._Index.text)
  }

  /// Counts the objects whose `text` equals a value.
  static var countByText: PersistentObjects.CountFinder<Note, String> {
    .init(at: Note._Index.text)
  }

  /// Finds the objects whose `made` equals a value.
  static var findByMade: PersistentObjects.Finder<Note, Date> {
    .init(at: Note._Index.made)
  }

  /// Finds the first object whose `made` equals a value, or nil.
  static var findFirstByMade: PersistentObjects.FirstFinder<Note, Date> {
    .init(at: Note._Index.made)
  }

  /// Counts the objects whose `made` equals a value.
  static var countByMade: PersistentObjects.CountFinder<Note, Date> {
    .init(at: Note._Index.made)
  }

  /// Finds the objects whose `changed` equals a value.
  static var findByChanged: PersistentObjects.Finder<Note, Date?> {
    .init(at: Note._Index.changed)
  }

  /// Finds the first object whose `changed` equals a value, or nil.
  static var findFirstByChanged: PersistentObjects.FirstFinder<Note, Date?> {
    .init(at: Note._Index.changed)
  }

  /// Counts the objects whose `changed` equals a value.
  static var countByChanged: PersistentObjects.CountFinder<Note, Date?> {
    .init(at: Note._Index.changed)
  }

  /// Finds the objects whose `touched` equals a value.
  static var findByTouched: PersistentObjects.Finder<Note, Foundation.Date> {
    .init(at: Note._Index.touched)
  }

  /// Finds the first object whose `touched` equals a value, or nil.
  static var findFirstByTouched: PersistentObjects.FirstFinder<Note, Foundation.Date> {
    .init(at: Note._Index.touched)
  }

  /// Counts the objects whose `touched` equals a value.
  static var countByTouched: PersistentObjects.CountFinder<Note, Foundation.Date> {
    .init(at: Note._Index.touched)
  }

  /// Finds the objects whose `first` equals a value.
  static var findByFirst: PersistentObjects.Finder<Note, Date> {
    .init(at: Note._Index.first)
  }

  /// Finds the first object whose `first` equals a value, or nil.
  static var findFirstByFirst: PersistentObjects.FirstFinder<Note, Date> {
    .init(at: Note._Index.first)
  }

  /// Counts the objects whose `first` equals a value.
  static var countByFirst: PersistentObjects.CountFinder<Note, Date> {
    .init(at: Note._Index.first)
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
      var fields = try PersistentObjects._SnapshotDecoder(decoder)
      let field0: Swift.Optional<Swift.Int64?> = fields.optional("pk")
      let field1: Swift.Optional<String> = fields.value("text")
      let field2: Swift.Optional<Date> = fields.value("made")
      let field3: Swift.Optional<Date?> = fields.optional("changed")
      let field4: Swift.Optional<Foundation.Date> = fields.value("touched")
      let field5: Swift.Optional<Date> = fields.value("first")
      try fields.finish()
      self.pk = field0!
      self.text = field1!
      self.made = field2!
      self.changed = field3!
      self.touched = field4!
      self.first = field5!
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(encoder)
      fields.encode(optional: self.pk, as: "pk")
      fields.encode(self.text, as: "text")
      fields.encode(self.made, as: "made")
      fields.encode(optional: self.changed, as: "changed")
      fields.encode(self.touched, as: "touched")
      fields.encode(self.first, as: "first")
      try fields.finish()
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Note: PersistentObjects.PersistentObject, Swift.Hashable {}
