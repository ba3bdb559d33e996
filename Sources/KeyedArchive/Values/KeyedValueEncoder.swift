/// Encodes keyed parts of a value: the entries of a dictionary.
struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let encoder: ValueEncoder
  private let container: EncodedContainer
  private let path: CodingPath
  private let depth: Int

  init(_ encoder: ValueEncoder, container: EncodedContainer, path: CodingPath, depth: Int) {
    self.encoder = encoder
    self.container = container
    self.path = path
    self.depth = depth
  }

  var codingPath: [any CodingKey] { path.keys }
  private var session: ValueEncodingSession { encoder.session }

  func encodeNil(forKey key: Key) throws { try set(try session.nilEntry(), for: key) }
  func encode(_ value: Bool, forKey key: Key) throws { try set(try session.entry(value), for: key) }
  func encode(_ value: String, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: Double, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: Float, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: Int, forKey key: Key) throws { try set(try session.entry(value), for: key) }
  func encode(_ value: Int8, forKey key: Key) throws { try set(try session.entry(value), for: key) }
  func encode(_ value: Int16, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: Int32, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: Int64, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: UInt, forKey key: Key) throws { try set(try session.entry(value), for: key) }
  func encode(_ value: UInt8, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: UInt16, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: UInt32, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: UInt64, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: Int128, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: UInt128, forKey key: Key) throws {
    try set(try session.entry(value), for: key)
  }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try set(try session.entry(value, path: path.appending(key), depth: depth), for: key)
  }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return }
    let uid = try session.entry(inOptional: value, path: path.appending(key), depth: depth)
    try set(uid, for: key)
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = open(.dictionary, for: key)
    return KeyedEncodingContainer(
      KeyedValueEncoder<NestedKey>(
        encoder, container: nested, path: session.path(path, appending: key), depth: depth + 1))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = open(.array, for: key)
    return UnkeyedValueEncoder(
      encoder, container: nested, path: session.path(path, appending: key), depth: depth + 1)
  }

  func superEncoder() -> any Encoder { superEncoder(ArchiveKey.super) }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key as any CodingKey) }

  private func superEncoder(_ key: any CodingKey) -> any Encoder {
    let name = key.stringValue
    let isAdmitted = session.admitsNested(depth: depth, key: name)
    let child = ValueEncoder(
      session, path: session.path(path, appending: key), depth: depth + 1)
    if isAdmitted {
      container.append(KeyedArchiveWriter.null, forKey: session.writer.entry(name))
      container.fillLast(from: child)
    }
    return child
  }

  /// Returns a container for the key; if the value asks again for one of this kind, returns the
  /// same one.
  private func open(_ kind: EncodedContainer.Kind, for key: Key) -> EncodedContainer {
    // After a failure, the names of more keys must use up no memory.
    guard session.failure == nil else { return session.open(kind) }
    let name = key.stringValue
    if let nested = container.nested[session.writer.entry(name)] {
      if nested.kind == kind { return nested }
      encoder.fail("it asks for containers of two kinds", at: path.appending(key))
    }
    let isAdmitted = session.admitsNested(depth: depth, key: name)
    let nested = session.open(kind)
    if isAdmitted { container.append(nested, forKey: session.writer.entry(name)) }
    return nested
  }

  private func set(_ value: KeyedArchiveWriter.UID, for key: Key) throws {
    let name = key.stringValue
    try session.count(name.utf8.count)
    container.append(value, forKey: session.writer.entry(name))
  }
}
