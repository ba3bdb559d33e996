import Synchronization

/// The text of a statement that is run often, with an identity under which each connection keeps
/// its prepared form. Make one per text and keep it: it is found again without hashing the text.
public final class StatementText: Sendable {
  /// The SQL.
  public let sql: String
  /// The text that finds the same row for key after key; nil where the database cannot do that.
  let seekingSQL: String?
  /// Distinct for each instance in this process.
  let id: Int

  /// Makes an identity for `sql`.
  public init(_ sql: String, seeking seekingSQL: String? = nil) {
    self.sql = sql
    self.seekingSQL = seekingSQL
    id = Self.ids.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  private static let ids = Atomic<Int>(0)
}
