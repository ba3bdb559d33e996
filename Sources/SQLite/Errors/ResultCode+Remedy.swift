import CSQLite
import Foundation
import PersistentObjectsDriver

extension ResultCode {
  /// Returns what happened and how to fix it; nil if only SQLite's own message can tell.
  func remedy(for database: String, role: ConnectionRole) -> String? {
    if isDiskFull { return FullDisk.message(database, systemError) }
    if primary == SQLITE_CANTOPEN && [EMFILE, ENFILE].contains(systemError) {
      return "\(database) cannot be opened: too many files are open. \(NewFile.tooManyFiles)"
    }
    switch primary {
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH: return constraintRemedy
    case SQLITE_BUSY where extended == busySnapshot:
      return
        "Another connection wrote after this transaction had read; begin it as a write transaction."
    case SQLITE_BUSY, SQLITE_PROTOCOL:
      return "Another connection held \(database) for longer than the busy timeout;"
        + " try again, or raise the timeout."
    case SQLITE_LOCKED:
      return
        "A statement still running on this connection reads what this one changes; end it first."
    case SQLITE_CORRUPT: return "\(database) is damaged; restore it from a backup."
    case SQLITE_NOTADB: return "\(database) is not an SQLite database, or is encrypted."
    case SQLITE_READONLY where role == .reader:
      return "This connection is read-only; make changes in a write transaction."
    case SQLITE_READONLY:
      return "\(database) or its folder is not writable; check the owner and permissions."
    case SQLITE_INTERRUPT: return "The statement was interrupted."
    case SQLITE_CANTOPEN, SQLITE_PERM:
      return "\(database) cannot be opened; check that its folder exists and is writable."
    case SQLITE_IOERR: return "Reading or writing \(database) failed; check its disk."
    case SQLITE_TOOBIG: return "A text, blob or statement is larger than SQLite allows."
    case SQLITE_RANGE: return "The statement has fewer parameters than were bound."
    case SQLITE_NOMEM: return "There is not enough memory."
    default: return nil
    }
  }

  private var constraintRemedy: String {
    switch detail {
    case .unique, .primaryKey, .rowID: "Another row already has this value, which must be unique."
    case .notNull: "A required value is missing."
    case .foreignKey:
      "A reference points to a row that does not exist, or to one that was to be deleted."
    case .check: "A CHECK constraint of the table rejected the row."
    case .datatype: "A value does not have the type of its column."
    case .trigger: "A trigger rejected the change."
    case nil:
      primary == SQLITE_MISMATCH
        ? "A value does not have the type of its column." : "A constraint rejected the change."
    }
  }
}

/// `SQLITE_BUSY_SNAPSHOT`, a macro that Swift cannot import.
private let busySnapshot = SQLITE_BUSY | (2 << 8)
