import PersistentObjects
import TestSupport
import Testing

/// Codecs, hooks and `deinit`s that use the session that is calling them.
@Suite struct ReentryTests {
  @Test func codecsMustNotSaveWhileObjectsAreWritten() throws {
    try TemporaryStore.run { store, session in
      let probes = [Probe(name: "a", pulse: Pulse(1)), Probe(name: "b", pulse: Pulse(2))]
      probes[0].pulse.onEncode = { try? session.save(Probe(name: "c", pulse: Pulse(3))) }
      let error = failure { try session.save(contentsOf: probes) }
      #expect(error?.code == .hookMisused && error?.message.contains("codec") == true)
      #expect(probes.map(\.state) == [.new, .new])
      probes[0].pulse.onEncode = nil
      try session.save(contentsOf: probes)
      #expect(try store.rows("SELECT name, pulse FROM probe ORDER BY pk") == ["a|1", "b|2"])
    }
  }

  /// The row of a single object was written although the save failed.
  @Test(arguments: [false, true])
  func aRowWhoseCodecSavesIsNotWritten(isStored: Bool) throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Probe.self)
      let probe = Probe(name: "a", pulse: Pulse(1))
      if isStored { try session.save(probe) }
      try session.transaction {
        probe.name = "b"
        probe.pulse.onEncode = { try? session.save(Probe(name: "c", pulse: Pulse(3))) }
        #expect(failure { try session.save(probe) }?.code == .hookMisused)
        let written = try session.rows("SELECT pk FROM probe WHERE name = 'b'")
        #expect(written.isEmpty)
      }
      probe.pulse.onEncode = nil
      #expect(try store.rows("SELECT name FROM probe") == (isStored ? ["a"] : []))
    }
  }

  /// Rows of changed objects are written together, so when the codec runs, the first one's row is
  /// still unchanged.
  @Test func whatACodecFindsWhileObjectsAreWrittenStaysAsItWasChanged() throws {
    try TemporaryStore.run { store, session in
      let probes = [Probe(name: "a", pulse: Pulse(1)), Probe(name: "b", pulse: Pulse(2))]
      try session.save(contentsOf: probes)
      for probe in probes { (probe.name, probe.pulse) = (probe.name + "!", Pulse(9)) }
      var found: [Probe] = []
      probes[1].pulse.onEncode = { found = (try? session.find(Probe.query)) ?? [] }
      try session.save()
      #expect(found == probes && probes.map(\.name) == ["a!", "b!"])
      #expect(try store.rows("SELECT name, pulse FROM probe ORDER BY pk") == ["a!|9", "b!|9"])
    }
  }

  /// The object keeps the list that was read, while some of the rows that it is read from are still
  /// unchanged.
  @Test func codecsMustNotReadInversesWhileObjectsAreWritten() throws {
    try TemporaryStore.run { store, session in
      let convoy = Convoy(name: "c")
      let tugs = [Tug(pulse: Pulse(1)), Tug(pulse: Pulse(2))]
      try session.save(contentsOf: tugs + [convoy] as [any PersistentObject])
      session.clear()
      let found = try #require(try session.find(Convoy.self, pk: 1))
      let changed = try session.find(Tug.query)
      for tug in changed { (tug.convoy, tug.pulse) = (found, Pulse(9)) }
      changed[1].pulse.onEncode = { _ = found.tugs }
      let error = failure { try session.save() }
      #expect(error?.code == .hookMisused && error?.message.contains("derived property") == true)
      #expect(changed.map(\.state) == [.changed, .changed])
      changed[1].pulse.onEncode = nil
      try session.save()
      #expect(found.tugs == changed)
    }
  }

  @Test func codecsMustNotSaveWhileTheSessionReads() throws {
    try TemporaryStore.run { store, session in
      try session.given(Probe(name: "a", pulse: Pulse(1)), Address(city: "Rome"))
      try store.store.blocking.session { session in
        let rome = try #require(try session.find(Address.self, pk: 1))
        var refusal: PersistenceError?
        try Meddler.run { meddler in
          meddler.onDecode = { [unowned session] in
            rome.city = "Bern"
            refusal = failure { try session.save() }
          }
          let probe = try session.find(Probe.self, pk: 1)
          #expect(probe?.name == "a")
        }
        #expect(refusal?.code == .hookMisused && rome.state == .changed)
        try session.save()
        #expect(try session.find(Address.query).map(\.city) == ["Bern"])
      }
    }
  }

  /// The codec would read the label as it was before its own save.
  @Test func codecsMustNotSaveWhileTheTransactionReads() throws {
    try TemporaryStore.run { store, session in
      let probe = Probe(name: "a", pulse: Pulse(1))
      try session.save(probe)
      var refusal: PersistenceError?
      try session.transaction {
        probe.name = "b"
        try Meddler.run { meddler in
          meddler.onDecode = { [unowned session] in
            refusal = failure { try session.save(probe) }
          }
          try session.revert(probe)
        }
      }
      #expect(refusal?.code == .hookMisused && probe.name == "a" && probe.state == .clean)
      #expect(try store.rows("SELECT name FROM probe") == ["a"])
    }
  }

  @Test func aReadOfACodecThatFailsForgetsOnlyItsOwnObjects() throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: (1...3).map { Beeper(pulse: Pulse(Int64($0))) })
      try session.save(Probe(name: "a", pulse: Pulse(1)))
      try session.execute("UPDATE probe SET pulse = NULL")
      let other = Session(store: store.store)
      #expect(try Probe.count(in: other) == 1)
      var failures: [PersistenceError.Code?] = []
      try Meddler.run { meddler in
        var isInside = false
        meddler.onDecode = { [unowned other] in
          if isInside { return }
          isInside = true
          failures.append(failure { _ = try other.find(Probe.query) }?.code)
          isInside = false
        }
        let loads = try other.find(Beeper.query).map(\.loads)
        #expect(loads == [1, 1, 1])
      }
      #expect(failures == [.decodingFailed, .decodingFailed, .decodingFailed])
    }
  }

  /// The first use of a class is a transaction, which ends cursors.
  @Test func aCursorEndsWhereItsCodecUsesANewClass() throws {
    try TemporaryStore.run { _, session in
      try session.given(Probe(name: "a", pulse: Pulse(1)), Probe(name: "b", pulse: Pulse(2)))
      let cursor = try session.cursor(Probe.query)
      Meddler.run { meddler in
        meddler.onDecode = { [unowned session] in _ = try? Address.count(in: session) }
        #expect(failure { _ = try cursor.next() }?.code == .sessionFailed)
      }
      #expect(try Probe.findAll(in: session).map(\.name) == ["a", "b"])
    }
  }

  /// The row that the codec reads lies in the cursor's statement.
  @Test func codecsMayEndTheirCursorButNotGoOnWithIt() throws {
    try TemporaryStore.run { _, session in
      let names = (0..<600).map { "a name that is too long to lie in a string \($0)" }
      try session.save(contentsOf: names.map { Probe(name: $0, pulse: Pulse(1)) })
      let cursor = try session.cursor(Probe.query)
      var refusal: PersistenceError?
      var read: [String] = []
      try Meddler.run { meddler in
        meddler.onDecode = {
          refusal = failure { _ = try cursor.next() }
          cursor.close()
        }
        while let probe = try cursor.next() { read.append(probe.name) }
      }
      #expect(refusal?.code == .hookMisused)
      #expect(read == Array(names.prefix(1)))
    }
  }

  @Test func didLoadMayChangeWhatItsObjectWasReadFor() throws {
    try TemporaryStore.run { store, session in
      let crew = Crew(chief: Hand(name: "a"), hands: [Hand(name: "b"), Hand(name: "c")])
      try session.save(crew)
      let other = Session(store: store.store)
      let read = try #require(try other.find(Crew.self, pk: 1))
      Meddler.run { meddler in
        meddler.onLoad = { hand in
          if hand.name == "a" { read.chief = nil }
          if hand.name == "b" { read.hands.removeFirst() }
        }
        #expect(read.chief == nil && read.hands.map(\.name) == ["c"])
      }
      try other.save()
      #expect(try store.rows("SELECT chief FROM crew") == ["NULL"])
      #expect(try store.rows("SELECT hand.name FROM crew_hands JOIN hand ON fk = hand.pk") == ["c"])
    }
  }

  @Test func didLoadOfACursorWaitsForAllRequiredReferences() throws {
    try TemporaryStore.run { store, session in
      try session.save(Mooring(hand: Hand(name: "a"), place: Address(city: "Rome")))
      try session.execute("DELETE FROM address")
      let other = Session(store: store.store)
      Meddler.run { meddler in
        var loads = 0
        meddler.onLoad = { _ in loads += 1 }
        let error = failure { _ = try Mooring.query.findFirst(in: other) }
        #expect(error?.code == .danglingReference && error?.context.property == "place")
        #expect(loads == 0, "the hook would find a reference without its object")
      }
    }
  }

  @Test func whatIsFoundWhileASessionIsClearedIsNew() throws {
    try TemporaryStore.run { _, session in
      try session.given(Address(city: "Rome"), Haunted(ghost: Ghost(name: "a")))
      let rome = try #require(try session.find(Address.self, pk: 1))
      let haunted = try #require(try session.find(Haunted.self, pk: 1))
      var found: Address?
      haunted.ghost?.lastWords = { found = try? session.find(Address.self, pk: 1) }
      session.clear()
      #expect(found != nil && found !== rome && rome.state == .detached)
      found?.city = "Bern"
      try session.save()
      #expect(found?.state == .clean)
    }
  }

  @Test func nothingIsFoundInASessionThatEnds() throws {
    try TemporaryStore.run { store, session in
      try session.given(Address(city: "Rome"), Haunted(ghost: Ghost(name: "a")))
      var failures: [PersistenceError.Code?] = []
      var haunted: Haunted?
      try store.store.lendSession { session in
        haunted = try session.find(Haunted.self, pk: 1)
        haunted?.ghost?.lastWords = { [unowned session] in
          failures.append(failure { _ = try session.find(Address.self, pk: 1) }?.code)
        }
      }
      #expect(failures == [.sessionFailed] && haunted?.state == .detached)
    }
  }
}

