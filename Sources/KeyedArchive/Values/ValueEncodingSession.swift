import Foundation

/// The state that all encoders of one archive share: the archive being written, and the containers,
/// which stay open until the value has been encoded.
///
/// A value is archived as Apple's `encodeEncodable` does: as the property list that
/// `PropertyListEncoder` makes of it, with nil as the string `$null`. An integer that takes more
/// than 64 bits, which that encoder refuses, is archived as the text of its digits.
final class ValueEncodingSession {
  typealias UID = KeyedArchiveWriter.UID

  var writer: KeyedArchiveWriter
  let userInfo: [CodingUserInfoKey: Any]
  /// The first misuse that could not be thrown where it happened.
  var failure: (any Error)?
  private var containers: [EncodedContainer] = []
  private(set) var budget: ArchiveBudget
  private var uncheckedValues = 0
  private var objects: [ObjectIdentifier: ObjectState] = [:]

  private enum ObjectState {
    case begun
    /// The object is kept so that no other object gets the same address. A text or data has
    /// `bytes`, which reading counts at each place.
    case done(AnyObject, UID, bytes: Int)
  }

  init(_ options: KeyedArchiveOptions) {
    budget = ArchiveBudget(options)
    writer = KeyedArchiveWriter(options)
    userInfo = options.userInfo
  }

  /// Archives a value as the outermost object.
  static func archive<Value: Encodable>(
    _ value: Value, options: KeyedArchiveOptions
  ) throws -> WrittenArchive {
    let session = ValueEncodingSession(options)
    let root = try session.entry(value, path: .root, depth: 0)
    return try session.finish(root, typeName: ArchiveTypeName.of(Value.self))
  }

  private func finish(_ root: UID, typeName: String?) throws -> WrittenArchive {
    // Closing may open one more container: for an encoder that was handed out but not used.
    var closed = 0
    while closed < containers.count {
      try containers[closed].close(in: self)
      closed += 1
    }
    if let failure { throw failure }
    return WrittenArchive(
      try writer.finish(root: root, typeName: typeName), entries: writer.count, budget: budget)
  }

  /// Opens a container. After a failure it takes part in nothing, so that a type that opens
  /// containers in a loop, which cannot throw, uses up no memory.
  func open(_ kind: EncodedContainer.Kind) -> EncodedContainer {
    if failure != nil { return EncodedContainer(kind, uid: KeyedArchiveWriter.null) }
    let container = EncodedContainer(kind, uid: writer.reserve())
    containers.append(container)
    return container
  }

  /// Counts a value, and the bytes of a text or of data, against the limits. Throws what has failed
  /// before.
  func count(_ bytes: Int = 0) throws {
    if let failure { throw failure }
    try budget.take(bytes: bytes)
    uncheckedValues += 1
    if uncheckedValues < 1024 { return }
    uncheckedValues = 0
    try writer.checkLimits()
  }

  /// Throws what has failed before, or if nesting is too deep for another level.
  private func check(depth: Int) throws {
    if let failure { throw failure }
    try budget.check(depth: depth)
  }
}

// MARK: - Values inside containers

extension ValueEncodingSession {
  /// Whether a container or an encoder may be opened inside a container; counts its key.
  ///
  /// It cannot throw: a failure waits until something else is encoded, or encoding ends. Until then
  /// what is opened is in no container, and its path does not grow.
  func admitsNested(depth: Int, key: String? = nil) -> Bool {
    do {
      try check(depth: depth)
      if let key { try count(key.utf8.count) }
    } catch {
      failure = failure ?? error
    }
    return failure == nil
  }

  /// Returns the path of what is opened inside a container.
  func path(_ path: CodingPath, appending key: any CodingKey) -> CodingPath {
    failure == nil ? path.appending(key) : .root
  }
}

// MARK: - Entries

extension ValueEncodingSession {
  /// Returns the entry of any value.
  func entry<Value: Encodable>(
    _ value: Value, path: @autoclosure () -> CodingPath, depth: Int
  ) throws -> UID {
    if Value.self == Date.self, let date = value as? Date { return try entry(date) }
    if Value.self == Data.self, let data = value as? Data { return try entry(data) }
    try check(depth: depth)
    try FoundationValues.check(value)
    let encoder = ValueEncoder(self, path: path(), depth: depth + 1)
    guard MemoryLayout<Value>.size == MemoryLayout<AnyObject>.size, Value.self is AnyClass else {
      try value.encode(to: encoder)
      return try entry(of: value, encoder)
    }
    return try entry(ofObject: value as AnyObject, as: value, encoder)
  }

