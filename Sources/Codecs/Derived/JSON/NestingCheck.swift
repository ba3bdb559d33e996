import Foundation
import PersistentObjectsEngine

/// Checks how deep values are nested in each other, by an encoder that writes nothing.
///
/// Foundation's encoder has no limit: for an object that contains itself it would use up the stack
/// and end the process. Since a value may be the outermost one, the coding paths are empty.
struct NestingCheck: Encoder {
  /// The number of values around this one.
  private let depth: Int
  private let state: State

  private final class State {
    let maximumDepth: Int
    var failure: CodecError?

    init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

    /// The number of levels that are allowed. A value that is encoded as another one, such as an
    /// optional, is a level here, but not in JSON: each level of JSON has room for three of these.
    var limit: Int { 4 * (maximumDepth + 1) }

    func fail() {
      failure = CodecError(
        """
        the value contains itself, or is nested more than \(maximumDepth) levels deep; raise the \
        codec's maximumDepth
        """)
    }
  }

  /// Checks a value; throws a `CodecError` if it is nested too deep.
  static func check(_ value: some Encodable, maximumDepth: Int) throws {
    let outermost = NestingCheck(depth: 0, state: State(maximumDepth: maximumDepth))
    try outermost.check(value)
    try outermost.check()
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedNestingCheck(owner: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ValueNestingCheck(owner: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { ValueNestingCheck(owner: self) }

  /// The check of a value inside this one. Opening a container cannot throw, so a failure waits for
  /// the next value.
  fileprivate var inner: NestingCheck {
    if depth >= state.limit { state.fail() }
    return NestingCheck(depth: depth + 1, state: state)
  }

  /// Throws if something was nested too deep.
  fileprivate func check() throws {
    if let failure = state.failure { throw failure }
  }

  fileprivate func check<Value: Encodable>(_ value: Value) throws {
    // Foundation's encoder writes data by itself; here each byte would be a value.
    if Value.self == Data.self { return }
    let inner = inner
    try check()
    try value.encode(to: inner)
  }
}

private struct KeyedNestingCheck<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let owner: NestingCheck
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { try owner.check() }
  // All scalars, for which there are requirements of their own.
  func encode(_: some Encodable & LosslessStringConvertible, forKey _: Key) throws {
    try owner.check()
  }
  func encode(_: Int128, forKey _: Key) throws { try owner.check() }
  func encode(_: UInt128, forKey _: Key) throws { try owner.check() }
  func encode(_ value: some Encodable, forKey key: Key) throws { try owner.check(value) }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { owner.inner.container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    owner.inner.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { owner.inner }
  func superEncoder(forKey key: Key) -> any Encoder { owner.inner }
}

/// A single value, or the values of an array.
private struct ValueNestingCheck: SingleValueEncodingContainer, UnkeyedEncodingContainer {
  let owner: NestingCheck
  var codingPath: [any CodingKey] { [] }
  private(set) var count = 0

  init(owner: NestingCheck) { self.owner = owner }

  mutating func encodeNil() throws { try checkNext() }
  // All scalars, for which there are requirements of their own.
  mutating func encode(_: some Encodable & LosslessStringConvertible) throws { try checkNext() }
  mutating func encode(_: Int128) throws { try checkNext() }
  mutating func encode(_: UInt128) throws { try checkNext() }

  mutating func encode(_ value: some Encodable) throws {
    count += 1
    try owner.check(value)
  }

  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { nextInner().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nextInner().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { nextInner() }

  private mutating func checkNext() throws {
    count += 1
    try owner.check()
  }

  private mutating func nextInner() -> NestingCheck {
    count += 1
    return owner.inner
  }
}
