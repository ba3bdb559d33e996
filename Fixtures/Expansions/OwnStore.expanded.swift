final class Entry {
  static var store: Store { get throws { try Stores.log } }
  var text: String {
    @storageRestrictions(initializes: _text)
    init(initialValue) {
      _text = initialValue
    }
    get { _text }
    set {
      _object.willChange(self, Entry._firstProperty + 0, _text)
      _text = newValue
    }
    _modify {
      _object.willChange(self, Entry._firstProperty + 0, _text)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_text
    }
  }

  private var _text: String

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  static var _propertyCount: Swift.Int {
    1
  }

  static func _keyPaths<_Subclass: Entry>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.text]
  }

  static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Entry.self, className: "Entry", table: "entry",
    renamedFrom: nil, isFinal: true,
    superclass: nil,
    keyPaths: _keyPaths(of: Entry.self), indices: [],
    store: { try Entry.store },
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("text", column: "text"), default: nil,
        get: { (object: Entry) in object._text },
        set: { (object: Entry, value) in object._text = value }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _text = try row.value(Entry._firstProperty + 0)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Entry._firstProperty + 0, _text)
  }

  init(
    text: String
  ) {
    self._text = text
  }

  /// The objects whose `text` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByText(_ value: String) throws -> [Entry] {
    try Entry._find(Entry._firstProperty + 0, value, in: Entry._main)
  }

  /// The objects whose `text` equals a value.
  static func findByText(_ value: String, in session: PersistentObjects.Session) throws
    -> [Entry]
  {
    try Entry._find(Entry._firstProperty + 0, value, in: session)
  }

  /// The first object whose `text` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByText(_ value: String) throws -> Entry? {
    try Entry._findFirst(Entry._firstProperty + 0, value, in: Entry._main)
  }

  /// The first object whose `text` equals a value, or nil.
  static func findFirstByText(_ value: String, in session: PersistentObjects.Session) throws
    -> Entry?
  {
    try Entry._findFirst(Entry._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `text` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByText(_ value: String) throws -> Swift.Int {
    try Entry._count(Entry._firstProperty + 0, value, in: Entry._main)
  }

  /// How many objects there are whose `text` equals a value.
  static func countByText(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Entry._count(Entry._firstProperty + 0, value, in: session)
  }

  /// The objects whose `text` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByText(matching pattern: Swift.String) throws -> [Entry] {
    try Entry._find(Entry._firstProperty + 0, matching: pattern, in: Entry._main)
  }

  /// The objects whose `text` matches a pattern with `%` and `_`.
  static func findByText(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Entry]
  {
    try Entry._find(Entry._firstProperty + 0, matching: pattern, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let pk: Swift.Int64?
    let text: String

    /// Takes the values of an object.
    init(_ object: Entry) {
      self.pk = object.pk
      self.text = object.text
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

final class Note {
  static let store = Stores.notes
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

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  static var _propertyCount: Swift.Int {
    1
  }

  static func _keyPaths<_Subclass: Note>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.text]
  }

  static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Note.self, className: "Note", table: "note",
    renamedFrom: nil, isFinal: true,
    superclass: nil,
    keyPaths: _keyPaths(of: Note.self), indices: [],
    store: { Note.store },
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("text", column: "text"), default: nil,
        get: { (object: Note) in object._text },
        set: { (object: Note, value) in object._text = value }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _text = try row.value(Note._firstProperty + 0)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Note._firstProperty + 0, _text)
  }

  init(
    text: String
  ) {
    self._text = text
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

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let pk: Swift.Int64?
    let text: String

    /// Takes the values of an object.
    init(_ object: Note) {
      self.pk = object.pk
      self.text = object.text
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Entry: PersistentObjects.PersistentObject, Swift.Hashable {}

nonisolated extension Note: PersistentObjects.PersistentObject, Swift.Hashable {}
