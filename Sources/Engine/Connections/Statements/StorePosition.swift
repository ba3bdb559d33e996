/// A position in the history of a database, after everything that was committed before
/// `store.position()` was called.
///
/// ```swift
/// let position = try await store.position()  // after the client has written
/// let count = try await store.session(after: position) { try Person.count(in: $0) }
/// ```
///
/// A service can send it to a client, such as in a cookie, so that the client's next session reads
/// no older state: `store.session(after: position)`.
public struct StorePosition: Sendable, Hashable, Codable, LosslessStringConvertible {
  /// The driver's own form; empty if all sessions see everything that was committed.
  let text: String

  /// Makes a position from its text. The session that has to wait for the position refuses an
  /// invalid text.
  public init(_ description: String) { text = description }

  /// The text, in the driver's own form: on PostgreSQL a position in its log, such as `0/16B3748`.
  public var description: String { text }
}
