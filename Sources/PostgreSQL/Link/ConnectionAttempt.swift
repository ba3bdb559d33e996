import CPostgreSQL
import Foundation
import PersistentObjectsDriver

/// An attempt to make a libpq connection, which another thread can stop.
///
/// libpq's functions that wait for the connection themselves cannot be stopped, and do not tell the
/// SQLSTATE of a refusal. The others leave `connect_timeout` to their caller. They block only while
/// they look up a server's name, or ask Kerberos.
struct ConnectionAttempt {
  enum Outcome {
    case connected
    /// A refusal, or no server that can be reached.
    case refused
    /// No word from a server that has accepted the connection. libpq tries no other one then.
    case silence
    case stopped
  }

  /// The connection, which the caller has to finish.
  let pointer: OpaquePointer
  private let sign: StopSign?
  private let patience: Duration?
  /// The address that is being tried: host, port and number.
  private var address: [String?] = []
  /// The instant by which it has to answer.
  private var end: ContinuousClock.Instant?
  /// Whether an address was left since it did not answer.
  private var hasLeftAddress = false

  /// The longest time until the sign is noticed.
  private static let pause = Duration.milliseconds(50)

  /// Begins to connect.
  init(_ options: LinkOptions, stoppedBy sign: StopSign?) throws {
    guard let pointer = options.start() else {
      throw PersistenceError(.databaseFailed, "There is not enough memory.")
    }
    // Makes the message tell the SQLSTATE, which it does in no other way.
    PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
    (self.pointer, self.sign) = (pointer, sign)
    do {
      patience = try ConnectionString(of: pointer).patience
    } catch {
      PQfinish(pointer)
      throw error
    }
  }

  /// Waits until there is a connection, or none.
  mutating func wait() -> Outcome {
    var step =
      PQstatus(pointer) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while step != PGRES_POLLING_OK {
      if step == PGRES_POLLING_FAILED { return .refused }
      if sign?.isRaised == true { return .stopped }
      // An answer counts, however late this thread looks for it.
      if isReady(for: step) {
        step = PQconnectPoll(pointer)
      } else if isOverdue() && !leaveAddress() {
        return .silence
      }
    }
    PQsetErrorVerbosity(pointer, PQERRORS_DEFAULT)
    return .connected
  }

  /// Waits a moment until libpq can take the next step, and returns whether it can.
  private func isReady(for step: PostgresPollingStatusType) -> Bool {
    let event = step == PGRES_POLLING_READING ? POLLIN : POLLOUT
    var watched = pollfd(fd: PQsocket(pointer), events: Int16(event), revents: 0)
    return poll(&watched, 1, Int32(Self.pause.milliseconds)) > 0
  }

  /// Returns whether the address that is being tried has had its time, which begins with each.
  private mutating func isOverdue() -> Bool {
    guard let patience else { return false }
    let parts: [UnsafeMutablePointer<CChar>?] = [
      PQhost(pointer), PQport(pointer), PQhostaddr(pointer),
    ]
    let current = parts.map { part in part.map { String(cString: $0) } }
    if let end, current == address { return end <= .now }
    address = current
    end = ContinuousClock.now + patience
    return false
  }

  /// Makes libpq try the next address, as if this one had refused the connection; returns false if
  /// it has accepted it.
  private mutating func leaveAddress() -> Bool {
    guard PQstatus(pointer) == CONNECTION_STARTED else { return false }
    shutdown(PQsocket(pointer), Int32(SHUT_RDWR))
    (end, hasLeftAddress) = (nil, true)
    return true
  }

  /// Returns libpq's message about an attempt that has failed.
  func message(_ outcome: Outcome) -> String {
    var text = String(cString: PQerrorMessage(pointer))
    if hasLeftAddress {
      // The system's word for a connection that was shut down.
      text = text.replacing(String(cString: strerror(ECONNRESET)), with: Self.expiry)
    }
    return outcome == .silence ? text + Self.expiry + "\n" : text
  }

  private static let expiry = "timeout expired"
}
