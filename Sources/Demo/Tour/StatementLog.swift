import PersistentObjects
import Synchronization

/// The recorded statements of a store, grouped by text.
final class StatementLog: Sendable {
  struct Entry {
    let sql: String
    var runs: Int

    /// The text with long lists of placeholders cut short.
    var shown: String {
      var terms: [Substring] = []
      var placeholders = 0
      for term in sql.onOneLine.split(separator: ", ") {
        placeholders = term.isPlaceholder ? placeholders + 1 : 0
        if placeholders == 16 { terms[(terms.endIndex - 12)...] = ["…"] }
        if placeholders < 16 { terms.append(term) }
      }
      return terms.joined(separator: ", ")
    }
  }

  private struct State {
    var entries: [Entry] = []
    var positions: [String: Int] = [:]
  }

  private let state = Mutex(State())

  /// The entries in the order of their first run.
  var entries: [Entry] { state.withLock { $0.entries } }
  /// The number of statements.
  var total: Int { entries.reduce(0) { $0 + $1.runs } }

  /// Records the statements of a store while `body` runs.
  func listen<R>(to store: Store, _ body: () throws -> R) rethrows -> R {
    store.trace { self.add($0.sql) }
    defer { store.trace(nil) }
    return try body()
  }

  private func add(_ sql: String) {
    state.withLock { state in
      if let position = state.positions[sql] {
        state.entries[position].runs += 1
      } else {
        state.positions[sql] = state.entries.count
        state.entries.append(Entry(sql: sql, runs: 1))
      }
    }
  }
}

extension Substring {
  /// A placeholder such as `?12` or `$12`.
  fileprivate var isPlaceholder: Bool {
    (first == "?" || first == "$") && dropFirst().allSatisfy(\.isNumber)
  }
}