  /// Returns the entry of what a value has encoded; throws if it stands for another value, too.
  private func entry(of value: some Encodable, _ encoder: ValueEncoder) throws -> UID {
    let uid = encoder.uid
    if writer.isNilMark(uid), let optional = value as? any OptionalOfOptional, optional.holdsNil {
      throw KeyedArchiveError.nilInOptional
    }
    return uid
  }

  /// Returns the entry of a value that an optional holds; throws if it is nil, too.
  func entry<Value: Encodable>(
    inOptional value: Value, path: @autoclosure () -> CodingPath, depth: Int
  ) throws -> UID {
    let uid = try entry(value, path: path(), depth: depth)
    if writer.isNilMark(uid), Value.self is any OptionalValue.Type {
      throw KeyedArchiveError.nilInOptional
    }
    return uid
  }

  /// Returns the entry of an object of a class: one entry for each object, however often it occurs.
  private func entry(
    ofObject object: AnyObject, as value: some Encodable, _ encoder: ValueEncoder
  ) throws -> UID {
    switch objects[ObjectIdentifier(object)] {
    case .done(_, let uid, let bytes)?:
      try count(bytes)
      return uid
    case .begun?:
      throw KeyedArchiveError.cannotArchive(
        "an object of class \(type(of: object)) is part of itself; only NSCoding classes can be "
          + "archived that way")
    case nil: return try newEntry(ofObject: object, as: value, encoder)
    }
  }

  private func newEntry(
    ofObject object: AnyObject, as value: some Encodable, _ encoder: ValueEncoder
  ) throws -> UID {
    objects[ObjectIdentifier(object)] = .begun
    let (opened, budgeted) = (containers.count, budget.bytes)
    do {
      try value.encode(to: encoder)
    } catch {
      objects[ObjectIdentifier(object)] = nil
      throw error
    }
    let uid = encoder.uid
    // Without a container, there is one value, and all bytes are its own.
    let bytes = containers.count == opened ? budgeted - budget.bytes : 0
    objects[ObjectIdentifier(object)] = .done(object, uid, bytes: bytes)
    return uid
  }

  func entry(_ value: Bool) throws -> UID {
    try count()
    return writer.entry(writer.propertyList.add(value))
  }

  func entry(_ value: some SignedInteger & FixedWidthInteger) throws -> UID {
    try count()
    return writer.entry(writer.propertyList.add(Int64(value)))
  }

  func entry(_ value: some UnsignedInteger & FixedWidthInteger) throws -> UID {
    try count()
    return writer.entry(writer.propertyList.add(UInt64(value)))
  }

  func entry(_ value: Int128) throws -> UID { try entry(ofWide: value) }

  func entry(_ value: UInt128) throws -> UID { try entry(ofWide: value) }

  /// Returns the entry of an integer of 128 bits: its digits if property lists have no such number.
  private func entry(ofWide value: some FixedWidthInteger) throws -> UID {
    if let number = Int64(exactly: value) { return try entry(number) }
    if let number = UInt64(exactly: value) { return try entry(number) }
    return try entry(value.description)
  }

  func entry(_ value: Double) throws -> UID {
    try count()
    return writer.entry(writer.propertyList.add(value))
  }

  func entry(_ value: Float) throws -> UID {
    try count()
    return writer.entry(writer.propertyList.add(value))
  }

  func entry(_ value: String) throws -> UID {
    try count(value.utf8.count)
    return writer.entry(value)
  }

  func nilEntry() throws -> UID {
    try count()
    return writer.nilMark()
  }

  private func entry(_ value: Data) throws -> UID {
    try count(value.count)
    return value.withUnsafeBytes { writer.entry(writer.propertyList.add($0)) }
  }

  /// Adds a date. Foundation stops the process when it describes a date that is not a number.
  private func entry(_ value: Date) throws -> UID {
    try count()
    if value.timeIntervalSinceReferenceDate.isNaN { throw KeyedArchiveError.noDate }
    let uid = writer.reserve()
    let key = writer.reference(to: .time)
    let time = writer.propertyList.add(value.timeIntervalSinceReferenceDate)
    writer.define(uid, classChain: ["NSDate", "NSObject"], keys: [key], values: [time])
    return uid
  }
}

// MARK: - Optionals

private protocol OptionalValue {}

extension Optional: OptionalValue {}

/// An optional of an optional. `Codable` encodes its two kinds of nil alike.
private protocol OptionalOfOptional {
  /// Whether it is an optional that holds nil, which would come back as nil.
  var holdsNil: Bool { get }
}

extension Optional: OptionalOfOptional where Wrapped: OptionalValue {
  /// Whether the value is not nil itself. What it holds is nil, since so is its entry.
  fileprivate var holdsNil: Bool { self != nil }
}
