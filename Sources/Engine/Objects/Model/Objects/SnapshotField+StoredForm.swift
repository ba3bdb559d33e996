// Values of types that are not `Codable` are coded as a database would store them.

import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver

extension SnapshotField {
  /// Returns the codec of a property, or of its type; nil for a type that is `Codable`, and for
  /// objects. A codec that only a store's registry has is not known here.
  private static func codec(of property: PropertyDescription) -> ValueCodec<Value>? {
    if Value.self is any (Encodable & Decodable).Type || refersToObjects(Value.self) { return nil }
    let functions =
      (property as? ValueProperty<Value>)?.form?.functions
      ?? CodecRegistry().functions(for: Value.self)
    return functions.map { ValueCodec($0) }
  }

  /// Returns the stored form of the value; nil if the field is encoded otherwise.
  func stored(by property: PropertyDescription) throws -> StoredField? {
    guard case .value(let value) = content, let value = value as? Value,
      let codec = Self.codec(of: property)
    else { return nil }
    let cells = RowBatch(width: 1)
    try codec.encodeArgument(value, into: cells, at: 0)
    return StoredField(value: cells.row.value(at: 0))
  }

  static func field(
    of property: PropertyDescription, from container: KeyedDecodingContainer<SnapshotKey>,
    at key: SnapshotKey
  ) throws -> SnapshotField? {
    guard let codec = codec(of: property) else { return nil }
    let cells = RowBatch(width: 1)
    cells.set(try container.storedValue(codec.storage, at: key), at: 0)
    do {
      return SnapshotField(.value(try codec.decodeResult(from: cells.row, at: 0)))
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath + [key],
          debugDescription: PersistenceError.clause(of: error), underlyingError: error))
    }
  }
}

/// The stored form of a value, coded as a number, a text, `Data` or nil.
struct StoredField: Encodable {
  let value: StoredValue

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

extension KeyedDecodingContainer<SnapshotKey> {
  /// Decodes a stored form of one of the kinds that a column may hold.
  fileprivate func storedValue(_ storage: StorageClass, at key: SnapshotKey) throws -> StoredValue {
    if try decodeNil(forKey: key) { return .null }
    if storage.admits(.integer), let number = try? decode(Int64.self, forKey: key) {
      return .integer(number)
    }
    if storage.admits(.real), let number = try? decode(Double.self, forKey: key) {
      return .real(number)
    }
    if storage.admits(.text), let text = try? decode(String.self, forKey: key) {
      return .text(text)
    }
    return .bytes(Array(try decode(Data.self, forKey: key)))
  }
}
