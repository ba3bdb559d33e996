import Foundation

/// Reads a graph of objects from an archive, each object once, cycles included.
///
/// Only allowed classes, classes that the reading code asks for, and Foundation's plain ones are
/// instantiated. The first failure is kept and thrown when the object's `init(coder:)` returns;
/// until then everything reads as nil or 0.
final class ObjectGraphReader {
  let archive: KeyedArchiveReader
  private(set) var failure: (any Error)?
  private let allowed: AllowedClasses
  private var budget: ArchiveBudget
  private var coder: ObjectUnarchiver?
  private var depth = 0
  /// The weight so far of the object under construction.
  private var weight = 1
  private var objects: [Int: State] = [:]
  /// The URLs that others are relative to, with the number of URLs to which they are relative
  /// themselves.
  var bases: [Int: (url: URL, count: Int)] = [:]
  /// The objects whose `init(coder:)` is running, the innermost last.
  private var frames: [Frame] = []
  /// The classes that the innermost object has asked for.
  private var requested: [AnyClass] = []

  private enum State {
    /// The object's `init(coder:)` is running, and has perhaps made the object known.
    case begun(NSObject?)
    /// A mutable collection that is being filled.
    case filling(NSObject)
    /// A finished object. `weight` is the number of objects in a collection, each counted as often
    /// as it occurs.
    case done(NSObject, weight: Int)
  }

  private struct Frame {
    let uid: Int
    let type: AnyClass
    let fields: KeyedArchiveFields
    var unnamed = 0
    /// The place of the field that was found last.
    var place = 0
  }

  private init(
    _ archive: KeyedArchiveReader, allowing allowed: AllowedClasses, options: KeyedArchiveOptions
  ) {
    self.archive = archive
    self.allowed = allowed
    budget = .forReading(options)
  }

  /// Reads the archive's outermost object, which must be of a given class or of a subclass.
  static func unarchive<Object: NSObject & NSCoding>(
    objectOf type: Object.Type, allowing allowed: AllowedClasses,
    from bytes: UnsafeRawBufferPointer, options: KeyedArchiveOptions
  ) throws -> Object {
    let archive = try KeyedArchiveReader(bytes, options: options)
    let graph = ObjectGraphReader(archive, allowing: allowed, options: options)
    guard let object = try graph.root(ofType: type) as? Object else {
      throw KeyedArchiveError(.unexpectedClass, "the archive does not hold a \(type)")
    }
    return object
  }

  private func root(ofType type: AnyClass) throws -> NSObject {
    coder = ObjectUnarchiver(self)
    defer { close() }
    let root = try object(archive.root, ofOneOf: [type])
    if let failure { throw failure }
    guard let root else { throw KeyedArchiveError(.unexpectedClass, "the archive holds nil") }
    return root
  }

  /// Releases the bytes. A coder that is kept for longer must no longer read anything.
  private func close() {
    coder = nil
    frames = []
    fail(KeyedArchiveError(.objectRefused, "a coder was used after its object had been decoded"))
  }

  func fail(_ error: any Error) { failure = failure ?? error }

  /// Runs `body` unless something has failed.
  func attempt<R>(fallback: R, _ body: () throws -> R) -> R {
    if failure != nil { return fallback }
    do {
      return try body()
    } catch {
      fail(error)
      return fallback
    }
  }

  /// Checks the nesting; throws if `depth` more levels are too deep. One level more than can be
  /// written can be read: writing does not count the texts and numbers in the innermost object.
  func check(depth: Int) throws { try budget.check(depth: self.depth + depth - 1) }

  func take(values: Int = 0, bytes: Int = 0) throws {
    try budget.take(values: values, bytes: bytes)
  }
}

// MARK: - Objects

extension ObjectGraphReader {
  /// Returns the object of an entry, which must be of one of `types`; nil allows any allowed class.
  func object(_ uid: Int, ofOneOf types: [AnyClass]?) throws -> NSObject? {
    let outer = requested
    defer { requested = outer }
    requested = types ?? []
    guard let object = try object(uid) else { return nil }
    if let types, !types.contains(where: { object.isKind(of: $0) }) {
      throw unexpected(type(of: object), insteadOf: types)
    }
    return object
  }

