import PersistentObjectsCodecTesting
import PersistentObjectsEngine
import Testing

/// The draws of generators. The seeds are fixed where a few thousand draws need not contain every
/// kind.
struct ValueSourceTests {
  @Test func integersStayInTheirRangeAndReachItsEnds() {
    check(Int8.min...Int8.max)
    check(UInt64.min...UInt64.max)
    check(Int.min...Int.max)
    check(-3...12)
    check(UInt16(7)...7)
    check(Int64.max - 5...Int64.max)
    check(Int128.min...Int128.max)
  }

  @Test func theSameSeedGivesTheSameValues() {
    var (one, other) = (ValueSource(seed: 7), ValueSource(seed: 7))
    for _ in 0..<100 {
      #expect(one.text() == other.text())
      #expect(one.double() == other.double())
    }
  }

  @Test func textsAreOfAllPlanesAndLengths() {
    var source = ValueSource(seed: 7)
    let texts = (0..<2000).map { _ in source.text() }
    #expect(texts.contains("") && texts.contains { $0.count > 50 })
    let scalars = Set(texts.joined().unicodeScalars)
    #expect(scalars.contains("\0") && scalars.contains("\u{301}"))
    #expect(Set(scalars.map { $0.value >> 16 }).isSuperset(of: 0...16))
  }

  /// The standard library draws until a number fits; this must not loop forever.
  @Test func shrinksWhatTheStandardLibraryDraws() async throws {
    let codec = BrokenCodec<UInt16>.writing { $0 & ~1 }
    let error = await #expect(throws: CodecVerificationError.self) {
      try await verifyCodec(codec, generator: { UInt16.random(in: 0..<999, using: &$0) })
    }
    #expect(error?.failures.first?.sentence.contains("but 1, stored as INTEGER 0,") == true)
  }

  private func check<Integer: FixedWidthInteger>(
    _ range: ClosedRange<Integer>, location: SourceLocation = #_sourceLocation
  ) {
    var source = ValueSource(seed: 7)
    let values = Set((0..<2000).map { _ in source.integer(in: range) })
    #expect(values.allSatisfy(range.contains), sourceLocation: location)
    #expect(
      values.isSuperset(of: [range.lowerBound, range.upperBound]), sourceLocation: location)
  }
}
