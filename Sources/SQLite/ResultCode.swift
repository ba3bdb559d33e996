import CSQLite
import Foundation
import PersistentObjectsEngine

/// One of SQLite's extended result codes, and what it means to the user of this package.
struct ResultCode {
  /// The code, with the detail in its upper bytes.
  let extended: Int32

  /// Wraps an extended result code.
  init(_ extended: Int32) { self.extended = extended }

  /// The code without its detail.
  var primary: Int32 { extended & 0xff }

  /// The kind of error it becomes.
  var code: PersistenceError.Code {
    switch primary {
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH: .constraintViolated
    case SQLITE_BUSY, SQLITE_PROTOCOL: .busy
    case SQLITE_FULL: .diskFull
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_READONLY: .readOnly
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_CANTOPEN, SQLITE_PERM: .cannotOpen
    case SQLITE_RANGE: .invalidQuery
    default: .databaseFailed
    }
  }

  /// The error for a call that failed with this code; `message` is SQLite's own.
  func error(
    message: String, database: String, role: Connection.Role, systemError: Int32, sql: String?
  ) -> PersistenceError {
    var text = remedy(database, role).map { "\($0) (SQLite says: \(shown(message))" } ?? ""
    text = text.isEmpty ? "SQLite says: \(shown(message))." : text + systemText(systemError) + ".)"
    return PersistenceError(
      code, text, context: place(in: message), sql: sql, databaseCode: extended)
  }

  /// The error for a value that could not be bound.
  func bindError(sql: String, parameterCount: Int) -> PersistenceError {
    let text =
      switch primary {
      case SQLITE_RANGE:
        "A value was bound beyond the statement's \(parameterCount) parameters."
      case SQLITE_MISUSE: "A value was bound while the statement ran; reset it first."
      case SQLITE_TOOBIG: "A text or blob is larger than SQLite's limit of 1,000,000,000 bytes."
      default: "A value could not be bound: \(String(cString: sqlite3_errstr(extended)))."
      }
    return PersistenceError(code, text, sql: sql, databaseCode: extended)
  }

  /// What the operating system said, where it was asked.
  private func systemText(_ systemError: Int32) -> String {
    guard systemError != 0, [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(primary) else {
      return ""
    }
    return "; the system says: \(String(cString: strerror(systemError)))"
  }

  /// SQLite's message. Those of functions at run time may quote their arguments, which may be
  /// bound values; what they quote is left out.
  private func shown(_ message: String) -> String {
    guard primary == SQLITE_ERROR,
      let first = message.firstIndex(where: { $0 == "\"" || $0 == "'" }),
      let last = message.lastIndex(where: { $0 == "\"" || $0 == "'" }), first < last
    else { return message }
    return message[...first] + "…" + message[last...]
  }
}

extension ResultCode {
  /// What happened and how to mend it; nil where only SQLite's own message can tell.
  private func remedy(_ database: String, _ role: Connection.Role) -> String? {
    switch primary {
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH: return constraintRemedy
    case SQLITE_BUSY where extended == busySnapshot:
      return "Someone else wrote after this transaction had read; begin it as a writing one."
    case SQLITE_BUSY, SQLITE_PROTOCOL:
      return "Another connection held \(database) for longer than the busy timeout;"
        + " try again, or raise the timeout."
    case SQLITE_LOCKED:
      return "A statement that still runs on this connection reads what this one changes; end it."
    case SQLITE_FULL:
      return "There is no room for \(database); free space on its disk and try again."
    case SQLITE_CORRUPT: return "\(database) is damaged; restore it from a backup."
    case SQLITE_NOTADB: return "\(database) is not an SQLite database, or is encrypted."
    case SQLITE_READONLY where role == .reader:
      return "This connection only reads; writes belong into a writing transaction."
    case SQLITE_READONLY:
      return "\(database) or its folder may not be written; check owner and permissions."
    case SQLITE_INTERRUPT: return "The statement was stopped before its end."
    case SQLITE_CANTOPEN, SQLITE_PERM:
      return "\(database) cannot be opened; check that its folder exists and may be written."
    case SQLITE_IOERR: return "Reading or writing \(database) failed; check its disk."
    case SQLITE_TOOBIG: return "A text, blob or statement is larger than SQLite allows."
    case SQLITE_RANGE: return "The statement has fewer parameters than were bound."
    case SQLITE_NOMEM: return "There is not enough memory."
    default: return nil
    }
  }

  private var constraintRemedy: String {
    switch (extended - primary) >> 8 {
    case 8, 6, 10: "Another row has this value already, and it must be unique."
    case 5: "A value is required where there is none."
    case 3: "A reference points at a row that does not exist, or at one that was to be deleted."
    case 1: "A CHECK of the table refused the row."
    case 12: "A value is of another kind than its column."
    case 7: "A trigger refused the change."
    default:
      primary == SQLITE_MISMATCH
        ? "A value is of another kind than its column." : "A constraint refused the change."
    }
  }

  /// The table and column that a constraint's message ends with, such as
  /// `UNIQUE constraint failed: person.email`. Several columns have no place of their own.
  private func place(in message: String) -> PersistenceError.Context {
    guard primary == SQLITE_CONSTRAINT,
      let name = message.split(separator: " ").last?.split(separator: "."), name.count == 2
    else { return PersistenceError.Context() }
    let isOne = !message.contains(", ")
    return PersistenceError.Context(
      table: String(name[0]), column: isOne ? String(name[1]) : nil)
  }
}

/// `SQLITE_BUSY_SNAPSHOT`, a macro that Swift cannot see.
private let busySnapshot = SQLITE_BUSY | (2 << 8)
