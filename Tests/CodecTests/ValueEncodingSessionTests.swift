import Testing

@testable import PersistentObjectsKeyedArchive

struct ValueEncodingSessionTests {
  /// Opening a container cannot throw, so a type may go on for long after a failure.
  @Test func newKeysUseNoMemoryAfterAFailure() {
    let session = ValueEncodingSession(KeyedArchiveOptions())
    let encoder = ValueEncoder(session, path: .root, depth: 0)
    var container = encoder.container(keyedBy: ArchiveKey.self)
    encoder.fail("it is too large")
    let count = session.writer.count
    for index in 0..<100 {
      let key = ArchiveKey(intValue: index)
      _ = container.nestedContainer(keyedBy: ArchiveKey.self, forKey: key)
      _ = container.nestedUnkeyedContainer(forKey: key)
    }
    #expect(session.writer.count == count)
  }
}
