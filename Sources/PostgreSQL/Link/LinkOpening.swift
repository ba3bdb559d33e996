import CPostgreSQL
import PersistentObjectsDriver

/// The opening of a link to the first server that accepts, among those that the options list.
struct LinkOpening {
  /// The database and the schema, for messages.
  let name: String
  let options: LinkOptions
  let history: ServerHistory

  /// Returns an open connection.
  ///
  /// Throws `busy` if the server grants none now, or is away after it was reached before,
  /// `interrupted` if the sign was raised, and `cannotOpen`.
  func connect(stoppedBy sign: StopSign?) throws -> OpaquePointer {
    var (options, message) = (options, "")
    while true {
      var attempt = try ConnectionAttempt(options, stoppedBy: sign)
      let outcome = attempt.wait()
      if outcome == .connected {
        history.noteReached()
        return attempt.pointer
      }
      defer { PQfinish(attempt.pointer) }
      if outcome == .stopped { throw stopError }
      message += attempt.message(outcome)
      guard outcome == .silence,
        let rest = ServerList(of: attempt.pointer).rest(after: attempt.pointer)
      else { throw failure(RefusalMessage(message)) }
      options = options.replacing(rest)
    }
  }

  private var stopError: PersistenceError {
    PersistenceError(.interrupted, "Connecting to \(name) was interrupted.")
  }

  private func failure(_ message: RefusalMessage) -> PersistenceError {
    let says = "PostgreSQL says: \(message.text)"
    switch message.state {
    case "53300":
      return PersistenceError(
        .busy,
        """
        \(name) has no free connection now; try again, close others, or raise the limit of the server, the database \
        or the user. \(says)
        """, databaseCode: message.state)
    case "57P03":
      return PersistenceError(
        .busy, "\(name) is starting or stopping; try again a little later. \(says)",
        databaseCode: message.state)
    case let state where history.wasReached && ServerReport.isOfAbsence(state):
      return PersistenceError(
        .busy, "\(name) can no longer be reached; try again a little later. \(says)",
        databaseCode: state)
    default:
      return PersistenceError(
        .cannotOpen, "\(complaint) \(options.malformation ?? says)",
        databaseCode: message.state)
    }
  }

  private var complaint: String {
    history.wasReached
      ? "\(name) can no longer be reached."
      : "\(name) cannot be reached; check the server, the connection string and the password."
  }
}
