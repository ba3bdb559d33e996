import Foundation
import PersistentObjectsCodec
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsEngine
import Synchronization
import Testing

/// The kit detects every way to break a law, and shows the smallest value that does so.
struct VerifyCodecTests {
  typealias Integer = UInt16

  // MARK: Single values

  @Test func findsABitThatIsDropped() async throws {
    await expect(
      .roundTrip,
      "decode must return what was encoded, but 1, stored as INTEGER 0, came back as"
        + " 0.", integers(.writing { $0 & ~1 }))
  }

  @Test func findsTextThatIsFolded() async throws {
    await expect(
      .roundTrip,
      #"decode must return what was encoded, but "A", stored as TEXT "a", came back"#
        + #" as "a"."#
    ) {
      try await verifyCodec(
        BrokenCodec.writing { $0.lowercased() }, generator: { $0.text() },
        isSame: { $0.utf8.elementsEqual($1.utf8) })
    }
  }

  @Test func makesCollectionsSmaller() async throws {
    let codec = BrokenCodec<[UInt8]>(
      storage: .bytes, write: { $1.write(Array($0.prefix(3))) }, read: { try $0.bytes() })
    await expect(
      .roundTrip,
      "decode must return what was encoded, but [0, 0, 0, 0], stored as BLOB"
        + " x'000000', came back as [0, 0, 0]."
    ) { try await verifyCodec(codec, generator: { $0.bytes() }) }
  }

  @Test func findsWhatDecodeRefuses() async throws {
    let codec = BrokenCodec<Integer>(
      write: { $1.write(Int64($0)) },
      read: {
        let number = try $0.integer()
        guard number < 1000 else { throw CodecError("\(number) is too much") }
        return try BrokenCodec.exactly(number)
      })
    await expect(
      .roundTrip,
      "decode must return what was encoded, but 1000, stored as INTEGER 1000, was"
        + " refused by decode: 1000 is too much.", integers(codec))
  }

  @Test func findsAValueThatIsRefused() async throws {
    let codec = BrokenCodec<Integer>(
      write: {
        if $0 % 7 == 6 { throw CodecError("no sixes") }
        $1.write(Int64($0))
      },
      read: {
        let value: Integer = try BrokenCodec.exactly($0.integer())
        if value % 7 == 6 { throw CodecError("no sixes") }
        return value
      })
    await expect(
      .encoding, "encode must take every value, but for 6 it threw: no sixes.", integers(codec))
    try await verifyCodec(codec, generator: { $0.integer() }, mayRefuse: { $0 % 7 == 6 })
  }

  @Test func findsNULL() async throws {
    let codec = BrokenCodec<Double>(
      storage: .any,
      write: { if $0.isNaN { $1.writeNull() } else { try $1.write($0) } }, read: { try $0.real() })
    await expect(.cell, cell("nan it wrote NULL")) {
      try await verifyCodec(codec, samples: [.nan], generator: { $0.double() })
    }
  }

