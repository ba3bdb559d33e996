import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

extension Program {
  /// Returns the messages of an error of this package; nil for any other error.
  static func messages(of error: any Error) -> [String]? {
    switch error {
    case let error as ModelError: error.problems.map { "\(error.source): \($0)" }
    case let error as PersistenceError: [message(of: error)]
    default: nil
    }
  }

  /// Returns the error and its place; the SQL and the codes are for programs.
  private static func message(of error: PersistenceError) -> String {
    let place = error.context
    let names = [place.className, place.property.map { ".\($0)" }].compactMap(\.self).joined()
    let row = place.table.map { table in
      "table \(table)" + (place.column.map { ", column \($0)" } ?? "")
        + (place.pk.map { ", key \($0)" } ?? "")
    }
    let places = [names.isEmpty ? nil : names, row].compactMap(\.self)
    return error.message + (places.isEmpty ? "" : " [\(places.joined(separator: "; "))]")
  }
}
