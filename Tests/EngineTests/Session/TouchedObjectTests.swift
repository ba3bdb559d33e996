import PersistentObjects
import TestSupport
import Testing

/// A codec that changes the very object whose value it writes. Regression test: the change was
/// lost, and the object counted as clean.
@Suite struct TouchedObjectTests {
  /// Makes objects whose codec runs an action while it writes.
  private func run(
    _ count: Int = 1, _ body: (TemporaryStore, Session, [Tracked]) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      let objects = (0..<count).map { Tracked(before: "\($0)") }
      try session.save(contentsOf: objects)
      for object in objects { object.signal = Signal() }
      try body(store, session, objects)
    }
  }

  private func expectRefusal(
    _ error: PersistenceError?, of property: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(error?.code == .hookMisused, sourceLocation: sourceLocation)
    #expect(error?.context.className == "Tracked", sourceLocation: sourceLocation)
    #expect(error?.context.property == property, sourceLocation: sourceLocation)
  }

  @Test(arguments: [false, true])
  func anUpdateIsRefused(inTransaction: Bool) throws {
    try run { store, session, objects in
      let object = objects[0]
      object.before = "b"
      object.signal?.onEncode = { [unowned object] in object.before = "from the codec" }
      func save() {
        expectRefusal(failure { try session.save(object) }, of: "before")
        #expect(object.changedProperties == ["before", "signal"])
      }
      if inTransaction { try session.transaction(save) } else { save() }
      #expect(try store.rows("SELECT before FROM tracked") == ["0"])
      object.signal?.onEncode = nil
      try session.save()
      #expect(try store.rows("SELECT before FROM tracked") == [object.before])
      #expect(object.state == .clean)
    }
  }

  /// The object was changed in the transaction in which it is saved, so its setters report nothing.
  @Test func anUpdateOfWhatTheTransactionHasChangedIsRefused() throws {
    try run { store, session, objects in
      let object = objects[0]
      try session.save()
      try session.transaction {
        object.before = "b"
        object.signal = Signal { [unowned object] in object.before = "c" }
        expectRefusal(failure { try session.save(object) }, of: "before")
        object.signal = nil
        try session.save(object)
      }
      #expect(try store.rows("SELECT before FROM tracked") == [object.before])
    }
  }

  @Test(arguments: [1, 20])
  func anInsertionIsRefused(count: Int) throws {
    try TemporaryStore.run { store, session in
      let objects = (0..<count).map { Tracked(before: "\($0)", signal: Signal()) }
      let last = objects[count - 1]
      last.signal?.onEncode = { [unowned last] in last.before = "from the codec" }
      expectRefusal(failure { try session.save(contentsOf: objects) }, of: "before")
      #expect(objects.allSatisfy { $0.state == .new })
      last.signal?.onEncode = nil
      try session.save(contentsOf: objects)
      #expect(try store.rows("SELECT before FROM tracked ORDER BY pk") == objects.map(\.before))
    }
  }

  @Test func oneOfManyUpdatesIsRefused() throws {
    try run(20) { store, session, objects in
      let object = objects[11]
      object.signal?.onEncode = { [unowned object] in object.after += 1 }
      expectRefusal(failure { try session.save() }, of: "after")
      #expect(objects.allSatisfy { $0.state == .changed } && object.after == 0)
      let rows = try store.rows("SELECT DISTINCT signal FROM tracked")
      #expect(rows == ["NULL"])
    }
  }

  @Test func elementsAreWrittenForTheirObject() throws {
    try run { _, session, objects in
      let object = objects[0]
      object.before = "b"
      object.signals = [Signal { [unowned object] in object.before = "c" }]
      expectRefusal(failure { try session.save() }, of: "before")
      #expect(object.before == "b" && object.state == .changed)
      object.signals[0].onEncode = nil
      try session.save()
    }
  }

  /// Objects that are written before or after stay changed.
  @Test func otherObjectsMayBeChanged() throws {
    try run(3) { store, session, objects in
      objects[1].signal?.onEncode = {
        objects[0].before = "x"
        objects[2].before = "y"
      }
      try session.save()
      #expect(objects[0].changedProperties == ["before"])
      try session.save()
      #expect(try store.rows("SELECT before FROM tracked ORDER BY pk") == ["x", "1", "y"])
      for object in objects { object.signal?.onEncode = nil }
    }
  }

  /// Regression test: the element kept the value of the one before.
  @Test func anElementThatIsNotWrittenIsNull() throws {
    try TemporaryStore.run(codecs: .standard.registering(MuteCodec())) { store, session in
      let object = Quiet()
      object.silences = [Silence(text: "x"), nil, Silence(text: "y"), nil]
      object.named = ["a": Silence(text: "x"), "b": nil]
      try session.save(object)
      #expect(
        try store.rows("SELECT value FROM quiet_silences ORDER BY array_index") == [
          "x", "NULL", "y", "NULL",
        ])
      #expect(
        try store.rows("SELECT value FROM quiet_named ORDER BY 1 DESC NULLS LAST")
          == ["x", "NULL"])
      object.silences = [nil, Silence(text: "z"), nil]
      try session.save()
      #expect(
        try store.rows("SELECT value FROM quiet_silences ORDER BY array_index") == [
          "NULL", "z", "NULL",
        ])
    }
  }
}

/// A value that runs an action when it is stored.
private final class Signal: ColumnStorable, CustomStringConvertible {
  var onEncode: (() -> Void)?

  init(onEncode: (() -> Void)? = nil) { self.onEncode = onEncode }

  var description: String { "a signal" }

  static var columnCodec: SignalCodec { SignalCodec() }
}

private struct SignalCodec: ColumnCodec {
  let identifier = CodecIdentifier("signal")
  let storage = StorageClass.integer

  func encode(_ signal: Signal, into column: inout ColumnWriter) {
    signal.onEncode?()
    column.write(Int64(1))
  }

  func decode(from column: borrowing ColumnReader) throws -> Signal {
    _ = try column.integer()
    return Signal()
  }
}

private struct Silence: Hashable, Sendable {
  var text: String
}

/// Writes nothing for nil.
private struct MuteCodec: ColumnCodec {
  let identifier = CodecIdentifier("silence")
  let storage = StorageClass.text

  func encode(_ silence: Silence?, into column: inout ColumnWriter) {
    if let silence { column.write(silence.text) }
  }

  func decode(from column: borrowing ColumnReader) throws -> Silence? {
    column.isNull ? nil : Silence(text: try column.text())
  }
}

@Persistent private final class Tracked {
  var before: String
  var signal: Signal?
  var after: Int = 0
  var signals: [Signal] = []
}

@Persistent private final class Quiet {
  var silences: [Silence?] = []
  var named: [String: Silence?] = [:]
}
