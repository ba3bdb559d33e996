import Foundation
import PersistentObjects
import TestSupport
import Testing

/// A column is rewritten while other sessions are open.
@Suite struct RecodeSessionTests {
  @Test(.notOnPostgreSQL("ALTER TABLE waits for those who read the table."))
  func othersSeeTheColumnAsItWasOrAsItIs() throws {
    try evolve((0..<3000).map { $0 }) { store, new in
      let late = try store.reopened(codecs: Numbered.codecs)
      defer { late.close() }
      try store.store.lendSession { old in
        #expect(try Before.Paint.count(in: old) == 3000)
        var seen = 0
        try new.blocking.recode(.property(\Numbered.Paint.color, from: HexColor())) { done, total in
          // A session of the old program, and one that begins now.
          let sum = try old.rows("SELECT sum(length(color)) FROM paint")
          #expect(
            try sum == Session(store: store.store).rows("SELECT sum(length(color)) FROM paint"))
          #expect(sum == [[.integer(7 * 3000)]])
          let error = failure { _ = try Numbered.Paint.findAll(in: Session(store: late)) }
          #expect(error?.code == .codecMismatch)
          seen += 1
        }
        #expect(seen == 3)
        let paints = try Before.Paint.findAll(in: old)
        #expect(paints.last?.color == Color(number: 29_990))
      }
      _ = try recodeChildren(new)
      let session = Session(store: late)
      #expect(try Numbered.Paint.findAll(in: session).last?.color == Color(number: 29_990))
    }
  }

  /// The plan of a class describes the present rows, not those of an older snapshot.
  @Test func anOlderSnapshotIsNotReadWithTheNewCodec() throws {
    try TemporaryStore.run { store, session in
      try session.given(Graded.One(mark: 1), Address(city: "here"))
      let new = try store.reopened()
      defer { new.close() }
      var codes: [PersistenceError.Code?] = []
      try new.lendSession { old in
        _ = try Address.count(in: old)
        try onAnotherThread {
          try new.blocking.recode(.property(\Graded.Strict.mark, from: Graded.Codec(version: 1)))
          try new.lendSession { _ = try Graded.Strict.findAll(in: $0) }
        }
        codes.append(failure { _ = try Graded.Strict.findAll(in: old) }?.code)
      }
      codes.append(
        failure { try new.blocking.session { _ = try Graded.Strict.findAll(in: $0) } }?.code)
      #expect(codes == [.codecMismatch, nil])
    }
  }

  /// Runs `body` on a thread without a lent session.
  private func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
    let outcome = Outcome()
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      outcome.result = Result(catching: body)
      ended.signal()
    }
    ended.wait()
    try outcome.result?.get()
  }

  /// `@unchecked Sendable`: read only after the thread has ended.
  private final class Outcome: @unchecked Sendable {
    var result: Result<Void, any Error>?
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func aProcessThatDiesLeavesTheColumnAsItWas() throws {
    try evolve((0..<3000).map { $0 }) { store, _ in
      var configuration = SQLiteConfiguration(path: store.path)
      // So small that changes go to the log before the commit.
      configuration.cacheSize = 16
      let new = try Store(configuration, codecs: Numbered.codecs)
      defer { new.close() }
      let before = try store.dump()
      var copies: [String] = []
      try new.blocking.recode(.property(\Numbered.Paint.color, from: HexColor())) { done, _ in
        // The files that a process would leave if it were killed now.
        let copy = "\(store.path).dead\(done)"
        for end in ["", "-wal"] {
          try FileManager.default.copyItem(atPath: store.path + end, toPath: copy + end)
        }
        copies.append(copy)
      }
      #expect(copies.count == 3)
      for copy in copies {
        let dead = try Store(path: copy, codecs: Numbered.codecs)
        defer { dead.close() }
        #expect(try dead.dump() == before)
        #expect(
          try dead.blocking.recode(.property(\Numbered.Paint.color, from: HexColor())) == 3000)
        #expect(try Session(store: dead).rows("PRAGMA integrity_check") == [[.text("ok")]])
      }
    }
  }

  @Test func isPartOfTheTransactionThatIsOpen() throws {
    try TemporaryStore.run { store, session in
      try session.given(Graded.One(mark: 1))
      let before = try store.dump()
      let new = try store.reopened()
      defer { new.close() }
      try new.blocking.session { session in
        try session.cancelledTransaction {
          try new.blocking.recode(.property(\Graded.Strict.mark, from: Graded.Codec(version: 1)))
          #expect(try Graded.Strict.findAll(in: session).map(\.mark) == [1])
        }
      }
      #expect(try store.dump() == before)
      let error = failure { try new.blocking.session { _ = try Graded.Strict.findAll(in: $0) } }
      #expect(error?.code == .codecMismatch, "what was rolled back is not taken for granted")
      try new.blocking.transaction { session in
        try new.blocking.recode(.property(\Graded.Strict.mark, from: Graded.Codec(version: 1)))
        try session.save(Graded.Strict(mark: 2))
      }
      #expect(try store.rows("SELECT mark FROM graded ORDER BY pk") == ["v2:1", "v2:2"])
      let marks = try new.blocking.session { try Graded.Strict.findAll(in: $0).map(\.mark) }
      #expect(marks == [1, 2])
    }
  }

  @Test func objectsInHandAreUpToDate() throws {
    try TemporaryStore.run { store, session in
      try session.given(Graded.One(mark: 1), Graded.One(mark: 2))
      let new = try store.reopened()
      defer { new.close() }
      try withExtendedLifetime(Session(store: new)) { session in
        let marks = try Graded.Two.findAll(in: session)
        marks[0].mark = 10
        #expect(try new.blocking.recode(.property(\Graded.Two.mark)) == 2)
        #expect(try Graded.Two.findAll(in: session) == marks)
        #expect(marks.map(\.mark) == [10, 2] && marks.map(\.state) == [.changed, .clean])
        #expect(try Graded.Two.findByMark(2, in: session) == [marks[1]])
        try session.save()
      }
      #expect(try store.rows("SELECT mark FROM graded ORDER BY pk") == ["v2:10", "v2:2"])
    }
  }

  @Test func twentyThousandRowsAreRewrittenInATask() async throws {
    try await TemporaryStore.runAsync(codecs: Before.codecs) { store in
      try await store.store.transaction { session in
        for number in 0..<20_000 {
          let paint = Before.Paint(name: "\(number)")
          paint.color = number % 7 == 0 ? nil : Color(number: number)
          try session.save(paint)
        }
      }
      let new = try store.reopened(codecs: Numbered.codecs)
      defer { new.close() }
      let task = Task {
        try await new.recode(.property(\Numbered.Paint.color, from: HexColor())) { done, _ in
          if done == 5000 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      let progress = Progress()
      let count = try await new.recode(.property(\Numbered.Paint.color, from: HexColor())) {
        done, total in
        progress.append(done, of: total)
      }
      #expect(count == 17_142 && progress.last == [17_142, 17_142] && progress.count == 18)
      #expect(try await new.recode(.property(\Numbered.Paint.color, from: HexColor())) == 0)
      #expect(
        try store.rows("SELECT count(*) FROM paint WHERE color = pk - 1 OR (pk - 1) % 7 = 0")
          == ["20000"])
    }
  }

  /// `@unchecked Sendable`: only used under the lock.
  private final class Progress: @unchecked Sendable {
    private let lock = NSLock()
    private var calls: [[Int]] = []

    func append(_ done: Int, of total: Int) { lock.withLock { calls.append([done, total]) } }
    var last: [Int]? { lock.withLock { calls.last } }
    var count: Int { lock.withLock { calls.count } }
  }
}
