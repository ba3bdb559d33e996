import Foundation
import PersistentObjectsCodec

/// Checks how deep values are nested in each other, by an encoder that writes nothing.
///
/// Foundation's encoder has no limit: for an object that contains itself it would use up the stack
/// and end the process. Coding paths have the right length, since types ask whether they are the
/// outermost value, but keys without names: to keep these would cost memory for each value.
struct NestingCheck: Encoder {
  /// The number of values around this one.
  private let depth: Int
  /// The number of keys and indices that lead to this value.
  private let keyCount: Int
  private let state: State

  private final class State {
    let maximumDepth: Int
    var failure: CodecError?

    init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

    /// The number of levels that are allowed. A value that is encoded as another one, such as an
    /// optional, is a level here, but not in JSON: each level of JSON has room for three of these.
    var limit: Int { 4 * (maximumDepth + 1) }

    func fail() {
      guard failure == nil else { return }
      failure = CodecError(
        """
        the value contains itself, or is nested more than \(maximumDepth) levels deep; raise the \
        codec's maximumDepth
        """)
    }
  }

  /// Checks a value; throws a `CodecError` if it is nested too deep.
  static func check(_ value: some Encodable, maximumDepth: Int) throws {
    let outermost = NestingCheck(
      depth: 0, keyCount: 0, state: State(maximumDepth: maximumDepth))
    // An error of the value's own is left to Foundation's encoder, which meets it next and knows
    // the path to it.
    try? outermost.check(value, addingKeys: 0)
    try outermost.check()
  }

  var codingPath: [any CodingKey] { Array(repeating: NamelessKey(), count: keyCount) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedNestingCheck(owner: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ValueNestingCheck(owner: self, addedKeys: 1)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueNestingCheck(owner: self, addedKeys: 0)
  }

  /// Returns the check of a value inside this one, to which so many more keys lead. Opening a
  /// container cannot throw, so a failure waits for the next value; until then nothing is deeper.
  fileprivate func inner(addingKeys added: Int = 1) -> NestingCheck {
    guard depth < state.limit else {
      state.fail()
      return self
    }
    return NestingCheck(depth: depth + 1, keyCount: keyCount + added, state: state)
  }

  /// Throws if something was nested too deep.
  fileprivate func check() throws {
    if let failure = state.failure { throw failure }
  }

  fileprivate func check<Value: Encodable>(_ value: Value, addingKeys added: Int = 1) throws {
    // Foundation's encoder writes data by itself; here each byte would be a value.
    if Value.self == Data.self { return }
    let encoder = inner(addingKeys: added)
    try check()
    try value.encode(to: encoder)
  }
}

/// The key of any value. Only its presence counts.
private struct NamelessKey: CodingKey {
  var stringValue: String { "" }
  var intValue: Int? { nil }

  init() {}
  init(stringValue: String) {}
  init?(intValue: Int) { nil }
}

private struct KeyedNestingCheck<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let owner: NestingCheck
  var codingPath: [any CodingKey] { owner.codingPath }

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
  ) -> KeyedEncodingContainer<Nested> { owner.inner().container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    owner.inner().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { owner.inner() }
  func superEncoder(forKey key: Key) -> any Encoder { owner.inner() }
}

/// A single value, or the values of an array.
private struct ValueNestingCheck: SingleValueEncodingContainer, UnkeyedEncodingContainer {
  let owner: NestingCheck
  /// The number of keys from here to each value: an index leads to that of an array.
  let addedKeys: Int
  private(set) var count = 0

  init(owner: NestingCheck, addedKeys: Int) { (self.owner, self.addedKeys) = (owner, addedKeys) }

  var codingPath: [any CodingKey] { owner.codingPath }

  mutating func encodeNil() throws { try checkNext() }
  // All scalars, for which there are requirements of their own.
  mutating func encode(_: some Encodable & LosslessStringConvertible) throws { try checkNext() }
  mutating func encode(_: Int128) throws { try checkNext() }
  mutating func encode(_: UInt128) throws { try checkNext() }

  mutating func encode(_ value: some Encodable) throws {
    count += 1
    try owner.check(value, addingKeys: addedKeys)
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
    return owner.inner()
  }
}
