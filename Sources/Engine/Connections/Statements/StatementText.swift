import Synchronization

/// The text of a statement that is run often, with an identity under which each connection keeps
/// its prepared form. Make one per text and keep it, so that the statement is found without hashing
/// the text.
package final class StatementText: Sendable {
  /// The SQL.
  package let sql: String
  /// The text that finds the same row for one key after another; nil if the database cannot do
  /// that.
  let seekingSQL: String?
  /// An identity that is unique in this process.
  let id: Int

  /// Makes a text with an identity of its own.
  package init(_ sql: String, seeking seekingSQL: String? = nil) {
    self.sql = sql
    self.seekingSQL = seekingSQL
    id = Self.ids.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  private static let ids = Atomic<Int>(0)
}
