import Foundation
import PersistentObjectsDriver

/// A connection on its way between the pool and a holder.
///
/// `@unchecked Sendable`: it is idle in the pool or lent to one holder, never both, and the pool's
/// lock orders the two.
package struct LentConnection: @unchecked Sendable {
  nonisolated(unsafe) let connection: Connection

  init(_ connection: Connection) { self.connection = connection }
}

/// A connection that is about to be opened.
struct Opening: Sendable {
  /// The role for which it is needed.
  let role: ConnectionRole
  /// Whether it has to exist before others of this role. It may be a writer, although a reader is
  /// needed.
  let isFirst: Bool
}

/// The answer to somebody who waits for a connection.
enum Grant: Sendable {
  /// A connection.
  case connection(LentConnection)
  /// The right to open one.
  case opening(Opening)
  /// The failure to open one.
  case failed(any Error)
  /// A refusal because the pool was closed.
  case closed
  /// A refusal because the task was cancelled.
  case cancelled
  /// A refusal because the work was stopped.
  case stopped(Loan)
  /// A refusal because the caller would wait for itself.
  case deadlock(Loan)
  /// A refusal after the maximum wait, with a report of who holds the connections.
  case timedOut(String)
}
