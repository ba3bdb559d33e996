/// A position in the history of a database, behind all that was committed before `store.position()` was called.
///
/// A service may hand it to a client, in a cookie, say, and have the client's next session read no older state:
/// `store.session(after: position)`.
public struct StorePosition: Sendable, Hashable, Codable, LosslessStringConvertible {
  /// The driver's own form; empty where all sessions see what was committed.
  let text: String

  /// A position from its text. A text that is none is refused by the session that is to wait for it.
  public init(_ description: String) { text = description }

  /// The text, in the driver's own form: on PostgreSQL a position in its log, such as `0/16B3748`.
  public var description: String { text }
}
