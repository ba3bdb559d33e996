import CSQLite
import Foundation
import PersistentObjectsDriver

/// One of SQLite's extended result codes, and its meaning for users of this package.
struct ResultCode {
  /// The code, with the detail in its upper bytes.
  let extended: Int32
  /// The error of the operating system, if SQLite recorded one.
  private(set) var systemError: Int32 = 0

  /// Makes a result code.
  init(_ extended: Int32) { self.extended = extended }

  /// The code's name, such as `SQLITE_FULL`.
  var name: String {
    if let name = po_sqlite3_code_name(extended) { return String(cString: name) }
    let base = po_sqlite3_code_name(primary).map { String(cString: $0) } ?? "SQLITE"
    return "\(base) (\(extended))"
  }

  /// The code without its detail.
  var primary: Int32 { extended & 0xff }

  /// Whether the disk is full. SQLite reports that only about the database, not about the files
  /// beside it that it makes or extends when opening one.
  var isDiskFull: Bool {
    primary == SQLITE_FULL || FullDisk.isFull(systemError)
  }

  /// The code of the error that it becomes.
  var code: PersistenceError.Code {
    if isDiskFull { return .diskFull }
    return switch primary {
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH: .constraintViolated
    case SQLITE_BUSY, SQLITE_PROTOCOL: .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_READONLY: .readOnly
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_CANTOPEN, SQLITE_PERM: .cannotOpen
    case SQLITE_RANGE: .invalidQuery
    default: .databaseFailed
    }
  }

  /// Returns the error for a call that failed with this code; `message` is SQLite's own.
  func error(
    message: String, database: String, role: ConnectionRole, systemError: Int32, sql: String?
  ) -> PersistenceError {
    var asked = self
    let wasAsked = [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(primary)
    asked.systemError = wasAsked ? systemError : 0
    let detail = "SQLite says: \(shown(message))\(asked.systemText)."
    let text = asked.remedy(for: database, role: role).map { "\($0) \(detail)" } ?? detail
    let constraint = violation(in: message)
    var error = PersistenceError(
      asked.code, text, context: constraint?.place ?? .init(), sql: sql, databaseCode: name)
    error.constraint = constraint
    return error
  }

  /// Returns the error for a value that could not be bound.
  func bindError(sql: String) -> PersistenceError {
    let text =
      switch primary {
      case SQLITE_TOOBIG: "A text or blob is larger than SQLite's limit of 1,000,000,000 bytes."
      default: "A value could not be bound: \(String(cString: sqlite3_errstr(extended)))."
      }
    return PersistenceError(code, text, sql: sql, databaseCode: name)
  }

  private var systemText: String {
    systemError == 0 ? "" : "; the system says: \(String(cString: strerror(systemError)))"
  }

  /// Returns SQLite's message. Messages of functions at run time may quote their arguments, which
  /// may be bound values; the quoted text is left out.
  private func shown(_ message: String) -> String {
    guard primary == SQLITE_ERROR,
      let first = message.firstIndex(where: { $0 == "\"" || $0 == "'" }),
      let last = message.lastIndex(where: { $0 == "\"" || $0 == "'" }), first < last
    else { return message }
    return message[...first] + "…" + message[last...]
  }
}
