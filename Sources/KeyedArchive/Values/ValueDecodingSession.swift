import Foundation

/// The state that all decoders of one archive share: the archive, and what remains of its budget.
final class ValueDecodingSession {
  let archive: KeyedArchiveReader
  let userInfo: [CodingUserInfoKey: Any]
  private var budget: ArchiveBudget
  /// The first damage found. It is thrown at the end even if a type's `init(from:)` caught it, so
  /// that a damaged archive is never mistaken for one that lacks something.
  private var damage: KeyedArchiveError?
  /// Whether the outermost type has found any of the fields that it asked for.
  var outermost = AskedFields()
  private var objects = DecodedObjects()

  private init(_ archive: KeyedArchiveReader, options: KeyedArchiveOptions) {
    self.archive = archive
    userInfo = options.userInfo
    budget = .forReading(options)
  }

  /// Reads the archive's outermost object as a value.
  static func unarchive<Value: Decodable>(
    _ type: Value.Type, from bytes: UnsafeRawBufferPointer, options: KeyedArchiveOptions
  ) throws -> Value {
    let session = ValueDecodingSession(
      try KeyedArchiveReader(bytes, options: options), options: options)
    try ArchiveTypeName.check(session.archive.typeName, isOneOf: type)
    let root = try session.entry(session.archive.root, isCounted: false)
    let value = try session.decode(type, from: root, path: .root, depth: 0)
    if let damage = session.damage { throw damage }
    if session.archive.typeName == nil { try session.outermost.check(type) }
    return value
  }

  /// Returns the entry at a place of an array. Unless the place has been counted, the entry is,
  /// with the bytes of a text or of data, however often the type will read these.
  func entry(
    in uids: PropertyListReferences, at index: Int, isCounted: Bool
  ) throws -> DecodedEntry {
    let uid = try noting { () throws(KeyedArchiveError) in try archive.uid(in: uids, at: index) }
    return try entry(uid, isCounted: isCounted)
  }

  private func entry(_ uid: Int, isCounted: Bool) throws -> DecodedEntry {
    try noting { () throws(KeyedArchiveError) in
      let value = try archive.value(uid)
      if !isCounted { try budget.take(bytes: archive.length(of: value)) }
      return DecodedEntry(uid: uid, value: value)
    }
  }

  /// Whether the entry at a place of an array is the text `key`. It is not counted.
  func isText(in uids: PropertyListReferences, at index: Int, equalTo key: String) throws -> Bool {
    try noting { () throws(KeyedArchiveError) in
      switch try archive.value(try archive.uid(in: uids, at: index)) {
      case .text(let node): try archive.propertyList.isText(node, equalTo: key)
      default: false
      }
    }
  }

  /// Returns the string of a text.
  func string(_ node: PropertyListNode) throws -> String {
    try noting { () throws(KeyedArchiveError) in
      guard let string = try archive.propertyList.string(node) else {
        throw KeyedArchiveError.damaged("a string has no text")
      }
      return string
    }
  }

  /// Throws if nesting is too deep for another level.
  func check(depth: Int) throws {
    try noting { () throws(KeyedArchiveError) in try budget.check(depth: depth) }
  }

  private func noting<R>(_ body: () throws(KeyedArchiveError) -> R) throws(KeyedArchiveError) -> R {
    do {
      return try body()
    } catch {
      if damage == nil { damage = error }
      throw error
    }
  }
}

// MARK: - Values

extension ValueDecodingSession {
  /// Decodes a value of any type.
  func decode<Value: Decodable>(
    _ type: Value.Type, from entry: DecodedEntry, path: @autoclosure () -> CodingPath, depth: Int
  ) throws -> Value {
    if type == Date.self, let date = try date(entry.value, path: path()) as? Value { return date }
    if type == Data.self, let data = try data(entry.value, path: path()) as? Value { return data }
    try check(depth: depth)
    let decoder = ValueDecoder(self, entry: entry, path: path(), depth: depth + 1)
    guard MemoryLayout<Value>.size == MemoryLayout<AnyObject>.size, type is AnyClass else {
      return try FoundationValues.make(type, from: decoder)
    }
    return try object(type, at: entry) { try Value(from: decoder) }
  }

