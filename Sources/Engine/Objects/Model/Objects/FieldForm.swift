import PersistentObjectsCodec
import PersistentObjectsDriver

/// A value in a snapshot, coded by its type: as `Codable` does, or else in the stored form of the
/// type's codec, field by field, or element by element.
struct FieldForm<Value> {
  let value: Value

  /// Whether values of the type can be coded.
  static var exists: Bool {
    isCodable || Value.self == Character.self || form != nil || collection?.hasForm == true
  }

  private static var isCodable: Bool { Value.self is any (Encodable & Decodable).Type }

  private static var form: ValueForm<Value>? { CodecRegistry().form(for: Value.self) }

  private static var collection: (any FormedCollection.Type)? {
    Value.self as? any FormedCollection.Type
  }
}

extension FieldForm: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if Self.isCodable, let value = value as? any Encodable {
      try container.encode(value)
    } else if let letter = value as? Character {
      try container.encode(String(letter))
    } else if let form = Self.form {
      try container.encode(form.encodable(value))
    } else if let whole = value as? any FormedCollection {
      try whole.encodeForms(to: encoder)
    } else {
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: encoder.codingPath, debugDescription: "\(Value.self) is not Encodable"))
    }
  }
}

extension FieldForm: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let found = try Self.decoded(from: decoder, container) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "this is no value of \(Value.self)")
    }
    value = found
  }

  private static func decoded(
    from decoder: any Decoder, _ container: any SingleValueDecodingContainer
  ) throws -> Value? {
    if isCodable, let type = Value.self as? any Decodable.Type {
      return try container.decode(type) as? Value
    }
    if Value.self == Character.self {
      let text = try container.decode(String.self)
      return text.count == 1 ? text.first as? Value : nil
    }
    if let form { return try form.value(from: decoder) }
    return try collection?.init(formsFrom: decoder) as? Value
  }
}
