final class Entry {
  static var store: Store { get throws { try Stores.log } }
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

  private var _text: String

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  static var _propertyCount: Swift.Int {
    1
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Entry.text]
  }

  @safe static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Entry.self, className: "Entry", table: "entry",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
      store: { try Entry.store },
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "text", default: nil),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Entry, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._text)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _text = try row.value(0)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _text)
  }

  init(
    text: String
  ) {
    self._text = text
  }

  /// Finds the objects whose `text` equals a value, or matches a pattern with `%` and `_`.
  static var findByText: PersistentObjects.Finder<Entry, String> {
    .init(at: 0)
  }

  /// Finds the first object whose `text` equals a value, or nil.
  static var findFirstByText: PersistentObjects.FirstFinder<Entry, String> {
    .init(at: 0)
  }

  /// Counts the objects whose `text` equals a value.
  static var countByText: PersistentObjects.CountFinder<Entry, String> {
    .init(at: 0)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let text: String

    /// Takes the values of an object.
    init(_ object: Entry) {
      self.pk = object.pk
      self.text = object.text
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.text
      ) = try PersistentObjects._snapshotFields(of: Entry.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Entry.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.text)
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

final class Note {
  static let store = Stores.notes
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

  private var _text: String

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  static var _propertyCount: Swift.Int {
    1
  }

  private static func _keyPaths() -> [Swift.AnyKeyPath] {
    [\Note.text]
  }

  @safe static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Note.self, className: "Note", table: "note",
      renamedFrom: nil, isFinal: true,
      superclass: nil,
      keyPaths: _keyPaths(), indices: [],
      store: { Note.store },
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "text", default: nil),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Note, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._text)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _text = try row.value(0)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _text)
  }

  init(
    text: String
  ) {
    self._text = text
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

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let text: String

    /// Takes the values of an object.
    init(_ object: Note) {
      self.pk = object.pk
      self.text = object.text
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.text
      ) = try PersistentObjects._snapshotFields(of: Note.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Note.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.text)
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

nonisolated extension Entry: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}

nonisolated extension Note: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
