import PersistentObjectsCodec
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsDriver
import Testing

/// The kit detects every way to break a law of codecs of several columns.
struct VerifyCompositeCodecTests {
  private static let codecs = CodecRegistry().registering(Int64Codec()).registering(StringCodec())

  private static func pair(_ source: inout ValueSource) -> Triple {
    Triple(
      first: source.integer(), second: source.integer(),
      note: source.bool() ? source.normalText() : nil)
  }

  @Test func soundCodecsPass() async throws {
    try await verifyCodec(
      TripleCodec(), codecs: Self.codecs, samples: [Triple(first: .min, second: .max)],
      generator: Self.pair)
    try await verifyCodec(
      RemarkCodec(), codecs: Self.codecs, samples: [Remark(), Remark(text: "", stars: 0)])
    try await verifyCodec(
      CoupleCodec(), codecs: Self.codecs,
      generator: { Couple(pair: Self.pair(&$0), remark: $0.bool() ? nil : Remark()) })
  }

  // MARK: Visits

  @Test func findsFieldsThatAreExchanged() async throws {
    var codec = TripleCodec()
    codec.write = { pair, fields in
      try fields.write(pair.second)
      try fields.write(pair.first)
      try fields.write(pair.note)
    }
    codec.read = { fields in
      let (second, first): (Int64, Int64) = (try fields.read(), try fields.read())
      return Triple(first: first, second: second, note: try fields.read())
    }
    await expect(
      .fields, "A field must hold the property that it names, but for ",
      " the field 'first' is INTEGER ", codec)
  }

  @Test func findsAFieldThatIsForgotten() async throws {
    var codec = TripleCodec()
    codec.write = { pair, fields in
      try fields.write(pair.first)
      try fields.write(pair.second)
    }
    await expectRefusal("the codec 'pair 1' wrote 2 of its 3 fields", codec)
  }

  @Test func findsAFieldThatIsWrittenTwice() async throws {
    var codec = TripleCodec()
    codec.write = { pair, fields in
      try fields.write(pair.first)
      try fields.write(pair.second)
      try fields.write(pair.note)
      try fields.write(pair.note)
    }
    await expectRefusal("more fields are written than the 3 that the codec names", codec)
  }

  @Test func findsAFieldOfAnotherType() async throws {
    var codec = TripleCodec()
    codec.write = { pair, fields in
      try fields.write(Int(pair.first))
      try fields.write(pair.second)
      try fields.write(pair.note)
    }
    await expectRefusal(
      "the field at position 0 is written as Int, which is not the type that it is declared with",
      codec)
  }

  @Test func findsAFieldThatIsNotRead() async throws {
    var codec = TripleCodec()
    codec.read = { fields in
      Triple(first: try fields.read(), second: try fields.read(), note: nil)
    }
    await expectRoundTrip(of: 0, codec) { _ in
      "was refused by decode: the codec 'pair 1' read 2 of its 3 fields."
    }
  }

  // MARK: Values

  @Test func findsABitThatIsDroppedInDecode() async throws {
    var codec = TripleCodec()
    codec.read = { fields in
      let first: Int64 = try fields.read()
      return Triple(first: first & ~1, second: try fields.read(), note: try fields.read())
    }
    await expectRoundTrip(of: 1, codec) { "came back as (0, 0, \($0))." }
  }

  @Test func findsABitThatIsDroppedInAFieldThatIsNoProperty() async throws {
    var codec = TripleCodec()
    codec.fields[0] = CompositeField("first", of: Int64.self)
    codec.write = { pair, fields in
      try fields.write(pair.first & ~1)
      try fields.write(pair.second)
      try fields.write(pair.note)
    }
    await expectRoundTrip(of: 1, stored: 0, codec) { "came back as (0, 0, \($0))." }
  }

  @Test func findsAValueThatIsRefused() async throws {
    var codec = TripleCodec()
    codec.write = { pair, fields in
      if pair.note == nil { throw CodecError("notes are due") }
      try TripleCodec().write(pair, &fields)
    }
    await expectRefusal("notes are due", codec)
    try await verifyCodec(
      codec, codecs: Self.codecs, generator: Self.pair, mayRefuse: { $0.note == nil },
      options: withoutDamage)
  }

