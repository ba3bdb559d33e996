/// Encodes the parts of a value that have no keys: the elements of an array.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
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
  var count: Int { container.values.count }
  private var session: ValueEncodingSession { encoder.session }

  func encodeNil() throws { container.append(try session.nilEntry()) }
  func encode(_ value: Bool) throws { container.append(try session.entry(value)) }
  func encode(_ value: String) throws { container.append(try session.entry(value)) }
  func encode(_ value: Double) throws { container.append(try session.entry(value)) }
  func encode(_ value: Float) throws { container.append(try session.entry(value)) }
  func encode(_ value: Int) throws { container.append(try session.entry(value)) }
  func encode(_ value: Int8) throws { container.append(try session.entry(value)) }
  func encode(_ value: Int16) throws { container.append(try session.entry(value)) }
  func encode(_ value: Int32) throws { container.append(try session.entry(value)) }
  func encode(_ value: Int64) throws { container.append(try session.entry(value)) }
  func encode(_ value: UInt) throws { container.append(try session.entry(value)) }
  func encode(_ value: UInt8) throws { container.append(try session.entry(value)) }
  func encode(_ value: UInt16) throws { container.append(try session.entry(value)) }
  func encode(_ value: UInt32) throws { container.append(try session.entry(value)) }
  func encode(_ value: UInt64) throws { container.append(try session.entry(value)) }
  func encode(_ value: Int128) throws { container.append(try session.entry(value)) }
  func encode(_ value: UInt128) throws { container.append(try session.entry(value)) }
  func encode(_ value: some Encodable) throws {
    container.append(try session.entry(value, path: path.appending(count), depth: depth))
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let (nested, path) = open(.dictionary)
    return KeyedEncodingContainer(
      KeyedValueEncoder<NestedKey>(encoder, container: nested, path: path, depth: depth + 1))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let (nested, path) = open(.array)
    return UnkeyedValueEncoder(encoder, container: nested, path: path, depth: depth + 1)
  }

  func superEncoder() -> any Encoder {
    let isAdmitted = session.admitsNested(depth: depth)
    let child = ValueEncoder(session, path: nextPath, depth: depth + 1)
    if isAdmitted {
      container.append(KeyedArchiveWriter.null)
      container.fillLast(from: child)
    }
    return child
  }

  private func open(
    _ kind: EncodedContainer.Kind
  ) -> (container: EncodedContainer, path: CodingPath) {
    let isAdmitted = session.admitsNested(depth: depth)
    let (nested, path) = (session.open(kind), nextPath)
    if isAdmitted { container.append(nested.uid) }
    return (nested, path)
  }

  /// The path of what is opened next.
  private var nextPath: CodingPath {
    session.path(path, appending: ArchiveKey(intValue: count))
  }
}
