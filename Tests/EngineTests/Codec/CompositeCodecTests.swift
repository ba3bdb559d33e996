import Foundation
import PersistentObjects
import TestSupport
import Testing

private struct Pair: Equatable {
  var first: Int
  var second: Int
}

/// A codec that breaks one of the laws.
private struct BrokenCodec: CompositeCodec {
  enum Breach { case none, tooFew, tooMany, otherType, ownError }

  let identifier = CodecIdentifier("broken-pair")
  var breach = Breach.none
  let fields = [
    CompositeField("first", \Pair.first), CompositeField("second", \Pair.second),
  ]

  func encode(_ pair: Pair, into fields: inout FieldWriter) throws {
    if breach == .ownError { throw CodecError("pairs are refused") }
    try fields.write(pair.first)
    if breach == .otherType { return try fields.write("text") }
    if breach == .tooFew { return }
    try fields.write(pair.second)
    if breach == .tooMany { try fields.write(0) }
  }

  func decode(from fields: inout FieldReader) throws -> Pair {
    Pair(first: try fields.read(), second: try fields.read())
  }
}

@Persistent private final class Holder {
  var pair: Pair
}

@Suite struct CompositeCodecTests {
  @Test func aRegisteredCodecStoresTheType() throws {
    try TemporaryStore.run(codecs: .standard.registering(BrokenCodec())) { store, session in
      try session.given(Holder(pair: Pair(first: 1, second: 2)))
      #expect(try store.rows("SELECT pair_first, pair_second FROM holder") == ["1|2"])
      #expect(
        try store.rows(
          "SELECT DISTINCT part_of FROM _persistent_column WHERE part_of IS NOT NULL")
          == ["broken-pair 1"])
      session.clear()
      #expect(try Holder.query.findFirst(in: session)?.pair == Pair(first: 1, second: 2))
    }
  }

  @Test(arguments: [
    (BrokenCodec.Breach.tooFew, "wrote 1 of its 2 fields"), (.tooMany, "more fields"),
    (.otherType, "not the type"), (.ownError, "pairs are refused"),
  ])
  private func breachesAreErrors(_ breach: BrokenCodec.Breach, _ message: String) throws {
    try TemporaryStore.run(codecs: .standard.registering(BrokenCodec(breach: breach))) {
      store, session in
      let error = failure { try session.given(Holder(pair: Pair(first: 1, second: 2))) }
      #expect(error?.code == .encodingFailed && error?.context.property == "pair")
      #expect(error?.message.contains(message) == true, "\(String(describing: error))")
      let count = try Holder.count(in: session)
      #expect(count == 0)
    }
  }

  @Test func anotherCodecIsNoticed() throws {
    try TemporaryStore.run(codecs: .standard.registering(BrokenCodec())) { store, session in
      try session.given(Holder(pair: Pair(first: 1, second: 2)))
      session.clear()
      struct Other: CompositeCodec {
        let identifier = CodecIdentifier("other-pair")
        let fields = BrokenCodec().fields
        func encode(_ pair: Pair, into fields: inout FieldWriter) throws {}
        func decode(from fields: inout FieldReader) throws -> Pair { Pair(first: 0, second: 0) }
      }
      let later = try store.reopened(codecs: .standard.registering(Other()))
      defer { later.close() }
      let error = failure { _ = try Holder.findAll(in: Session(store: later)) }
      #expect(error?.code == .codecMismatch && error?.message.contains("broken-pair") == true)
    }
  }
}