  @Test func findsAFormThatChanges() async throws {
    let counter = Counter()
    var codec = TripleCodec()
    codec.fields[0] = CompositeField("first", of: Int64.self)
    codec.write = { pair, fields in
      try fields.write(counter.next())
      try fields.write(pair.second)
      try fields.write(pair.note)
    }
    let error = await failure(codec)
    #expect(error?.failures.first?.law == .determinism)
    #expect(
      error?.failures.first?.sentence.hasPrefix("encode must write the same fields") == true)
  }

  @Test func findsAnotherHash() async throws {
    let error = await failure {
      try await verifyCodec(TagCodec(), codecs: Self.codecs, samples: [Tag("a")])
    }
    #expect(error?.failures.map(\.law) == [.hash])
  }

  @Test func findsEqualValuesWithOtherFields() async throws {
    let samples = [CaselessText(text: "Ab"), CaselessText(text: "ab")]
    let error = await failure {
      try await verifyCodec(CaselessCodec(), codecs: Self.codecs, samples: samples)
    }
    #expect(error?.failures.map(\.law) == [.equality])
    try await verifyCodec(
      CaselessCodec(isSearchable: false), codecs: Self.codecs, samples: samples)
  }

  /// NULL in a field that cannot be nil would be no value, if the property were optional.
  @Test func findsNULLThatIsRead() async throws {
    var codec = TripleCodec()
    codec.fields[0] = CompositeField(
      "first", \Triple.first,
      codec: BrokenCodec<Int64>(
        write: { $1.write($0) }, read: { (try? $0.integer()) ?? 0 }))
    let error = await failure(codec)
    #expect(error?.failures.map(\.law).contains(.null) == true, "\(String(describing: error))")
  }

  @Test func findsFieldsThatNoValueHas() async throws {
    var codec = TripleCodec()
    codec.write = { pair, fields in
      if pair.first > pair.second { throw CodecError("the pair is not in order") }
      try TripleCodec().write(pair, &fields)
    }
    let generator: (inout ValueSource) -> Triple = {
      let (a, b): (Int64, Int64) = ($0.integer(), $0.integer())
      return Triple(first: min(a, b), second: max(a, b))
    }
    let error = await failure {
      try await verifyCodec(codec, codecs: Self.codecs, generator: generator)
    }
    #expect(error?.failures.map(\.law) == [.damage])
    #expect(error?.description.contains("cannot be stored again: the pair is not") == true)
    codec.read = { fields in
      let pair = try TripleCodec().read(&fields)
      if pair.first > pair.second { throw CodecError("the pair is not in order") }
      return pair
    }
    try await verifyCodec(codec, codecs: Self.codecs, generator: generator)
  }

  // MARK: The codec itself

  @Test func findsEqualNames() async throws {
    var codec = TripleCodec()
    codec.fields[1] = CompositeField("first", \Triple.second)
    await expect(
      .fields,
      "Each field must have a name of its own and a codec, but: the codec 'pair 1' has two fields of"
        + " the name 'first'.", codec)
  }

  @Test func findsAFieldWithoutACodec() async throws {
    let error = await failure {
      try await verifyCodec(TripleCodec(), codecs: CodecRegistry(), generator: Self.pair)
    }
    #expect(error?.failures.map(\.law) == [.fields])
    #expect(error?.description.contains("first: no codec stores values of type Int64") == true)
  }

  @Test(arguments: [0, Int(Int32.max) + 1])
  func findsAVersionThatIsNone(_ version: Int) async throws {
    let error = await failure(TripleCodec(identifier: CodecIdentifier("pair", version: version)))
    #expect(error?.failures.first?.law == .identity)
    #expect(error?.description.contains("TripleCodec breaks a law of CompositeCodec:") == true)
  }

  @Test func demandsValues() async throws {
    let error = await failure {
      try await verifyCodec(TripleCodec(), codecs: Self.codecs)
    }
    #expect(error?.failures.map(\.law) == [.values])
  }

  // MARK: -

  private var withoutDamage: CodecVerification {
    var options = CodecVerification()
    options.mutations = 0
    return options
  }

  /// Expects that a codec cannot write any value; which one is named depends on the seed.
  private func expectRefusal(
    _ reason: String, _ codec: TripleCodec, location: SourceLocation = #_sourceLocation
  ) async {
    await expect(
      .encoding, "encode must take every value, and write all fields in their order, but for ",
      " it threw: \(reason).", codec, location: location)
  }

  /// Expects that the simplest value with a first field comes back as another one. Whether its note
  /// is nil or empty depends on the seed.
  private func expectRoundTrip(
    of first: Int, stored: Int? = nil, _ codec: TripleCodec,
    location: SourceLocation = #_sourceLocation, found: (String) -> String
  ) async {
    let error = await failure(codec)
    let sentences = [("nil", "NULL"), ("", #"TEXT """#)].map { note, form in
      "decode must read all fields in their order and return what was encoded, but"
        + " (\(first), 0, \(note)), stored as first INTEGER \(stored ?? first), second INTEGER 0,"
        + " note \(form), \(found(note))"
    }
    let sentence = error?.failures.first?.sentence ?? ""
    #expect(error?.failures.map(\.law) == [.roundTrip], sourceLocation: location)
    #expect(sentences.contains(sentence), "\(sentence)", sourceLocation: location)
  }

  private func expect(
    _ law: CodecLaw, _ sentence: String, _ codec: TripleCodec,
    location: SourceLocation = #_sourceLocation
  ) async {
    let error = await failure(codec)
    #expect(error?.failures.map(\.law) == [law], sourceLocation: location)
    #expect(error?.failures.first?.sentence == sentence, sourceLocation: location)
  }

  /// Expects a sentence that begins and goes on in some way, with a value between.
  private func expect(
    _ law: CodecLaw, _ beginning: String, _ rest: String, _ codec: TripleCodec,
    location: SourceLocation = #_sourceLocation
  ) async {
    let error = await failure(codec)
    let sentence = error?.failures.first?.sentence ?? ""
    #expect(error?.failures.map(\.law) == [law], sourceLocation: location)
    #expect(
      sentence.hasPrefix(beginning) && sentence.contains(rest), "\(sentence)",
      sourceLocation: location)
  }

  private func failure(_ codec: TripleCodec) async -> CodecVerificationError? {
    await failure {
      try await verifyCodec(codec, codecs: Self.codecs, generator: Self.pair)
    }
  }

  private func failure(_ verify: () async throws -> Void) async -> CodecVerificationError? {
    do {
      try await verify()
      return nil
    } catch {
      if error is CodecVerificationError { return error as? CodecVerificationError }
      Issue.record(error)
      return nil
    }
  }
}
