/// Encodes one value into an archive: into a container, or as a single value.
final class ValueEncoder: Encoder {
  let session: ValueEncodingSession
  let path: CodingPath
  let depth: Int
  private var container: EncodedContainer?
  private var single: KeyedArchiveWriter.UID?

  init(_ session: ValueEncodingSession, path: CodingPath, depth: Int) {
    self.session = session
    self.path = path
    self.depth = depth
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  /// The entry of the encoded value; an empty dictionary if nothing was encoded.
  var uid: KeyedArchiveWriter.UID { single ?? container?.uid ?? open(.dictionary).uid }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      KeyedValueEncoder(self, container: open(.dictionary), path: path, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedValueEncoder(self, container: open(.array), path: path, depth: depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Returns a container for the value; if it asks again for one of this kind, returns the same
  /// one.
  private func open(_ kind: EncodedContainer.Kind) -> EncodedContainer {
    if let container, container.kind == kind { return container }
    if container != nil || single != nil { fail("it asks for containers of two kinds") }
    let new = session.open(kind)
    if container == nil { container = new }
    return new
  }

  /// Records a failure. `container(keyedBy:)` cannot throw, so the failure waits until encoding
  /// ends.
  ///
  /// - Parameter path: the path to the value, if it is not the encoder's own.
  func fail(_ reason: String, at path: CodingPath? = nil) {
    guard session.failure == nil else { return }
    let context = EncodingError.Context(
      codingPath: (path ?? self.path).keys,
      debugDescription: "the value cannot be archived: \(reason)")
    session.failure = EncodingError.invalidValue(self, context)
  }

  private func set(_ uid: KeyedArchiveWriter.UID) {
    if container != nil || single != nil { fail("it encodes more than one single value") }
    single = uid
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { set(try session.nilEntry()) }
  func encode(_ value: Bool) throws { set(try session.entry(value)) }
  func encode(_ value: String) throws { set(try session.entry(value)) }
  func encode(_ value: Double) throws { set(try session.entry(value)) }
  func encode(_ value: Float) throws { set(try session.entry(value)) }
  func encode(_ value: Int) throws { set(try session.entry(value)) }
  func encode(_ value: Int8) throws { set(try session.entry(value)) }
  func encode(_ value: Int16) throws { set(try session.entry(value)) }
  func encode(_ value: Int32) throws { set(try session.entry(value)) }
  func encode(_ value: Int64) throws { set(try session.entry(value)) }
  func encode(_ value: UInt) throws { set(try session.entry(value)) }
  func encode(_ value: UInt8) throws { set(try session.entry(value)) }
  func encode(_ value: UInt16) throws { set(try session.entry(value)) }
  func encode(_ value: UInt32) throws { set(try session.entry(value)) }
  func encode(_ value: UInt64) throws { set(try session.entry(value)) }
  func encode(_ value: Int128) throws { set(try session.entry(value)) }
  func encode(_ value: UInt128) throws { set(try session.entry(value)) }
  func encode(_ value: some Encodable) throws {
    set(try session.entry(value, path: path, depth: depth))
  }
}
