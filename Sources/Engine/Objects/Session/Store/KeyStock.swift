import PersistentObjectsConnections

/// The primary keys that a store has taken from its database, but that no transaction has used.
///
/// They are lost with the store, as some keys are lost with each transaction that fails.
final class KeyStock: Sendable {
  private let state = Guarded(State())

  private struct State {
    var blocks: [String: [ClosedRange<Int64>]] = [:]
    /// The tables whose keys are known to begin after those of rows that were added in another way.
    var checked: Set<String> = []
    var generation = 0
  }

  /// The number of times that someone else has changed tables, or that tables were dropped. Keys
  /// that were taken before are not given back.
  var generation: Int { state.withLock { $0.generation } }

  /// Removes and returns all keys of a table.
  func take(_ table: String) -> [ClosedRange<Int64>] {
    state.withLock { $0.blocks.removeValue(forKey: table) ?? [] }
  }

  func isChecked(_ table: String) -> Bool { state.withLock { $0.checked.contains(table) } }

  /// Adds the keys that a committed transaction has left.
  func add(_ blocks: [String: [ClosedRange<Int64>]], checked: Set<String>, of generation: Int) {
    state.withLock { state in
      if state.generation != generation { return }
      state.blocks.merge(blocks) { $0 + $1 }
      state.checked.formUnion(checked)
    }
  }

  /// Discards everything, since tables have changed: a table that was dropped and is created again
  /// starts counting anew.
  func removeAll() { state.withLock { $0 = State(generation: $0.generation) } }

  /// Discards everything, even what transactions have taken, since someone else has changed tables,
  /// or some were dropped.
  func discard() { state.withLock { $0 = State(generation: $0.generation + 1) } }
}
