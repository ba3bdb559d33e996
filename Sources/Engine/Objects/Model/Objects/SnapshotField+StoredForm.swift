// Values of types that are not `Codable` are coded as a database would store them.

import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver

extension SnapshotField {
  /// Returns the codec of a property, or of its type; nil for a type that is `Codable`, and for
  /// objects. A codec that only a store's registry has is not known here.
  private static func codec(of property: PropertyDescription) -> ValueCodec<Value>? {
    if isCodedAsSuch { return nil }
    let functions =
      (property as? ValueProperty<Value>)?.form?.functions
      ?? CodecRegistry().functions(for: Value.self)
    return functions.map { ValueCodec($0) }
  }

  /// Whether the type is `Codable`, or the field has keys of objects.
  private static var isCodedAsSuch: Bool {
    Value.self is any (Encodable & Decodable).Type || refersToObjects(Value.self)
  }

  /// Whether the field has a collection that is coded element by element.
  private static var hasFormedElements: Bool {
    !isCodedAsSuch && (Value.self as? any FormedCollection.Type)?.hasForm == true
  }

  /// Returns what encodes the value; nil if the field is encoded otherwise.
  func form(of property: PropertyDescription) throws -> (any Encodable)? {
    guard case .value(let value) = content, let value = value as? Value else { return nil }
    if let codec = Self.codec(of: property) { return try StoredField(value, by: codec) }
    return Self.hasFormedElements ? FieldForm(value: value) : nil
  }

  static func field(
    of property: PropertyDescription, from container: KeyedDecodingContainer<SnapshotKey>,
    at key: SnapshotKey
  ) throws -> SnapshotField? {
    if let codec = codec(of: property) {
      let decoder = try container.superDecoder(forKey: key)
      return SnapshotField(.value(try decoder.singleValueContainer().value(of: codec)))
    }
    guard hasFormedElements else { return nil }
    return SnapshotField(.value(try container.decode(FieldForm<Value>.self, forKey: key).value))
  }
}

/// The stored form of a value, coded as a number, a text, `Data` or nil.
struct StoredField: Encodable {
  private let value: StoredValue

  init<Value>(_ value: Value, by codec: ValueCodec<Value>) throws {
    let cells = RowBatch(width: 1)
    try codec.encodeArgument(value, into: cells, at: 0)
    self.value = cells.row.value(at: 0)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .integer(let number): try container.encode(number)
    case .real(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .bytes(let bytes): try container.encode(Data(bytes))
    }
  }
}

extension SingleValueDecodingContainer {
  /// Decodes a value from the stored form that a codec writes.
  func value<Value>(of codec: ValueCodec<Value>) throws -> Value {
    let cells = RowBatch(width: 1)
    cells.set(try storedValue(codec.storage), at: 0)
    do {
      return try codec.decodeResult(from: cells.row, at: 0)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath, debugDescription: PersistenceError.clause(of: error),
          underlyingError: error))
    }
  }

  /// Decodes a stored form of one of the kinds that a column may hold.
  private func storedValue(_ storage: StorageClass) throws -> StoredValue {
    if decodeNil() { return .null }
    if storage.admits(.integer), let number = try? decode(Int64.self) { return .integer(number) }
    if storage.admits(.real), let number = try? decode(Double.self) { return .real(number) }
    if storage.admits(.text), let text = try? decode(String.self) { return .text(text) }
    return .bytes(Array(try decode(Data.self)))
  }
}
