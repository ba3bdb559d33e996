/// Decodes one value of an archive.
struct ValueDecoder: Decoder {
  let session: ValueDecodingSession
  private let entry: DecodedEntry
  private let path: CodingPath
  private let depth: Int

  init(_ session: ValueDecodingSession, entry: DecodedEntry, path: CodingPath, depth: Int) {
    self.session = session
    self.entry = entry
    self.path = path
    self.depth = depth
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      try KeyedValueDecoder<Key>(session, entry: entry, path: path, depth: depth))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedValueDecoder(session, value: entry.value, path: path, depth: depth)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
  private var value: ArchivedValue { entry.value }

  func decodeNil() -> Bool { if case .null = value { true } else { false } }
  func decode(_ type: Bool.Type) throws -> Bool { try session.bool(value, path: path) }
  func decode(_ type: String.Type) throws -> String { try session.string(value, path: path) }
  func decode(_ type: Double.Type) throws -> Double { try session.real(value, path: path) }
  func decode(_ type: Float.Type) throws -> Float { try session.real(value, path: path) }
  func decode(_ type: Int.Type) throws -> Int { try session.integer(value, path: path) }
  func decode(_ type: Int8.Type) throws -> Int8 { try session.integer(value, path: path) }
  func decode(_ type: Int16.Type) throws -> Int16 { try session.integer(value, path: path) }
  func decode(_ type: Int32.Type) throws -> Int32 { try session.integer(value, path: path) }
  func decode(_ type: Int64.Type) throws -> Int64 { try session.integer(value, path: path) }
  func decode(_ type: UInt.Type) throws -> UInt { try session.integer(value, path: path) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try session.integer(value, path: path) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try session.integer(value, path: path) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try session.integer(value, path: path) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try session.integer(value, path: path) }
  func decode(_ type: Int128.Type) throws -> Int128 { try session.wideInteger(value, path: path) }
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try session.wideInteger(value, path: path)
  }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try session.decode(type, from: entry, path: path, depth: depth)
  }
}
