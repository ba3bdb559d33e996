/// Decodes keyed parts of a value: the entries of a dictionary.
struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let session: ValueDecodingSession
  private let fields: DecodedFields
  private let path: CodingPath
  private let depth: Int

  init(
    _ session: ValueDecodingSession, entry: DecodedEntry, path: CodingPath, depth: Int
  ) throws {
    guard case .dictionary(let keys, let values) = entry.value else {
      throw session.mismatch([String: Any].self, found: entry.value, path: path)
    }
    self.session = session
    fields = DecodedFields(
      session, keys: keys, values: values, isOutermost: entry.uid == session.archive.root)
    self.path = path
    self.depth = depth
  }

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] { fields.names.compactMap { Key(stringValue: $0) } }
  func contains(_ key: Key) -> Bool { (try? fields.index(of: key.stringValue)) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = try value(key) { true } else { false }
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try session.bool(try value(key), path: path.appending(key))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try session.string(try value(key), path: path.appending(key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try real(key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try real(key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try wideInteger(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try wideInteger(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try session.decode(type, from: try entry(key), path: path.appending(key), depth: depth)
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(try entry(key), for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(try entry(key), for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(ArchiveKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try superDecoder(key as any CodingKey)
  }

  /// Returns the decoder of a superclass. A missing `super` reads as nil, as with Foundation's
  /// decoders.
  private func superDecoder(_ key: any CodingKey) throws -> any Decoder {
    guard let index = try fields.index(of: key.stringValue) else {
      return try decoder(.null, for: key)
    }
    return try decoder(try fields.entry(at: index), for: key)
  }

  private func decoder(_ entry: DecodedEntry, for key: any CodingKey) throws -> ValueDecoder {
    try session.check(depth: depth)
    return ValueDecoder(session, entry: entry, path: path.appending(key), depth: depth + 1)
  }

  private func value(_ key: Key) throws -> ArchivedValue { try entry(key).value }

  private func entry(_ key: Key) throws -> DecodedEntry {
    guard let index = try fields.index(of: key.stringValue) else {
      let context = DecodingError.Context(
        codingPath: path.keys, debugDescription: "the archive has no value for \(key.stringValue)")
      throw DecodingError.keyNotFound(key, context)
    }
    return try fields.entry(at: index)
  }

  private func integer<Number: FixedWidthInteger>(_ key: Key) throws -> Number {
    try session.integer(try value(key), path: path.appending(key))
  }

  private func wideInteger<Number: FixedWidthInteger>(_ key: Key) throws -> Number {
    try session.wideInteger(try value(key), path: path.appending(key))
  }

  private func real<Number: BinaryFloatingPoint>(_ key: Key) throws -> Number {
    try session.real(try value(key), path: path.appending(key))
  }
}
