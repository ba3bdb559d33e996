/// The primary keys that a store has taken from its database, and that no transaction has used.
///
/// They are lost with the store, as a number of keys is with each transaction that fails.
final class KeyStock: Sendable {
  private let state = Guarded(State())

  private struct State {
    var blocks: [String: [ClosedRange<Int64>]] = [:]
    /// The tables whose keys are known to begin behind those that came in another way.
    var checked: Set<String> = []
  }

  /// Takes all keys of a table out.
  func take(_ table: String) -> [ClosedRange<Int64>] {
    state.withLock { $0.blocks.removeValue(forKey: table) ?? [] }
  }

  func isChecked(_ table: String) -> Bool { state.withLock { $0.checked.contains(table) } }

  /// Adds what a transaction that was committed has left.
  func add(_ blocks: [String: [ClosedRange<Int64>]], checked: Set<String>) {
    state.withLock { state in
      state.blocks.merge(blocks) { $0 + $1 }
      state.checked.formUnion(checked)
    }
  }

  /// Forgets all, since tables have changed: one that was dropped and is made again counts anew.
  func removeAll() { state.withLock { $0 = State() } }
}
