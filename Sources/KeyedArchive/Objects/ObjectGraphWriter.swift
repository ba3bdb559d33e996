import Foundation

/// Archives a graph of `NSCoding` objects, each object once, cycles included.
///
/// `NSCoding` cannot throw, so the first failure is kept and thrown when the object returns; until
/// then nothing more is encoded.
final class ObjectGraphWriter {
  typealias UID = KeyedArchiveWriter.UID

  var writer: KeyedArchiveWriter
  private(set) var failure: (any Error)?
  private var budget: ArchiveBudget
  private var depth = 0
  /// The classes that readers allow; nil if they are not known.
  private let allowed: AllowedClasses?
  private var coder: ObjectArchiver?
  /// The fields of the objects that are being encoded, the innermost last.
  private var fields: [ObjectFields] = []
  private var entries: [ObjectIdentifier: UID] = [:]
  /// Entries reserved for conditional references; nil until their object is encoded.
  private var conditional: Set<UID> = []
  /// The objects that exist only to be encoded. They are kept alive so that no other object gets
  /// the same address.
  private var kept: [AnyObject] = []
  private var classChains: [ObjectIdentifier: [String]] = [:]

  private init(allowing allowed: AllowedClasses?, options: KeyedArchiveOptions) {
    self.allowed = allowed
    writer = KeyedArchiveWriter(options)
    budget = ArchiveBudget(options)
  }

  /// Archives an object as the outermost one. It and the objects that it reaches only through
  /// Foundation's collections must be of the allowed classes; any other asks for the classes of its
  /// parts when it is read.
  static func archive(
    _ object: NSObject, allowing allowed: AllowedClasses? = nil, options: KeyedArchiveOptions
  ) throws -> WrittenArchive {
    let graph = ObjectGraphWriter(allowing: allowed, options: options)
    graph.coder = ObjectArchiver(graph)
    defer { graph.coder = nil }
    let root = graph.entry(object)
    if let failure = graph.failure { throw failure }
    return WrittenArchive(
      try graph.writer.finish(root: root), entries: graph.writer.count, budget: graph.budget)
  }

  func fail(_ error: any Error) { failure = failure ?? error }

  /// Counts values and bytes beyond the one that each entry is.
  func take(values: Int = 0, bytes: Int = 0) throws {
    try budget.take(values: values, bytes: bytes)
  }

  /// Runs `body` unless something has failed.
  private func attempt<R>(fallback: R, _ body: () throws -> R) -> R {
    if failure != nil { return fallback }
    do {
      return try body()
    } catch {
      fail(error)
      return fallback
    }
  }
}

// MARK: - Objects

extension ObjectGraphWriter {
  /// Returns the entry of any value; after a failure, the entry of nil.
  func entry(_ value: Any?) -> UID {
    guard let value else { return KeyedArchiveWriter.null }
    return attempt(fallback: KeyedArchiveWriter.null) {
      guard let object = value as? NSObject else { throw Self.cannotArchive(type(of: value)) }
      try budget.take()
      if let form = try FoundationClass.of(object) { return try entry(of: object, as: form) }
      return try entry(encoding: object)
    }
  }

  /// Returns the entry of an object, which is known by its identity. The first time, `encode` adds
  /// its fields.
  func entry(
    of object: NSObject, chain: [String], _ encode: (inout ObjectFields) throws -> Void
  ) throws -> UID {
    if let known = entries[ObjectIdentifier(object)], conditional.remove(known) == nil {
      return known
    }
    try budget.check(depth: depth)
    try writer.checkLimits()
    let uid = reserve(object)
    depth += 1
    defer { depth -= 1 }
    var fields = ObjectFields()
    try encode(&fields)
    writer.define(uid, classChain: chain, keys: fields.keys, values: fields.values)
    return uid
  }

  /// Returns the entry of an object that encodes itself.
  private func entry(encoding object: NSObject) throws -> UID {
    guard let coding = object as? any NSObject & NSCoding, let coder else {
      throw Self.cannotArchive(type(of: object))
    }
    let chain = try classChain(of: object)
    // An object of one's own that refers to it, conditionally or not, asks for its class first.
    let isKnown = entries[ObjectIdentifier(object)] != nil
    return try entry(of: object, chain: chain) { fields in
      if self.fields.isEmpty, !isKnown { try allowed?.check(chain[0]) }
      self.fields.append(fields)
      coding.encode(with: coder)
      fields = self.fields.removeLast()
      if let failure { throw failure }
    }
  }