  /// Returns the object of an entry; nil if the entry is nil.
  func object(_ uid: Int) throws -> NSObject? {
    switch objects[uid] {
    case .done(let object, _)?, .begun(let object?)?, .filling(let object)?: return object
    case .begun(nil)?: throw Self.cycle
    case nil: break
    }
    return try newObject(uid)
  }

  private func newObject(_ uid: Int) throws -> NSObject? {
    try budget.take()
    try check(depth: 0)
    depth += 1
    defer { depth -= 1 }
    let outerWeight = weight
    defer { weight = outerWeight }
    weight = 1
    guard let object = try make(uid) else { return nil }
    objects[uid] = .done(object, weight: weight)
    return object
  }

  /// Returns the object of an element of a collection; nil if the element is nil.
  ///
  /// Foundation on Linux converts a collection at each use, with all collections inside, to Swift's
  /// types. So no collection may contain itself, except by way of an object of another kind, and
  /// the weight of each collection is limited.
  func element(_ uid: Int) throws -> NSObject? {
    if case .filling? = objects[uid] {
      throw KeyedArchiveError(.objectRefused, "the archive has a collection that contains itself")
    }
    let object = try object(uid)
    if case .done(_, let elementWeight)? = objects[uid] {
      weight += elementWeight
      try budget.check(weight: weight)
    }
    return object
  }

  private func make(_ uid: Int) throws -> NSObject? {
    switch try archive.entry(uid) {
    case .scalar(let node): return try scalar(node)
    case .object(let name, let fields):
      objects[uid] = .begun(nil)
      if let form = FoundationClass(rawValue: name) {
        return try make(form, uid: uid, fields: fields)
      }
      return try make(name, uid: uid, fields: fields)
    }
  }

  /// Makes an object that decodes itself.
  private func make(_ name: String, uid: Int, fields: KeyedArchiveFields) throws -> NSObject {
    let type = try allowedClass(name)
    let (outerRequest, outerCount) = (requested, frames.count)
    frames.append(Frame(uid: uid, type: type, fields: fields))
    requested = []
    defer {
      requested = outerRequest
      frames.removeLast(frames.count - outerCount)
    }
    let object = coder.flatMap { type.init(coder: $0) }
    if let failure { throw failure }
    guard let object else {
      throw KeyedArchiveError(
        .objectRefused, "\(name) could not be decoded from its archive: init(coder:) returned nil")
    }
    return object
  }

  private func allowedClass(_ name: String) throws -> any (NSObject & NSCoding).Type {
    if let type = try allowed.named(name) ?? AllowedClasses(requested).named(name) { return type }
    throw KeyedArchiveError(
      .classNotAllowed,
      "the archive has an object of class \(name), which is not among the allowed classes; list it "
        + "in archivableSubclasses, allowing: or the decodeObject(of:forKey:) that reads it")
  }

  /// Registers a mutable collection before it is filled, so that others can refer to it.
  func begin(_ uid: Int, with collection: NSObject) { objects[uid] = .filling(collection) }

  /// Makes the innermost object known before its `init(coder:)` has ended.
  func begin(_ object: NSObject) {
    guard failure == nil, let frame = frames.last, type(of: object) == frame.type,
      case .begun? = objects[frame.uid]
    else { return }
    objects[frame.uid] = .begun(object)
  }

  private func unexpected(_ found: AnyClass, insteadOf types: [AnyClass]) -> KeyedArchiveError {
    let names = types.map { "\($0)" }.joined(separator: " or ")
    return KeyedArchiveError(
      .unexpectedClass, "the archive has an object of class \(found) where \(names) is expected")
  }

  private static var cycle: KeyedArchiveError {
    KeyedArchiveError(
      .objectRefused,
      "an object refers back to one that is still being decoded; call coder.beginDecoding(self) "
        + "in its init(coder:) before decoding what may refer to it")
  }
}

// MARK: - Fields of the innermost object

extension ObjectGraphReader {
  /// Returns the field of a key; nil if it is missing. Without a key, it returns the next unnamed
  /// field.
  func field(_ key: String?) throws -> PropertyListNode? {
    guard !frames.isEmpty else { return nil }
    let last = frames.count - 1
    let name = key.map(ArchiveKey.escaped) ?? "$\(frames[last].unnamed)"
    if key == nil { frames[last].unnamed += 1 }
    let fields = frames[last].fields
    return try archive.node(name, in: fields, from: &frames[last].place)
  }
}
