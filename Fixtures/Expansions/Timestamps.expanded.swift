final class Note {
  var text: String {
    @storageRestrictions(initializes: _text)
    init(initialValue) {
      _text = initialValue
    }
    get { _text }
    set {
      _object.willChange(self, Note._firstProperty + 0, _text)
      _text = newValue
    }
    _modify {
      _object.willChange(self, Note._firstProperty + 0, _text)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_text
    }
  }

  private var _text: String
  var made: Date {
    @storageRestrictions(initializes: _made)
    init(initialValue) {
      _made = initialValue
    }
    get { _made }
    set {
      _object.willChange(self, Note._firstProperty + 1, _made)
      _made = newValue
    }
  }

  private var _made: Date
  var changed: Date? {
    @storageRestrictions(initializes: _changed)
    init(initialValue) {
      _changed = initialValue
    }
    get { _changed }
    set {
      _object.willChange(self, Note._firstProperty + 2, _changed)
      _changed = newValue
    }
  }

  private var _changed: Date? = nil
  var touched: Foundation.Date {
    @storageRestrictions(initializes: _touched)
    init(initialValue) {
      _touched = initialValue
    }
    get { _touched }
    set {
      _object.willChange(self, Note._firstProperty + 3, _touched)
      _touched = newValue
    }
  }

  private var _touched: Foundation.Date
  var first: Date {
    @storageRestrictions(initializes: _first)
    init(initialValue) {
      _first = initialValue
    }
    get { _first }
    set {
      _object.willChange(self, Note._firstProperty + 4, _first)
      _first = newValue
    }
  }

  private var _first: Date

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  static var _propertyCount: Swift.Int {
    5
  }

  static func _keyPaths<_Subclass: Note>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.text, \_Subclass.made, \_Subclass.changed, \_Subclass.touched, \_Subclass.first]
  }

  static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Note.self, className: "Note", table: "note",
    renamedFrom: nil, isFinal: true,
    superclass: nil,
    keyPaths: _keyPaths(of: Note.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("text", column: "text"), default: nil,
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

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _text = try row.value(Note._firstProperty + 0)
    _made = try row.value(Note._firstProperty + 1)
    _changed = try row.optionalValue(Note._firstProperty + 2)
    _touched = try row.value(Note._firstProperty + 3)
    _first = try row.value(Note._firstProperty + 4)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Note._firstProperty + 0, _text)
    try row.write(Note._firstProperty + 1, _made)
    try row.write(Note._firstProperty + 2, optional: _changed)
    try row.write(Note._firstProperty + 3, _touched)
    try row.write(Note._firstProperty + 4, _first)
  }

  init(
    text: String,
    changed: Date? = nil
  ) {
    self._text = text
    self._changed = changed
  }

  /// The objects whose `text` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByText(_ value: String) throws -> [Note] {
    try Note._find(Note._firstProperty + 0, value, in: Note._main)
  }

  /// The objects whose `text` equals a value.
  static func findByText(_ value: String, in session: PersistentObjects.Session) throws
    -> [Note]
  {
    try Note._find(Note._firstProperty + 0, value, in: session)
  }

  /// The first object whose `text` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByText(_ value: String) throws -> Note? {
    try Note._findFirst(Note._firstProperty + 0, value, in: Note._main)
  }

  /// The first object whose `text` equals a value, or nil.
  static func findFirstByText(_ value: String, in session: PersistentObjects.Session) throws
    -> Note?
  {
    try Note._findFirst(Note._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `text` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByText(_ value: String) throws -> Swift.Int {
    try Note._count(Note._firstProperty + 0, value, in: Note._main)
  }

  /// How many objects there are whose `text` equals a value.
  static func countByText(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Note._count(Note._firstProperty + 0, value, in: session)
  }

  /// The objects whose `text` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByText(matching pattern: Swift.String) throws -> [Note] {
    try Note._find(Note._firstProperty + 0, matching: pattern, in: Note._main)
  }

  /// The objects whose `text` matches a pattern with `%` and `_`.
  static func findByText(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Note]
  {
    try Note._find(Note._firstProperty + 0, matching: pattern, in: session)
  }

  /// The objects whose `made` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByMade(_ value: Date) throws -> [Note] {
    try Note._find(Note._firstProperty + 1, value, in: Note._main)
  }

  /// The objects whose `made` equals a value.
  static func findByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> [Note]
  {
    try Note._find(Note._firstProperty + 1, value, in: session)
  }

  /// The first object whose `made` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByMade(_ value: Date) throws -> Note? {
    try Note._findFirst(Note._firstProperty + 1, value, in: Note._main)
  }

  /// The first object whose `made` equals a value, or nil.
  static func findFirstByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> Note?
  {
    try Note._findFirst(Note._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `made` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByMade(_ value: Date) throws -> Swift.Int {
    try Note._count(Note._firstProperty + 1, value, in: Note._main)
  }

  /// How many objects there are whose `made` equals a value.
  static func countByMade(_ value: Date, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Note._count(Note._firstProperty + 1, value, in: session)
  }

  /// The objects whose `changed` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByChanged(_ value: Date?) throws -> [Note] {
    try Note._find(Note._firstProperty + 2, value, in: Note._main)
  }

  /// The objects whose `changed` equals a value.
  static func findByChanged(_ value: Date?, in session: PersistentObjects.Session) throws
    -> [Note]
  {
    try Note._find(Note._firstProperty + 2, value, in: session)
  }

  /// The first object whose `changed` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByChanged(_ value: Date?) throws -> Note? {
    try Note._findFirst(Note._firstProperty + 2, value, in: Note._main)
  }

  /// The first object whose `changed` equals a value, or nil.
  static func findFirstByChanged(_ value: Date?, in session: PersistentObjects.Session) throws
    -> Note?
  {
    try Note._findFirst(Note._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `changed` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByChanged(_ value: Date?) throws -> Swift.Int {
    try Note._count(Note._firstProperty + 2, value, in: Note._main)
  }

  /// How many objects there are whose `changed` equals a value.
  static func countByChanged(_ value: Date?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Note._count(Note._firstProperty + 2, value, in: session)
  }

  /// The objects whose `touched` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByTouched(_ value: Foundation.Date) throws -> [Note] {
    try Note._find(Note._firstProperty + 3, value, in: Note._main)
  }

  /// The objects whose `touched` equals a value.
  static func findByTouched(_ value: Foundation.Date, in session: PersistentObjects.Session) throws
    -> [Note]
  {
    try Note._find(Note._firstProperty + 3, value, in: session)
  }

  /// The first object whose `touched` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByTouched(_ value: Foundation.Date) throws -> Note? {
    try Note._findFirst(Note._firstProperty + 3, value, in: Note._main)
  }

  /// The first object whose `touched` equals a value, or nil.
  static func findFirstByTouched(_ value: Foundation.Date, in session: PersistentObjects.Session) throws
    -> Note?
  {
    try Note._findFirst(Note._firstProperty + 3, value, in: session)
  }

  /// How many objects there are whose `touched` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByTouched(_ value: Foundation.Date) throws -> Swift.Int {
    try Note._count(Note._firstProperty + 3, value, in: Note._main)
  }

  /// How many objects there are whose `touched` equals a value.
  static func countByTouched(_ value: Foundation.Date, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Note._count(Note._firstProperty + 3, value, in: session)
  }

  /// The objects whose `first` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByFirst(_ value: Date) throws -> [Note] {
    try Note._find(Note._firstProperty + 4, value, in: Note._main)
  }

  /// The objects whose `first` equals a value.
  static func findByFirst(_ value: Date, in session: PersistentObjects.Session) throws
    -> [Note]
  {
    try Note._find(Note._firstProperty + 4, value, in: session)
  }

  /// The first object whose `first` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByFirst(_ value: Date) throws -> Note? {
    try Note._findFirst(Note._firstProperty + 4, value, in: Note._main)
  }

  /// The first object whose `first` equals a value, or nil.
  static func findFirstByFirst(_ value: Date, in session: PersistentObjects.Session) throws
    -> Note?
  {
    try Note._findFirst(Note._firstProperty + 4, value, in: session)
  }

  /// How many objects there are whose `first` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByFirst(_ value: Date) throws -> Swift.Int {
    try Note._count(Note._firstProperty + 4, value, in: Note._main)
  }

  /// How many objects there are whose `first` equals a value.
  static func countByFirst(_ value: Date, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Note._count(Note._firstProperty + 4, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
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
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Note: PersistentObjects.PersistentObject, Swift.Hashable {}