/// The actions of codecs and hooks during part of a test. `@unchecked Sendable` is safe: only that
/// test's task uses it.
private final class Meddler: @unchecked Sendable {
  @TaskLocal static var current: Meddler?

  var onDecode: (() -> Void)?
  var onLoad: ((Hand) -> Void)?

  static func run(_ body: (Meddler) throws -> Void) rethrows {
    let meddler = Meddler()
    try $current.withValue(meddler) { try body(meddler) }
    meddler.onDecode = nil
    meddler.onLoad = nil
  }
}

@Persistent final class Probe {
  var name: String
  var pulse: Pulse
}

@Persistent final class Beeper {
  var pulse: Pulse
  @Transient var loads = 0

  func didLoad() { loads += 1 }
}

@Persistent final class Convoy {
  var name: String
  @Inverse(\Tug.convoy) var tugs: [Tug]
}

@Persistent final class Tug {
  var convoy: Convoy?
  var pulse: Pulse
}

/// A number whose codec runs an action.
struct Pulse: ColumnStorable {
  static let columnCodec = PulseCodec()

  let number: Int64
  var onEncode: (() -> Void)?

  init(_ number: Int64) { self.number = number }
}

struct PulseCodec: ColumnCodec {
  let identifier = CodecIdentifier("pulse")
  let storage = StorageClass.integer

  func encode(_ value: Pulse, into column: inout ColumnWriter) throws {
    value.onEncode?()
    column.write(value.number)
  }

  func decode(from column: borrowing ColumnReader) throws -> Pulse {
    Meddler.current?.onDecode?()
    return Pulse(try column.integer())
  }
}

@Persistent final class Crew {
  var chief: Hand?
  var hands: [Hand]
}

@Persistent final class Hand {
  var name: String

  func didLoad() { Meddler.current?.onLoad?(self) }
}

@Persistent final class Mooring {
  var hand: Hand
  var place: any PersistentObject
}

@Persistent final class Haunted {
  var ghost: Ghost?
}