  /// Returns the object of an entry: the same object wherever the entry is referred to.
  private func object<Value>(
    _ type: Value.Type, at entry: DecodedEntry, _ make: () throws -> Value
  ) throws -> Value {
    // Equal texts and numbers share one entry, whatever objects they were part of.
    guard entry.value.isContainer else { return try make() }
    if let known: Value = objects.object(entry.uid) { return known }
    try noting { () throws(KeyedArchiveError) in try objects.begin(entry.uid, as: type) }
    defer { objects.end(entry.uid, as: type) }
    let count = objects.count(entry.uid)
    let value = try make()
    // An object that consists only of another one, which now exists, has no entry of its own.
    if objects.count(entry.uid) == count { objects.add(entry.uid, object: value as AnyObject) }
    return value
  }

  func bool(_ value: ArchivedValue, path: @autoclosure () -> CodingPath) throws -> Bool {
    guard case .bool(let bool) = value else {
      throw mismatch(Bool.self, found: value, path: path())
    }
    return bool
  }

  func string(_ value: ArchivedValue, path: @autoclosure () -> CodingPath) throws -> String {
    guard case .text(let node) = value else {
      throw mismatch(String.self, found: value, path: path())
    }
    return try string(node)
  }

  /// Returns any number that the type can hold exactly.
  func integer<Number: FixedWidthInteger>(
    _ value: ArchivedValue, path: @autoclosure () -> CodingPath
  ) throws -> Number {
    let number: Number? =
      switch value {
      case .integer(let integer): Number(exactly: integer)
      case .unsigned(let integer): Number(exactly: integer)
      case .real(let real): Number(exactly: real)
      case .float(let real): Number(exactly: real)
      default: throw mismatch(Number.self, found: value, path: path())
      }
    return try exact(number, of: value, path: path())
  }

  /// Returns any number that the type can hold exactly; also one that takes more than 64 bits, by
  /// its digits.
  func wideInteger<Number: FixedWidthInteger>(
    _ value: ArchivedValue, path: @autoclosure () -> CodingPath
  ) throws -> Number {
    guard case .text(let node) = value else { return try integer(value, path: path()) }
    let text = try string(node)
    guard let number = Number(text, radix: 10), number.description == text,
      Int64(exactly: number) == nil, UInt64(exactly: number) == nil
    else { throw mismatch(Number.self, found: value, path: path()) }
    return number
  }

  /// Returns any number that the type can hold exactly.
  func real<Number: BinaryFloatingPoint>(
    _ value: ArchivedValue, path: @autoclosure () -> CodingPath
  ) throws -> Number {
    let number: Number? =
      switch value {
      case .integer(let integer): Number(exactly: integer)
      case .unsigned(let integer): Number(exactly: integer)
      case .real(let real): real as? Number ?? (real.isNaN ? Number.nan : Number(exactly: real))
      case .float(let real): real as? Number ?? (real.isNaN ? Number.nan : Number(exactly: real))
      default: throw mismatch(Number.self, found: value, path: path())
      }
    return try exact(number, of: value, path: path())
  }

  private func date(_ value: ArchivedValue, path: @autoclosure () -> CodingPath) throws -> Date {
    guard case .date(let time) = value else {
      throw mismatch(Date.self, found: value, path: path())
    }
    return Date(
      timeIntervalSinceReferenceDate: try exact(time.isNaN ? nil : time, of: value, path: path()))
  }

  private func data(_ value: ArchivedValue, path: @autoclosure () -> CodingPath) throws -> Data {
    guard case .data(let range) = value else {
      throw mismatch(Data.self, found: value, path: path())
    }
    return Data(archive.propertyList.part(range))
  }
}

// MARK: - Errors

extension ValueDecodingSession {
  func mismatch(_ type: Any.Type, found value: ArchivedValue, path: CodingPath) -> DecodingError {
    let text = "\(type) is expected where the archive has \(value.kind)"
    let context = DecodingError.Context(codingPath: path.keys, debugDescription: text)
    if case .null = value { return .valueNotFound(type, context) }
    return .typeMismatch(type, context)
  }

  private func exact<Number>(
    _ number: Number?, of value: ArchivedValue, path: @autoclosure () -> CodingPath
  ) throws -> Number {
    if let number { return number }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: path().keys,
        debugDescription: "\(Number.self) cannot hold the number in the archive"))
  }
}
