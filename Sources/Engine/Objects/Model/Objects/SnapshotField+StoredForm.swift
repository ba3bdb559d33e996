// Values of types that are not `Codable` are coded as a database would store them.

import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver

extension SnapshotField {
  /// Returns the form of a property, or of its type; nil for a type that is `Codable`, and for
  /// objects. A codec that only a store's registry has is not known here.
  private static func form(of property: PropertyDescription) -> ValueForm<Value>? {
    if isCodedAsSuch { return nil }
    return (property as? ValueProperty<Value>)?.form ?? CodecRegistry().form(for: Value.self)
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
    if let form = Self.form(of: property) { return try form.encodable(value) }
    return Self.hasFormedElements ? FieldForm(value: value) : nil
  }

  static func field(
    of property: PropertyDescription, from container: KeyedDecodingContainer<SnapshotKey>,
    at key: SnapshotKey
  ) throws -> SnapshotField? {
    if let form = form(of: property) {
      return SnapshotField(.value(try form.value(from: container.superDecoder(forKey: key))))
    }
    guard hasFormedElements else { return nil }
    return SnapshotField(.value(try container.decode(FieldForm<Value>.self, forKey: key).value))
  }
}

extension ValueForm {
  /// Returns what encodes a value: its cell, or an object of its fields.
  func encodable(_ value: Value) throws -> any Encodable {
    switch self {
    case .column(let functions): try StoredField(value, by: ValueCodec(functions))
    case .composite(let functions): try CompositeForm(value, by: functions)
    }
  }

  func value(from decoder: any Decoder) throws -> Value {
    switch self {
    case .column(let functions): try decoder.value(of: ValueCodec(functions))
    case .composite(let functions): try CompositeForm(from: decoder, by: functions).value
    }
  }
}

/// The stored form of a value, coded as a number, a text, `Data` or nil.
struct StoredField: Encodable {
  let value: StoredValue
}

extension StoredField {
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

extension Decoder {
  /// Decodes a value from the stored form that a codec writes.
  fileprivate func value<Value>(of codec: ValueCodec<Value>) throws -> Value {
    let cells = RowBatch(width: 1)
    cells.set(try storedValue(codec.storage), at: 0)
    return try decoded { try codec.decodeResult(from: cells.row, at: 0) }
  }

  /// Decodes a stored form of one of the kinds that a column may hold.
  func storedValue(_ storage: StorageClass) throws -> StoredValue {
    let cell = try singleValueContainer()
    if cell.decodeNil() { return .null }
    if storage.admits(.integer), let number = try? cell.decode(Int64.self) {
      return .integer(number)
    }
    if storage.admits(.real), let number = try? cell.decode(Double.self) { return .real(number) }
    if storage.admits(.text), let text = try? cell.decode(String.self) { return .text(text) }
    return .bytes(Array(try cell.decode(Data.self)))
  }

  /// Runs a codec. Its error becomes that of decoding.
  func decoded<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath, debugDescription: PersistenceError.clause(of: error),
          underlyingError: error))
    }
  }
}
