import CSQLite
import PersistentObjectsDriver

// Dates: SQLite has no time zones except the process's own.

extension DateField {
  /// The name of the function, which a program's own function is unlikely to have.
  var sqliteName: String { "_persistent_\(rawValue)" }
}

enum DateFunctions {
  static let all: [SQLFunction] =
    DateField.allCases.map { field in
      .strict(field.sqliteName, 2) { arguments in
        guard let value = try arguments.moment().field(field, in: arguments.text(at: 1)) else {
          throw unknownZone(arguments)
        }
        return .integer(value)
      }
    } + [
      .strict("_persistent_seconds", 1) { .real(try $0.moment().secondsSinceReferenceDate) },
      .strict("_persistent_start_of_day", 2) { arguments in
        guard let value = try arguments.moment().startOfDay(in: arguments.text(at: 1)) else {
          throw unknownZone(arguments)
        }
        return .real(value)
      },
    ]

  private static func unknownZone(_ arguments: SQLArguments) -> CodecError {
    CodecError("'\(arguments.text(at: 1))' is not a time zone")
  }
}

extension SQLArguments {
  fileprivate func moment() throws -> Moment {
    let moment =
      kind(at: 0) == SQLITE_TEXT
      ? Moment(text: text(at: 0)) : Moment(secondsSinceReferenceDate: real(at: 0))
    if let moment { return moment }
    throw CodecError("a date is not in its stored form")
  }
}
