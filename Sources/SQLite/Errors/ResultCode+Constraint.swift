import CSQLite
import Foundation
import PersistentObjectsDriver

// What SQLite reports about a constraint: its kind in the extended code, and the table and columns
// at the end of the message.
//
//   message = ("UNIQUE" | "NOT NULL") " constraint failed: " column *(", " column)
//           | "UNIQUE constraint failed: index '" name "'"          (an index of expressions)
//           | "cannot store " kind " value in " kind " column " column
//           | any other, which names no column
//   column  = table "." name

extension ResultCode {
  /// Returns the constraint that refused a statement; nil if none did.
  func violation(in message: String) -> ConstraintViolation? {
    guard let detail else { return nil }
    let columns = detail.columnList(in: message).map { $0.split(separator: ".", maxSplits: 1) }
    // A name with a dot or a comma cannot be told from two names.
    guard let table = columns.first?.first, columns.allSatisfy({ $0.count == 2 && $0[0] == table })
    else { return ConstraintViolation(detail.kind) }
    return ConstraintViolation(
      detail.kind, table: String(table), columns: columns.map { String($0[1]) })
  }

  var detail: ConstraintKind? {
    primary == SQLITE_CONSTRAINT ? ConstraintKind(rawValue: extended >> 8) : nil
  }
}

/// The upper bytes of `SQLITE_CONSTRAINT_UNIQUE` and similar macros, which Swift cannot import.
enum ConstraintKind: Int32 {
  case check = 1
  case foreignKey = 3
  case notNull = 5
  case primaryKey = 6
  case trigger = 7
  case unique = 8
  case rowID = 10
  case datatype = 12

  var kind: ConstraintViolation.Kind {
    switch self {
    case .unique, .primaryKey, .rowID: .unique
    case .notNull: .notNull
    case .foreignKey: .foreignKey
    case .check, .trigger, .datatype: .other
    }
  }

  /// Returns the columns that a message names. Messages of other kinds end with text of the
  /// schema's author.
  fileprivate func columnList(in message: String) -> [String] {
    switch self {
    case .unique, .primaryKey, .rowID, .notNull:
      guard let range = message.range(of: " constraint failed: ") else { return [] }
      return message[range.upperBound...].components(separatedBy: ", ")
    case .datatype:
      guard let range = message.range(of: " column ") else { return [] }
      return [String(message[range.upperBound...])]
    case .check, .foreignKey, .trigger: return []
    }
  }
}

extension ConstraintViolation {
  /// The table and column for an error; the table alone if there are several columns.
  var place: PersistenceError.Context {
    PersistenceError.Context(table: table, column: columns.count == 1 ? columns[0] : nil)
  }
}
