import PersistentObjects
import PersistentObjectsKeyedArchive

/// A binary property list in memory, read one object at a time.
///
/// Any bytes are safe to read. The caller must guard against cycles, and against objects that are
/// referred to many times.
struct BinaryPropertyList {
  let bytes: [UInt8]
  /// The number of objects.
  let objectCount: Int
  /// The number of the outermost object.
  let top: Int

  init(_ bytes: [UInt8]) throws(PersistenceError) {
    (objectCount, top) = try Self.reading(bytes) { ($0.objectCount, $0.top) }
    self.bytes = bytes
  }

  /// Returns the object with a number, and at most `limit` of the references in it. Any number of
  /// references can lead to one long list.
  func node(
    _ number: Int, references limit: Int = .max
  ) throws(PersistenceError) -> LegacyPropertyListNode {
    try Self.reading(bytes) { try LegacyPropertyListNode(try $0.node(number), in: $0, limit) }
  }

  /// Returns the number of references in an array, set or dictionary, without reading them; 0 for
  /// other objects.
  func referenceCount(of number: Int) throws(PersistenceError) -> Int {
    try Self.reading(bytes) {
      switch try $0.node(number) {
      case .array(let references), .set(let references): references.count
      case .dictionary(let keys, let values): keys.count + values.count
      default: 0
      }
    }
  }

  /// Returns the string of a text object; nil for any other object.
  func string(_ node: LegacyPropertyListNode) throws(PersistenceError) -> String? {
    switch node {
    case .ascii(let range): try Self.reading(bytes) { try $0.string(.ascii(range)) }
    case .utf16(let range): try Self.reading(bytes) { try $0.string(.utf16(range)) }
    default: nil
    }
  }

  static func damaged(_ message: String) -> PersistenceError {
    PersistenceError(.decodingFailed, "The archive is damaged: \(message).")
  }

  private static func reading<Value>(
    _ bytes: [UInt8], _ read: (PropertyListReader) throws -> Value
  ) throws(PersistenceError) -> Value {
    do {
      return try bytes.withUnsafeBytes { try read(try PropertyListReader($0)) }
    } catch {
      throw PersistenceError(
        .decodingFailed, "The archive cannot be read: \(PersistenceError.clause(of: error)).",
        cause: error)
    }
  }
}

/// One object of a binary property list, with the numbers of the objects in it.
enum LegacyPropertyListNode {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  case float(Float)
  case real(Double)
  /// Seconds since 2001-01-01 00:00 UTC.
  case date(Double)
  case data(Range<Int>)
  case ascii(Range<Int>)
  case utf16(Range<Int>)
  case uid(Int)
  case array([Int])
  case set([Int])
  case dictionary(keys: [Int], values: [Int])

  fileprivate init(_ node: PropertyListNode, in list: PropertyListReader, _ limit: Int) throws {
    func numbers(_ references: PropertyListReferences) throws -> [Int] {
      try (0..<min(references.count, limit)).map { try list.reference(in: references, at: $0) }
    }
    self =
      switch node {
      case .null: .null
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .unsigned(let value): .unsigned(value)
      case .float(let value): .float(value)
      case .real(let value): .real(value)
      case .date(let seconds): .date(seconds)
      case .data(let range): .data(range)
      case .ascii(let range): .ascii(range)
      case .utf16(let range): .utf16(range)
      case .uid(let number): .uid(number)
      case .array(let references): .array(try numbers(references))
      case .set(let references): .set(try numbers(references))
      case .dictionary(let keys, let values):
        .dictionary(keys: try numbers(keys), values: try numbers(values))
      }
  }
}