  @Test func findsAnotherKindThanPromised() async throws {
    let codec = BrokenCodec<Integer>(
      write: { $1.write(String($0)) }, read: { try BrokenCodec.exactly($0.integer()) })
    await expect(.cell, cell(#"0 it wrote TEXT "0" where storage is integer"#), integers(codec))
  }

  @Test(arguments: [
    (StoredMeaning.boolean, "boolean"), (.unsigned(digits: 20), "unsigned(digits: 20)"),
    (.decimal, "decimal"), (.uuid, "uuid"), (.instant, "instant"),
  ]) func findsAnotherFormThanTheMeaningHas(_ meaning: StoredMeaning, _ name: String) async throws {
    let codec = BrokenCodec<String>(
      storage: .text, meaning: meaning, write: { $1.write($0) }, read: { try $0.text() })
    let sentence = cell(#""7" it wrote TEXT "7", which is not a form of the meaning \#(name)"#)
    await expect(.cell, sentence) { try await verifyCodec(codec, samples: ["7"]) }
  }

  @Test func findsTextThatIsNoJSON() async throws {
    let codec = BrokenCodec<String>(
      storage: .text, meaning: .json, write: { $1.write($0) }, read: { try $0.text() })
    await expect(.cell, cell(#""7," it wrote TEXT "7,", which is not a form of the meaning json"#))
    {
      try await verifyCodec(codec, samples: ["[7]", "7,"])
    }
  }

  /// Texts that are stored forms of a meaning, and others that are nearly so.
  struct Forms: Sendable {
    let meaning: StoredMeaning
    let sound: [String]
    let faulty: [String]
  }

  @Test(arguments: [
    Forms(
      meaning: .canonicalJSON,
      sound: [
        #"{"a": 1, "b": [true, {}]}"#, #""\u0001\t\"é""#, "-0.50", "[]", #"{"b": null, "aa": ""}"#,
      ],
      faulty: [
        #"{"b": 1, "a": 2}"#, #"{"aa": 1, "b": 2}"#, #"{"a":1}"#, "[1,2]", "1e5", "-0", " 1",
        #""\u0009""#, #""\u001F""#, #""\/""#,
      ]),
    Forms(
      meaning: .decimal,
      sound: ["002 12.5", "001 0", "001 0.05", "-997 87.4~ -12.5", "003 100"],
      faulty: [
        "003 12.5", "002 12.50", "001 00", "002 012", "-997 87.5~ -12.5", "-998 87.4~ -12.5",
        "-998 9~ -0",
      ]),
    Forms(
      meaning: .instant,
      sound: ["2024-02-29 23:59:59", "0000-01-01 00:00:00.5"],
      faulty: [
        "2026-02-29 00:00:00", "2026-04-31 00:00:00", "2026-13-01 00:00:00", "2026-01-00 00:00:00",
        "2026-01-01 24:00:00", "2026-01-01 00:60:00", "2026-01-01 00:00:60",
        "2026-01-01 00:00:00.50", "2026-01-01 00:00:00.0",
      ]),
  ])
  func findsTextThatADatabaseWouldNotWriteAgain(_ forms: Forms) async throws {
    let codec = BrokenCodec<String>(
      storage: .text, meaning: forms.meaning, isSearchable: false, write: { $1.write($0) },
      read: { try $0.text() })
    try await verifyCodec(codec, samples: forms.sound)
    for text in forms.faulty {
      let literal = text.debugDescription
      let fault = "\(literal) it wrote TEXT \(literal), which is not a form of the meaning"
      await expect(.cell, cell("\(fault) \(forms.meaning)")) {
        try await verifyCodec(codec, samples: [text])
      }
    }
  }

  @Test func findsAMomentThatNoTimestampHolds() async throws {
    let codec = BrokenCodec<Int64>(
      meaning: .timestamp, write: { $1.write($0) }, read: { try $0.integer() })
    let latest: Int64 = 9_223_371_244_799_999_999
    try await verifyCodec(codec, samples: [-210_863_520_000_000_000, 0, latest])
    let found = "\(latest + 1) it wrote INTEGER \(latest + 1)"
    await expect(.cell, cell("\(found), which is not a form of the meaning timestamp")) {
      try await verifyCodec(codec, samples: [latest + 1])
    }
  }

  @Test func findsTextThatIsCutWithinAScalar() async throws {
    let codec = BrokenCodec<String>(
      storage: .text,
      write: { text, column in
        var text = text
        text.withUTF8 { bytes in
          let count = (bytes.first ?? 0) < 128 ? bytes.count : 1
          column.write(utf8: UnsafeBufferPointer(rebasing: bytes.prefix(count)))
        }
      }, read: { try $0.text() })
    await expect(.cell, cell(#""é" it wrote TEXT x'c3' (not valid UTF-8)"#)) {
      try await verifyCodec(codec, samples: ["a", "é"])
    }
  }

  @Test(arguments: [0, 2]) func findsAnyOtherNumberOfWritesThanOne(_ count: Int) async throws {
    let codec = BrokenCodec<Integer>(
      write: { for _ in 0..<count { $1.write(Int64($0)) } },
      read: { try BrokenCodec.exactly($0.integer()) })
    await expect(.cell, cell("0 it wrote \(count) times"), integers(codec))
  }

  @Test func findsAFormThatChanges() async throws {
    let counter = Counter()
    let codec = BrokenCodec<Integer>(
      write: { $1.write(Int64($0) * 2 + counter.next() % 2) },
      read: { try BrokenCodec.exactly($0.integer() / 2) })
    let error = await failure(integers(codec))
    #expect(error?.failures.map(\.law).first == .determinism)
    #expect(error?.description.contains("but for 0 it wrote INTEGER ") == true)
  }

  @Test func findsErrorsThatComeAndGo() async throws {
    let counter = Counter()
    let codec = BrokenCodec<Integer>(
      write: {
        if counter.next() == 1 { throw CodecError("not now") }
        $1.write(Int64($0))
      }, read: { try BrokenCodec.exactly($0.integer()) })
    let error = await failure { try await verifyCodec(codec, samples: [5]) }
    #expect(
      error?.failures.first?.sentence == "A codec must do the same each time, but for 5 it threw"
        + " only when asked again: not now.")
  }

  @Test func knowsNaNByItsStoredForm() async throws {
    try await verifyCodec(
      DoubleAsBits(), samples: [.nan, -.nan], generator: { $0.double(includingNaN: true) })
  }

  @Test func findsAHashThatDiffersFromThatOfAnEqual() async throws {
    let codec = BrokenCodec<Tag>(
      storage: .text, write: { $1.write($0.name) }, read: { Tag(try $0.text()) })
    await expect(
      .hash,
      #"Equal values must have equal hashes, but a, stored as TEXT "a", came back with"#
        + " another hash."
    ) { try await verifyCodec(codec, samples: [Tag("b"), Tag("a")]) }
    var options = CodecVerification()
    options.comparesHashes = false
    try await verifyCodec(codec, samples: [Tag("b"), Tag("a")], options: options)
  }

  // MARK: The file

  @Test func findsWhatOnlyAFileLoses() async throws {
    await expect(
      .file,
      "A value must come back from an SQLite file as it does from memory, but 7 did not come back"
        + " when the file was closed and opened again."
    ) { try await verifyCodec(LastInMemory(), samples: [7, 13]) }
  }

  @Test func findsEachBitOfDoublesInTheFile() async throws {
    let codec = BrokenCodec<Double>(
      storage: .real, write: { try $1.write($0) }, read: { try $0.real() })
    try await verifyCodec(
      codec, samples: [-0.0], generator: { $0.double() },
      isSame: { $0.bitPattern == $1.bitPattern }, isEqual: ==, isLess: <)
  }

  // MARK: Pairs

  @Test func findsAnOrderThatIsNotKept() async throws {
    let codec = BrokenCodec<Integer>(
      storage: .text, write: { $1.write(String($0)) },
      read: { try UInt16Codec().decoded(.integer(Int64($0.text()) ?? -1)) })
    let sentence =
      #"SQL must order stored values as Swift orders values, but 2, stored as TEXT "2", is less"#
      + #" than 10, stored as TEXT "10", in Swift only."#
    await expect(.order, sentence, integers(codec))
    var unordered = codec
    unordered.isSearchable = false
    try await verifyCodec(unordered, generator: { $0.integer() })
  }

  @Test func findsTheSmallestOfTheSamples() async throws {
    let codec = BrokenCodec<Integer>(
      storage: .text, write: { $1.write(String($0)) },
      read: { try UInt16Codec().decoded(.integer(Int64($0.text()) ?? -1)) })
    let error = await failure { try await verifyCodec(codec, samples: [9, 10, 300, 1000]) }
    #expect(
      error?.failures.map(\.sentence) == [
        #"SQL must order stored values as Swift orders values, but 9, stored as TEXT "9", is less"#
          + #" than 10, stored as TEXT "10", in Swift only."#
      ])
  }

  @Test func findsEqualValuesWithTwoForms() async throws {
    let codec = BrokenCodec<CaselessText>(
      storage: .text, write: { $1.write($0.text) }, read: { CaselessText(text: try $0.text()) })
    await expect(
      .equality,
      "Values must be equal in SQL if, and only if, they are equal in Swift, but A, stored"
        + #" as TEXT "A", and a, stored as TEXT "a", are equal in Swift only."#
    ) {
      try await verifyCodec(
        codec, generator: { CaselessText(text: $0.array { $0.element(of: ["a", "A"]) }.joined()) },
        isSame: ==)
    }
  }

  @Test func findsUnequalValuesWithOneForm() async throws {
    let codec = BrokenCodec<Double>(
      storage: .integer,
      write: {
        guard let floor = Int64(exactly: $0.rounded(.down)) else { throw CodecError("too large") }
        $1.write(floor)
      },
      read: {
        guard let value = Double(exactly: try $0.integer()) else { throw CodecError("too large") }
        return value
      })
    await expect(
      .equality,
      "Values must be equal in SQL if, and only if, they are equal in Swift, but 0.0,"
        + " stored as INTEGER 0, and 0.5, stored as INTEGER 0, are equal in SQL only."
    ) {
      try await verifyCodec(codec, samples: [1, 0.5, 0], isSame: { abs($0 - $1) < 1 }, isEqual: ==)
    }
  }

  // MARK: Reading

  @Test func findsNULLThatIsRead() async throws {
    let codec = BrokenCodec<Integer>(
      write: { $1.write(Int64($0)) },
      read: { $0.isNull ? 0 : try BrokenCodec.exactly($0.integer()) })
    await expect(.null, "decode must throw for NULL, but returned 0.", integers(codec))
  }

  @Test func findsAnotherKindThatIsRead() async throws {
    let codec = BrokenCodec<String>(
      storage: .text, write: { $1.write($0) },
      read: { try $0.kind == .integer ? String($0.integer()) : $0.text() })
    await expect(
      .otherKinds,
      #"decode must throw for kinds that storage, text, does not admit, but for INTEGER"#
        + #" 0 it returned "0"."#
    ) { try await verifyCodec(codec, samples: ["a"]) }
    var options = CodecVerification()
    options.alsoReads = [.integer]
    try await verifyCodec(codec, samples: ["a"], options: options)
  }

  @Test func findsGarbageThatIsRead() async throws {
    let percents = BrokenCodec<Int64>(
      write: {
        guard (0...100).contains($0) else { throw CodecError("\($0) is no percentage") }
        $1.write($0)
      }, read: { try $0.integer() })
    await expect(
      .damage,
      damage("INTEGER -1 it returned -1, which cannot be stored again: -1 is no percentage")
    ) { try await verifyCodec(percents, generator: { $0.integer(in: 0...100) }) }
  }

  @Test func findsInvalidTextThatIsRepaired() async throws {
    let codec = BrokenCodec<String>(
      storage: .text, write: { $1.write($0) },
      read: { column in
        let text = try column.withUTF8 { String(decoding: $0, as: UTF8.self) }
        return text.contains("\u{FFFD}") ? text + "?" : text
      })
    await expect(
      .damage,
      damage(
        #"TEXT x'80' (not valid UTF-8) it returned "�?", which stored again as TEXT "�?", came back as"#
          + #" "�??""#)
    ) { try await verifyCodec(codec, samples: ["é"]) }
  }

  // MARK: Threads

  @Test func findsStateThatThreadsShare() async throws {
    let error = await failure {
      try await verifyCodec(SharedScratch(), generator: { $0.integer() })
    }
    #expect(error?.failures.map(\.law) == [.concurrency])
    #expect(error?.description.contains("was decoded and encoded again as INTEGER") == true)
  }

  // MARK: A codec's own description

  @Test(arguments: [
    (CodecIdentifier(""), "the name is empty"),
    (CodecIdentifier("x", version: 0), "the version is 0"),
    (
      CodecIdentifier("x", version: 1 << 31),
      "the version is 2147483648, and the last one is 2147483647"
    ),
  ])
  func findsABadIdentifier(_ identifier: CodecIdentifier, _ fault: String) async throws {
    var codec = BrokenCodec<Integer>.writing { $0 }
    codec.identifier = identifier
    await expect(
      .identity,
      "A codec must have a lasting name and a version from 1 on that it can read, but"
        + " \(fault).", integers(codec))
  }

  @Test func findsAMeaningThatChanges() async throws {
    await expect(
      .identity,
      "A codec must have a lasting name and a version from 1 on that it can read, but storage,"
        + " meaning or isSearchable changes."
    ) { try await verifyCodec(MeansThisAndThat(), samples: [0, 1]) }
  }

  @Test func demandsValues() async throws {
    let nothing = await failure { try await verifyCodec(IntCodec()) }
    #expect(nothing?.failures.map(\.law) == [.values])
    let refused = await failure {
      try await verifyCodec(DoubleCodec(), samples: [.nan], mayRefuse: { $0.isNaN })
    }
    #expect(refused?.failures.map(\.law) == [.values])
  }

  // MARK: The report

  @Test func reportsEachLawOnceAndTheSeedThatRepeatsIt() async throws {
    let codec = BrokenCodec<Int64>(
      identifier: CodecIdentifier(""), storage: .text,
      write: { $1.write($0 == 7 ? "8" : String($0)) },
      read: { $0.isNull ? 0 : Int64(try $0.text()) ?? -1 })
    let first = await failure {
      try await verifyCodec(codec, samples: [7], generator: { $0.integer() })
    }
    let seed = try #require(first?.seed)
    #expect(first?.failures.map(\.law) == [.identity, .roundTrip, .null, .order])
    let second = await failure {
      try await verifyCodec(
        codec, samples: [7], generator: { $0.integer() }, options: CodecVerification(seed: seed))
    }
    #expect(first?.description == second?.description)
    let lines = try #require(first?.description.split(separator: "\n"))
    #expect(lines.count == 6)
    #expect(lines[0] == "BrokenCodec<Int64> breaks 4 laws of ColumnCodec:")
    #expect(lines[5].contains("CodecVerification(seed: \(seed)), or CODEC_SEED=\(seed)"))
  }

  /// The order of a set had decided which forms were damaged, and how.
  @Test func theSeedRepeatsWhatIsDamaged() async throws {
    let texts = (10..<60).map { "\($0)" }
    var runs: [[String]] = []
    for _ in 0..<4 {
      let read = Mutex<[String]>([])
      let codec = BrokenCodec<String>(
        storage: .text, write: { $1.write($0) },
        read: { column in
          let text = try column.text()
          read.withLock { $0.append(text) }
          return text
        })
      var options = CodecVerification(seed: 7)
      options.threads = 1
      try await verifyCodec(codec, samples: texts, options: options)
      runs.append(read.withLock { $0 })
    }
    #expect(Set(runs).count == 1)
  }

  // MARK: -

  private func integers(_ codec: BrokenCodec<Integer>) -> () async throws -> Void {
    { try await verifyCodec(codec, generator: { $0.integer() }) }
  }

  private func cell(_ found: String) -> String {
    "encode must write exactly one value, of the kind that storage promises, but for \(found)."
  }

  private func damage(_ found: String) -> String {
    "decode must throw for damaged data, or return a value that can be stored, but for \(found)."
  }

  private func expect(
    _ law: CodecLaw, _ sentence: String, location: SourceLocation = #_sourceLocation,
    _ verify: () async throws -> Void
  ) async {
    let error = await failure(verify)
    #expect(error?.failures.map(\.law) == [law], sourceLocation: location)
    #expect(error?.failures.first?.sentence == sentence, sourceLocation: location)
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
