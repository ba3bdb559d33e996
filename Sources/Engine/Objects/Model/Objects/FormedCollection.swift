/// A collection in a snapshot whose elements are coded by their type. Otherwise it is coded as the
/// standard library does: a dictionary whose keys are neither texts nor integers is a list in which
/// each key comes before its value.
protocol FormedCollection {
  /// Whether the elements can be coded.
  static var hasForm: Bool { get }
  init(formsFrom decoder: any Decoder) throws
  func encodeForms(to encoder: any Encoder) throws
}

extension Array: FormedCollection {
  static var hasForm: Bool { FieldForm<Element>.exists }

  init(formsFrom decoder: any Decoder) throws {
    self = try [FieldForm<Element>](from: decoder).map(\.value)
  }

  func encodeForms(to encoder: any Encoder) throws {
    try map { FieldForm(value: $0) }.encode(to: encoder)
  }
}

extension Set: FormedCollection {
  static var hasForm: Bool { FieldForm<Element>.exists }

  init(formsFrom decoder: any Decoder) throws { self.init(try Array(formsFrom: decoder)) }

  func encodeForms(to encoder: any Encoder) throws { try Array(self).encodeForms(to: encoder) }
}

extension Dictionary: FormedCollection {
  static var hasForm: Bool { FieldForm<Key>.exists && FieldForm<Value>.exists }

  init(formsFrom decoder: any Decoder) throws {
    if let whole = try Self.keyed(by: String.self, decoder) ?? Self.keyed(by: Int.self, decoder) {
      self = whole
      return
    }
    self.init()
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let key = try list.decode(FieldForm<Key>.self).value
      self[key] = try list.decode(FieldForm<Value>.self).value
    }
  }

  /// Decodes a dictionary whose keys are those of an object of JSON; returns nil if they are of
  /// another type.
  private static func keyed<Name: Hashable & Decodable>(
    by type: Name.Type, _ decoder: any Decoder
  ) throws -> Self? {
    guard Key.self == type else { return nil }
    return try [Name: FieldForm<Value>](from: decoder).mapValues(\.value) as? Self
  }

  func encodeForms(to encoder: any Encoder) throws {
    if let texts = self as? [String: Value] {
      return try texts.mapValues { FieldForm(value: $0) }.encode(to: encoder)
    }
    if let numbers = self as? [Int: Value] {
      return try numbers.mapValues { FieldForm(value: $0) }.encode(to: encoder)
    }
    var list = encoder.unkeyedContainer()
    for (key, value) in self {
      try list.encode(FieldForm<Key>(value: key))
      try list.encode(FieldForm<Value>(value: value))
    }
  }
}

extension Optional: FormedCollection where Wrapped: FormedCollection {
  static var hasForm: Bool { Wrapped.hasForm }

  init(formsFrom decoder: any Decoder) throws {
    let isNil = try decoder.singleValueContainer().decodeNil()
    self = isNil ? nil : try Wrapped(formsFrom: decoder)
  }

  func encodeForms(to encoder: any Encoder) throws {
    if let self { return try self.encodeForms(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