  private func classChain(of object: NSObject) throws -> [String] {
    let type: AnyClass = type(of: object)
    if let known = classChains[ObjectIdentifier(type)] { return known }
    if ArchiveClassName.stopsOnBadArchives(type) { throw Self.unsafe(type) }
    let chain = try ArchiveClassName.chain(of: type)
    classChains[ObjectIdentifier(type)] = chain
    return chain
  }

  private func reserve(_ object: NSObject) -> UID {
    if let known = entries[ObjectIdentifier(object)] { return known }
    let uid = writer.reserve()
    entries[ObjectIdentifier(object)] = uid
    kept.append(object)
    return uid
  }

  private static func unsafe(_ type: AnyClass) -> KeyedArchiveError {
    .cannotArchive(
      "\(type) cannot be archived: its own coder stops the process when an archive is damaged; "
        + "archive a Codable value or an object of your own that holds its parts")
  }

  private static func cannotArchive(_ type: Any.Type) -> KeyedArchiveError {
    .cannotArchive(
      "a value of type \(type) cannot be archived: it is neither NSCoding nor one of Foundation's "
        + "plain values")
  }
}

// MARK: - Fields of the innermost object

extension ObjectGraphWriter {
  /// Sets a field; without a key, the field gets the next number.
  func set(
    _ key: String?, to value: (inout PropertyListWriter) throws -> PropertyListWriter.Reference
  ) {
    attempt(fallback: ()) {
      guard !fields.isEmpty else {
        throw KeyedArchiveError.cannotArchive("a coder was used after its object had been encoded")
      }
      let name = key.map(ArchiveKey.escaped) ?? fields[fields.count - 1].nextName()
      let reference = writer.propertyList.add(name)
      fields[fields.count - 1].set(reference, to: try value(&writer.propertyList))
    }
  }

  func set(_ key: String?, object: Any?) { set(key, uid: entry(object)) }

  /// Refers to an object if it is encoded elsewhere, before or after; otherwise refers to nil.
  func set(_ key: String?, conditionalObject object: Any?) {
    guard let object = object as? NSObject, object is any NSObject & NSCoding,
      (try? FoundationClass.of(object)) == .some(nil)
    else { return set(key, object: object) }
    let isNew = entries[ObjectIdentifier(object)] == nil
    let uid = reserve(object)
    if isNew { conditional.insert(uid) }
    set(key, uid: uid)
  }

  private func set(_ key: String?, uid: UID) {
    let reference = writer.reference(to: uid)
    set(key) { _ in reference }
  }
}

/// The fields of an object that is being encoded.
struct ObjectFields {
  private(set) var keys: [PropertyListWriter.Reference] = []
  private(set) var values: [PropertyListWriter.Reference] = []
  private var unnamed = 0
  /// The places of the keys, once there are so many that a search would take long.
  private var places: [PropertyListWriter.Reference: Int] = [:]
  private static let longestScan = 12

  /// Sets a field; if a key is set twice, its last value stays.
  mutating func set(_ key: PropertyListWriter.Reference, to value: PropertyListWriter.Reference) {
    if let place = place(of: key) {
      values[place] = value
    } else {
      keys.append(key)
      values.append(value)
      noteLastPlace()
    }
  }

  private func place(of key: PropertyListWriter.Reference) -> Int? {
    keys.count <= Self.longestScan ? keys.firstIndex(of: key) : places[key]
  }

  private mutating func noteLastPlace() {
    guard keys.count > Self.longestScan else { return }
    for place in (places.isEmpty ? 0 : keys.count - 1)..<keys.count { places[keys[place]] = place }
  }

  /// Returns the name of the next field without a key: `$0`, `$1` …
  mutating func nextName() -> String {
    defer { unnamed += 1 }
    return "$\(unnamed)"
  }
}

extension ArchiveKey {
  /// Returns a field's name in the archive. Names that begin with `$` are the archive's own, so
  /// such a field name is escaped.
  static func escaped(_ key: String) -> String { key.hasPrefix("$") ? "$" + key : key }
}
