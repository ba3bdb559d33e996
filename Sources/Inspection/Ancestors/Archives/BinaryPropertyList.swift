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

  /// Returns the object with a number.
  func node(_ number: Int) throws(PersistenceError) -> PropertyListNode {
    try Self.reading(bytes) { try $0.node(number) }
  }

  /// Returns the numbers of the objects in a container, at most `limit`. Any number of references
  /// can lead to one long list.
  func numbers(
    _ references: PropertyListReferences, limit: Int = .max
  ) throws(PersistenceError) -> [Int] {
    try Self.reading(bytes) { list in
      try (0..<min(references.count, limit)).map { try list.reference(in: references, at: $0) }
    }
  }

  /// Returns the string of a text object; nil for any other object.
  func string(_ node: PropertyListNode) throws(PersistenceError) -> String? {
    switch node {
    case .ascii, .utf16: try Self.reading(bytes) { try $0.string(node) }
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
