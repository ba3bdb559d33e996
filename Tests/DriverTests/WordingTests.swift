import PersistentObjectsDriver
import Testing

@testable import PersistentObjectsDriverTesting

/// The words in which the kit reports what a driver did.
@Suite struct WordingTests {
  /// Regression test: the byte 0x0a was shown as `a`.
  @Test func bytesHaveTwoDigitsEach() {
    #expect(Wording.show(.bytes([0x0A, 0xFF])) == "X'0AFF'")
    #expect(Wording.describe(.bytes([])) == "BLOB X''")
    #expect(Wording.show(.text("a\u{0}")) == #""a\0""#)
  }
}
